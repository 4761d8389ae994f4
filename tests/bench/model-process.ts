/** The providers of the benchmarks, in a process of their own: a scripted model and a speech-to-text server. */
import { startModelServer, textOf } from "../support/model-server.ts";
import { startTranscriptionServer } from "../support/transcription-server.ts";
import { serve } from "./load/processes.ts";
import { parseQuestion, stamp } from "./load/stamps.ts";

const model = await startModelServer((request) => {
  const { tokens, everyMs } = parseQuestion(textOf(request.body.messages.findLast(({ role }) => role === "user")));
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
