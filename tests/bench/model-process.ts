/** The providers of the benchmarks, in a process of their own: a scripted model and a speech-to-text server. */
import { startModelServer, textOf } from "../support/model-server.ts";
import { startTranscriptionServer } from "../support/transcription-server.ts";
import { serve } from "./load/processes.ts";
import { regionsSql } from "./load/regions.ts";
import { parseQuestion, stamp } from "./load/stamps.ts";

/** More than is read of any flood. */
const FLOOD_BYTES = 200 * 1024 * 1024;

const model = await startModelServer(({ body }) => {
  const asked = textOf(body.messages.findLast(({ role }) => role === "user"));
  const { tokens, everyMs, asksDatabase, flood } = parseQuestion(asked);
  if (flood !== undefined) return [{ flood, bytes: FLOOD_BYTES }];
  if (asksDatabase && body.messages.at(-1)?.role !== "tool") return [{ tool: "run_sql", args: { sql: regionsSql } }];
  return Array.from({ length: tokens }, () => ({ text: stamp, after: everyMs }));
});
const transcription = await startTranscriptionServer({ reply: () => ({ text: "a clip" }), countOnly: true });

const calls = {
  addresses: () => ({ model: model.url, transcription: transcription.url }),
};
export type ModelCalls = typeof calls;

serve(calls, async () => {
  await Promise.all([model.close(), transcription.close()]);
});
