/** What `streaming.heavy.ts` does, at every tenth of an answer: each cut, and each way to split it. */
import { after, test } from "node:test";
import {
  atOnce,
  CHARTED,
  cutAfter,
  drawsTheSame,
  inBytes,
  stalledThenCut,
  startStreaming,
  WRITTEN,
} from "./streaming.ts";

const streaming = await startStreaming();
after(() => streaming.stop());

const cuts = Array.from({ length: 10 }, (_, tenth) => cutAfter(tenth / 10));

for (const via of ["stream", "turn"] as const) {
  for (const question of [CHARTED, WRITTEN] as const) {
    void test(`“${question}” by ${via} is drawn as the whole answer, wherever it is cut`, { timeout: 300_000 }, (t) =>
      drawsTheSame(t, streaming, { via, question }, [...cuts, stalledThenCut, inBytes, atOnce]),
    );
  }
}
