import { openSocket, type Socket } from "../load/clients.ts";
import { mean, percentile } from "../load/figures.ts";
import { milliseconds, number } from "../load/report.ts";
import { startStage } from "../load/stage.ts";
import { faultsOf } from "../load/watch.ts";
import { ANSWER } from "./frames.ts";
import type { Part } from "./part.ts";

const SOCKETS = 1000;
const PER_TOKEN = 3;
const TURNS = 100;
/** Connections that are opened at the same time. */
const OPENING = 25;

/** Many open sockets, and many turns that begin at the same moment. */
export const sockets: Part = {
  name: "sockets",
  title: `Sockets  ${number(SOCKETS)} open at once (${PER_TOKEN} a token), ${TURNS} turns sent in the same moment`,
  async run(options) {
    const stage = await startStage(options);
    try {
      const members = await stage.cloud.ask("seed", {
        members: Math.ceil(SOCKETS / PER_TOKEN),
        tokens: 1,
        chats: 1,
      });
      const holders = members.flatMap((member) => Array.from({ length: PER_TOKEN }, () => member)).slice(0, SOCKETS);
      const open: Socket[] = [];
      const began = performance.now();
      for (let start = 0; start < SOCKETS; start += OPENING) {
        const batch = holders.slice(start, start + OPENING);
        open.push(...(await Promise.all(batch.map(({ tokens: [token = ""] }) => openSocket(stage.wsUrl, token)))));
      }
      const opened = performance.now() - began;
      // Every third one: the first of each token.
      const speakers = Array.from({ length: TURNS }, (_, at) => at * PER_TOKEN);
      const before = await stage.cloud.ask("cpu", undefined);
      const watched = await Promise.all(
        speakers.flatMap((at) => {
          const chat = holders[at]?.chats[0];
          const socket = open[at];
          return socket && chat ? [socket.turn({ chatId: chat.id, ...ANSWER })] : [];
        }),
      );
      const cpu = (await stage.cloud.ask("cpu", undefined)) - before;
      const strays = open.reduce((sum, socket) => sum + socket.strays, 0);
      const firsts = watched.map((turn) => turn.first);
      const faults = faultsOf(watched);
      const delays = watched.flatMap((turn) => turn.delays);
      for (let start = 0; start < SOCKETS; start += OPENING)
        await Promise.all(open.slice(start, start + OPENING).map((socket) => socket.close()));
      return [
        { what: "opened and authenticated, a second", figure: number(SOCKETS / (opened / 1000)) },
        {
          what: "turns that ended",
          figure: number(watched.filter((turn) => turn.whole > 0).length),
          target: String(TURNS),
        },
        {
          what: "frames lost, doubled, out of order, or another's",
          figure: faults === "" ? number(strays) : `${faults}, ${strays} strays`,
          target: "0",
          met: faults === "" && strays === 0,
        },
        { what: "first event, median", figure: milliseconds(percentile(firsts, 0.5)) },
        { what: "first event, p99", figure: milliseconds(percentile(firsts, 0.99)) },
        { what: "frames of an answer", figure: number(mean(watched.map((turn) => turn.frames)), 1) },
        { what: "added delay of a token, p99", figure: milliseconds(percentile(delays, 0.99)) },
        { what: "CPU of the service for a turn", figure: milliseconds(cpu / TURNS) },
      ];
    } finally {
      await stage.stop();
    }
  },
};
