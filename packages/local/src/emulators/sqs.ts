import { buildApp } from "fauxqs";
import { host } from "../api-gateway/listener.ts";
import type { Emulator } from "./emulator.ts";

/** SQS by fauxqs, in memory: what a queue loses at the end is still in the table. */
export async function startSqs(): Promise<Emulator> {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ port: 0, host });
  return { endpoint, stop: () => app.close() };
}
