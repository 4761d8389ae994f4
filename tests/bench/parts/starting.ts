import { setTimeout as pause } from "node:timers/promises";
import { openSocket, streamTurn } from "../load/clients.ts";
import { percentile, seededRandom } from "../load/figures.ts";
import { atMost, type Line, milliseconds } from "../load/report.ts";
import { startStage } from "../load/stage.ts";
import { faultsOf, type Watched } from "../load/watch.ts";
import { ANSWER } from "./frames.ts";
import type { Part } from "./part.ts";

const MEMBERS = 100;
const TURNS = 4;

/** P6: how long a client waits for `processing: starting`, and for the first text (P12), while others' turns stream. */
export const starting: Part = {
  name: "starting",
  title: `P6  From sending a message to \`processing: starting\`, ${MEMBERS} turns streaming all the while (seen by the client)`,
  async run(options) {
    const stage = await startStage(options);
    try {
      const members = await stage.cloud.ask("seed", { members: MEMBERS, tokens: 1, chats: 1 });
      const random = seededRandom(6);
      const before = await stage.cloud.ask("cpu", undefined);
      const watched = await Promise.all(
        members.map(async ({ tokens: [token = ""], chats: [chat] }, at) => {
          const ask = { chatId: chat?.id ?? "", ...ANSWER };
          const isSocket = at % 2 === 1;
          const socket = isSocket ? await openSocket(stage.wsUrl, token) : undefined;
          const turns: Watched[] = [];
          await pause(random() * ANSWER.tokens * ANSWER.everyMs);
          for (let turn = 0; turn < TURNS; turn++)
            turns.push(await (socket ? socket.turn(ask) : streamTurn(stage.baseUrl, token, ask)));
          // The first turns begin while not all the others stream yet.
          return { isSocket, turns: turns.slice(1) };
        }),
      );
      const cpu = (await stage.cloud.ask("cpu", undefined)) - before;
      const lines = (name: string, isSocket: boolean): Line[] => {
        const waits = watched.filter((each) => each.isSocket === isSocket).flatMap(({ turns }) => turns);
        const starts = waits.map((turn) => turn.starting);
        const texts = waits.flatMap(({ delays }) => delays.slice(0, 1));
        return [
          { what: `${name}: median of ${starts.length}`, figure: milliseconds(percentile(starts, 0.5)) },
          atMost(`${name}: p99`, percentile(starts, 0.99), 50, milliseconds),
          atMost(`${name}: first text after the model's first piece, median`, percentile(texts, 0.5), 40, milliseconds),
          { what: `${name}: the same, p99`, figure: milliseconds(percentile(texts, 0.99)) },
        ];
      };
      const faults = faultsOf(watched.flatMap(({ turns }) => turns));
      return [
        ...lines("Server-Sent Events", false),
        ...lines("WebSocket", true),
        { what: "CPU of the service for a turn", figure: milliseconds(cpu / (MEMBERS * TURNS)) },
        { what: "faults", figure: faults || "0", target: "0", met: faults === "" },
      ];
    } finally {
      await stage.stop();
    }
  },
};
