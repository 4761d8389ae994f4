/**
 * The audio function behind the local gateway, in a process of its own, so that its memory can be measured. Its
 * environment is what a deployment would set. Answers every message with its memory.
 */
import { audioOperations } from "@parley/contract/audio";
import { startGateway } from "../local/support.ts";

export interface Memory {
  /** Bytes resident now, and the most there ever were. */
  rss: number;
  peak: number;
}
export type ServiceMessage = { baseUrl: string } | Memory;

const { handler } = await import("@parley/functions/lambda/audio");
const { method, path } = audioOperations.transcribe;
const { baseUrl } = await startGateway({
  entries: { audio: handler, socket: () => undefined, fallback: () => undefined },
  routes: [{ method, path, entry: "audio" }],
  timeoutMs: 30_000,
});
const tell = (message: ServiceMessage) => process.send?.(message);
process.on("message", () => tell({ rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }));
process.once("disconnect", () => process.exit());
tell({ baseUrl });
