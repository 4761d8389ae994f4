/**
 * Asks `count` questions, aborts every second one somewhere, and prints what is left behind once all have ended: listeners on
 * the caller's signals, and timers. It ends by itself, as nothing keeps it. Arguments: address, tokens as JSON, count.
 */
import { getEventListeners } from "node:events";
import { createAsker } from "@parley/client/ask";
import { createHttp } from "@parley/client/http";

/** Questions that are asked at a time. */
const AT_A_TIME = 10;

const [baseUrl = "", tokens = "[]", count = "0"] = process.argv.slice(2);
const signals: AbortSignal[] = [];
const people: string[] = JSON.parse(tokens);
let next = 0;
let ended = 0;

/** Aborted before it is sent, before it is accepted, at an event, or never. */
async function askOne(number: number): Promise<void> {
  const stop = new AbortController();
  signals.push(stop.signal);
  const token = people[number % people.length] ?? "";
  const { ask } = createAsker({ http: createHttp({ baseUrl, token, retries: 20 }) });
  const way = { via: number % 3 === 0 ? "turn" : "stream", onAbort: number % 5 === 0 ? "detach" : "cancel" } as const;
  const turn = ask({ message: "table" }, { signal: stop.signal, ...way });
  if (number % 8 === 1) stop.abort();
  else if (number % 8 === 3) setTimeout(() => stop.abort(), number % 40);
  else if (number % 2 === 1) turn.on("text_delta", () => stop.abort());
  for await (const _event of turn);
  await turn.answer().catch(() => undefined);
  ended += 1;
}

const worker = async () => {
  while (next < Number(count)) await askOne(next++);
};
await Promise.all(Array.from({ length: AT_A_TIME }, worker));
const listeners = signals.flatMap((signal) => getEventListeners(signal, "abort")).length;
const timers = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
process.stdout.write(JSON.stringify({ ended, listeners, timers }));
