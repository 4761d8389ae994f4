import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { BenchMember } from "../cloud-process.ts";
import { type Ask, call, openSocket, type Socket, streamTurn } from "../load/clients.ts";
import { dispersion, percentile } from "../load/figures.ts";
import { atLeast, atMost, type Line, milliseconds, number } from "../load/report.ts";
import { startStage, type Stage } from "../load/stage.ts";
import { question } from "../load/stamps.ts";
import { generateTrace, readTrace } from "../load/trace.ts";
import { faultsOf, type Watched } from "../load/watch.ts";
import type { Part } from "./part.ts";

const SECONDS = 20;
/** Turns a second unless `--rate` says otherwise: with real answers, about what two cores stream. */
const RATE = 8;
const EVERY_MS = 20;
/** Acceptance alone: durable turns with answers of one token. */
const SUBMITTED = 900;
const SUBMITTERS = 48;
/** Seconds after which a durable turn that has not ended counts as an error. */
const PATIENCE = 30;

const routes = ["stream", "socket", "durable"] as const;

interface Durable {
  token: string;
  address: string;
  faults: string[];
}

/** Submits a durable turn; answers where it can be read. */
async function submit(
  stage: Stage,
  member: BenchMember,
  chat: number,
  { tokens, everyMs }: Omit<Ask, "chatId">,
): Promise<Durable> {
  const [token = ""] = member.tokens;
  const { id = "", agent_id = "" } = member.chats[chat] ?? {};
  const address = `${stage.baseUrl}/v1/agents/${agent_id}/chats/${id}/turns`;
  const body = JSON.stringify({ client_request_id: randomUUID(), message: question({ tokens, everyMs }) });
  const { status, text } = await call("POST", address, token, { body });
  if (status !== 202) return { token, address: "", faults: [`durable: ${status}`] };
  return { token, address: `${address}/${JSON.parse(text).turn_id}`, faults: [] };
}

/** Reads a durable turn until it has ended, or until `until`. */
async function ended({ token, address, faults }: Durable, until: number): Promise<{ faults: string[] }> {
  if (address === "") return { faults };
  while (faults.length === 0) {
    const { status, text } = await call("GET", `${address}?wait=10`, token);
    const state = status === 200 ? JSON.parse(text).status : `status ${status}`;
    if (state === "completed") break;
    if (state !== "in_progress") faults.push(`durable: ${state}`);
    else if (performance.now() > until) faults.push("durable: not ended in time");
  }
  return { faults };
}

/** Reads durable turns until all have ended; a few at a time, as readers are load, too. */
async function allEnded(turns: readonly Durable[]): Promise<{ faults: string[] }[]> {
  const until = performance.now() + PATIENCE * 1000;
  const results: { faults: string[] }[] = [];
  const left = [...turns];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let turn = left.shift(); turn; turn = left.shift()) results.push(await ended(turn, until));
    }),
  );
  return results;
}

/** Sends the turns of the trace at their times, a third on each route, and follows them. */
async function replay(stage: Stage, arrivals: readonly number[], tokens: readonly number[]) {
  const members = await stage.cloud.ask("seed", {
    members: Math.ceil(arrivals.length / routes.length),
    tokens: 1,
    chats: routes.length,
  });
  const sockets: Socket[] = [];
  for (let start = 0; start < members.length; start += 25) {
    const batch = members.slice(start, start + 25);
    sockets.push(...(await Promise.all(batch.map(({ tokens: [token = ""] }) => openSocket(stage.wsUrl, token)))));
  }
  const lone = await streamTurn(stage.baseUrl, members.at(-1)?.tokens[0] ?? "", {
    chatId: members.at(-1)?.chats[0]?.id ?? "",
    tokens: 100,
    everyMs: EVERY_MS,
  });
  const began = performance.now();
  const watched: Promise<Watched>[] = [];
  const durable: Promise<Durable>[] = [];
  const late: number[] = [];
  for (const [at, arrival] of arrivals.entries()) {
    const wait = arrival * 1000 - (performance.now() - began);
    if (wait > 1) await pause(wait);
    late.push(performance.now() - began - arrival * 1000);
    const member = members[Math.floor(at / routes.length)];
    const socket = sockets[Math.floor(at / routes.length)];
    if (!member || !socket) break;
    const route = routes[at % routes.length] ?? "stream";
    const ask = { chatId: member.chats[at % routes.length]?.id ?? "", tokens: tokens[at] ?? 1, everyMs: EVERY_MS };
    if (route === "stream") watched.push(streamTurn(stage.baseUrl, member.tokens[0] ?? "", ask));
    else if (route === "socket") watched.push(socket.turn(ask));
    else durable.push(submit(stage, member, at % routes.length, { tokens: ask.tokens, everyMs: EVERY_MS }));
  }
  const seconds = (performance.now() - began) / 1000;
  const streams = await Promise.all(watched);
  const queued = await allEnded(await Promise.all(durable));
  await Promise.all(sockets.map((socket) => socket.close()));
  return { streams, queued, lone, late, seconds };
}

