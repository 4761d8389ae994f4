import { openSocket } from "../load/clients.ts";
import { mean, percentile } from "../load/figures.ts";
import { atMost, kilobytes, milliseconds, number } from "../load/report.ts";
import { startStage } from "../load/stage.ts";
import { faultsOf } from "../load/watch.ts";
import type { Part } from "./part.ts";

/** The mean answer: 211 tokens at 50 a second. */
export const ANSWER = { tokens: 211, everyMs: 20 };
const TURNS = 10;

/** P5: what an answer costs on a socket, and how much later than the model said it each token comes. */
export const frames: Part = {
  name: "frames",
  title: `P5  WebSocket frames of a mean answer (${ANSWER.tokens} tokens at 50 a second, ${TURNS} turns at once)`,
  async run(options) {
    const stage = await startStage(options);
    try {
      const members = await stage.cloud.ask("seed", { members: TURNS + 1, tokens: 1, chats: 1 });
      const [warmUp, ...turns] = await Promise.all(
        members.map(async ({ tokens: [token = ""], chats: [chat] }) => {
          const socket = await openSocket(stage.wsUrl, token);
          return () => socket.turn({ chatId: chat?.id ?? "", ...ANSWER });
        }),
      );
      await warmUp?.();
      const watched = await Promise.all(turns.map((turn) => turn()));
      const delays = watched.flatMap((turn) => turn.delays);
      const of = (pick: (turn: (typeof watched)[number]) => number) => mean(watched.map(pick));
      const faults = faultsOf(watched);
      return [
        atMost(
          "frames of text",
          of((turn) => turn.textFrames),
          45,
          (value) => number(value, 1),
        ),
        atMost(
          "bytes of them",
          of((turn) => turn.textBytes),
          3200,
          (value) => kilobytes(value, 2),
        ),
        {
          what: "all frames of the turn",
          figure: number(
            of((turn) => turn.frames),
            1,
          ),
        },
        {
          what: "bytes of them, the whole message again at the end",
          figure: kilobytes(
            of((turn) => turn.bytes),
            2,
          ),
        },
        { what: "added delay of a token, median", figure: milliseconds(percentile(delays, 0.5)) },
        atMost("added delay of a token, p99", percentile(delays, 0.99), 100, milliseconds),
        { what: "added delay of a token, longest", figure: milliseconds(percentile(delays, 1)) },
        { what: "faults", figure: faults || "0", target: "0", met: faults === "" },
      ];
    } finally {
      await stage.stop();
    }
  },
};
