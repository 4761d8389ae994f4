import { type Ask, streamTurn } from "../load/clients.ts";
import { percentile } from "../load/figures.ts";
import { atMost, type Line, milliseconds, number } from "../load/report.ts";
import { type Stage, startStage } from "../load/stage.ts";
import { faultsOf, type Watched } from "../load/watch.ts";
import { ANSWER } from "./frames.ts";
import type { Part } from "./part.ts";

/** So many clients at once, each with so many turns one after the other. */
interface Plan {
  clients: number;
  turns: number;
  everyMs: number;
}
const WARM: Plan = { clients: 20, turns: 3, everyMs: 0 };
const FAST: Plan = { clients: 20, turns: 15, everyMs: 0 };
const PACED: Plan = { clients: 100, turns: 3, everyMs: ANSWER.everyMs };

type Asker = Pick<Ask, "chatId" | "integrationId"> & { token: string };

interface Load {
  turns: Watched[];
  seconds: number;
  /** CPU (ms) of the service for a turn. */
  cpu: number;
}

/** Runs the turns of a plan: each is another member's than the one before, for one member may ask so much only. */
async function play(stage: Stage, members: readonly Asker[], { clients, turns, everyMs }: Plan): Promise<Load> {
  const before = await stage.cloud.ask("cpu", undefined);
  const began = performance.now();
  const watched = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const seen: Watched[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const member = members[(turn * clients + client) % members.length];
        if (!member) break;
        const { token, ...place } = member;
        const script = { tokens: ANSWER.tokens, everyMs, asksDatabase: true };
        seen.push(await streamTurn(stage.baseUrl, token, { ...place, ...script }));
      }
      return seen;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const cpu = ((await stage.cloud.ask("cpu", undefined)) - before) / (clients * turns);
  return { turns: watched.flat(), seconds, cpu };
}

/** How much later than the model said it the first token came. */
const firstTexts = ({ turns }: Load) => turns.flatMap(({ delays }) => delays.slice(0, 1));

function lines(name: string, load: Load, most: number): Line[] {
  const faults = faultsOf(load.turns);
  const firsts = load.turns.map(({ first }) => first);
  return [
    atMost(`${name}: CPU of the service for a turn`, load.cpu, most, (value) => milliseconds(value, 1)),
    { what: `${name}: turns a second`, figure: number(load.turns.length / load.seconds, 1) },
    { what: `${name}: first event, p99`, figure: milliseconds(percentile(firsts, 0.99)) },
    atMost(
      `${name}: first text after the model's first piece, median`,
      percentile(firstTexts(load), 0.5),
      40,
      milliseconds,
    ),
    { what: `${name}: the same, p99`, figure: milliseconds(percentile(firstTexts(load), 0.99)) },
    { what: `${name}: faults`, figure: faults || "0", target: "0", met: faults === "" },
  ];
}

/** P11 and P12: what a turn that asks a database costs, and how soon its answer is seen. */
export const turn: Part = {
  name: "turn",
  title: `P11, P12  A turn with two calls to the model, one query (SQLite) and ${ANSWER.tokens} tokens`,
  async run(options) {
    const stage = await startStage(options);
    try {
      const seeded = await stage.cloud.ask("seed", { members: PACED.clients * PACED.turns, tokens: 1, chats: 1 });
      const integrationId = await stage.cloud.ask("database", seeded[0]?.chats[0]?.id ?? "");
      const members = seeded.map(({ tokens: [token = ""], chats: [chat] }) => ({
        token,
        chatId: chat?.id ?? "",
        integrationId,
      }));
      await play(stage, members, WARM);
      const fast = await play(stage, members, FAST);
      const paced = await play(stage, members, PACED);
      return [
        ...lines(`${FAST.clients} at once, as fast as it goes`, fast, 15),
        ...lines(`${PACED.clients} at once, ${1000 / ANSWER.everyMs} tokens a second`, paced, 25),
      ];
    } finally {
      await stage.stop();
    }
  },
};