/** How many durable turns are accepted a second, and how many seconds later the last one has ended. */
async function acceptance(stage: Stage): Promise<Line[]> {
  const members = await stage.cloud.ask("seed", {
    members: SUBMITTED / routes.length,
    tokens: 1,
    chats: routes.length,
  });
  const turns: Durable[] = [];
  const before = await stage.cloud.ask("cpu", undefined);
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: SUBMITTERS }, async () => {
      while (next < SUBMITTED) {
        const at = next++;
        // Chat by chat, so that one member's turns are far apart.
        const member = members[at % members.length];
        if (member) turns.push(await submit(stage, member, Math.floor(at / members.length), { tokens: 1, everyMs: 0 }));
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const faults = faultsOf(await allEnded(turns));
  const all = (performance.now() - began) / 1000;
  const cpu = (await stage.cloud.ask("cpu", undefined)) - before;
  return [
    atLeast(
      `durable turns accepted a second (${number(SUBMITTED)}, ${SUBMITTERS} at a time)`,
      SUBMITTED / seconds,
      300,
      number,
    ),
    { what: "the same turns answered a second, with one token each", figure: number(SUBMITTED / all) },
    { what: "CPU of the service for each, asked after and all", figure: milliseconds(cpu / SUBMITTED) },
    { what: "errors", figure: faults || "0", target: "0", met: faults === "" },
  ];
}

/** P7: a bursty trace, faster than it was, over the three routes; then how fast turns are accepted. */
export const trace: Part = {
  name: "trace",
  title: "P7  Replay of a bursty trace (a third each streamed, on sockets, durable; 50 tokens a second)",
  async run(options) {
    const { arrivals, tokens } = options.trace === undefined ? generateTrace(3480) : readTrace(options.trace);
    const rate = options.rate ?? RATE;
    const wanted = Math.min(arrivals.length, Math.round(rate * SECONDS));
    const factor = (arrivals[wanted - 1] ?? 1) / SECONDS;
    const stage = await startStage(options);
    try {
      const faster = arrivals.slice(0, wanted).map((arrival) => arrival / factor);
      const { streams, queued, lone, late, seconds } = await replay(stage, faster, tokens);
      const gaps = streams.flatMap((turn) => turn.gaps);
      const nominal = percentile(lone.gaps, 0.5);
      const faults = faultsOf([...streams, ...queued]);
      const shape = [1, 10, 60].map((window) => number(dispersion(arrivals, window), 1)).join(", ");
      return [
        { what: "index of dispersion of the trace at 1, 10, 60 s", figure: shape, target: "1.4, 3.9, 16" },
        { what: `turns, ${number(factor, 1)} times as fast as they came`, figure: number(wanted) },
        { what: "turns submitted a second", figure: number(wanted / seconds, 1) },
        { what: "the generator was late by, p99", figure: milliseconds(percentile(late, 0.99)) },
        { what: "errors", figure: faults || "0", target: "0", met: faults === "" },
        {
          what: "first event, p99",
          figure: milliseconds(
            percentile(
              streams.map((turn) => turn.first),
              0.99,
            ),
          ),
        },
        { what: "between two pieces, a lone turn, median", figure: milliseconds(nominal) },
        atMost("between two pieces, p99, over that", percentile(gaps, 0.99) / nominal, 1.25, (value) =>
          number(value, 2),
        ),
        ...(await acceptance(stage)),
      ];
    } finally {
      await stage.stop();
    }
  },
};
