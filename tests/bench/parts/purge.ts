import { setTimeout as wait } from "node:timers/promises";
import { limits } from "@parley/contract/limits";
import type { BenchLogin } from "../cloud-process.ts";
import { call } from "../load/clients.ts";
import { percentile } from "../load/figures.ts";
import { type Child, startChild } from "../load/processes.ts";
import { atMost, type Line, megabytes, milliseconds, number } from "../load/report.ts";
import { startStage, type Stage } from "../load/stage.ts";
import type { Sweep, SweeperCalls } from "../sweeper-process.ts";
import type { Part } from "./part.ts";

const MESSAGES = 100_000;
/** Of the chat that must stay as it is. */
const OTHER_MESSAGES = 40;
/** The sweeper leaves a chat alone until no worker writes to it. */
const QUIET_MS = (limits.turn_lease + limits.turn_lease_renewal + 1) * 1000;
/** How long a run that was killed holds its jobs. */
const LEASE_MS = 61_000;
const KILLED_AFTER_MS = 8_000;
/** The sweeper's function is stopped after this. */
const TIMEOUT_MS = 60_000;
/** Another person logs in and reads this often. */
const EVERY_MS = 100;
/** A key lets a person log in 60 times a minute. */
const KEYS = 15;

/** How long (ms) logins and reads of another person took. */
interface Others {
  logins: number[];
  reads: number[];
}

interface Other {
  baseUrl: string;
  logins: readonly BenchLogin[];
  token: string;
  chatId: string;
}

/** Logs in and reads a chat at a steady pace until stopped, however long responses take. */
function others({ baseUrl, logins, token, chatId }: Other) {
  const seen: Others = { logins: [], reads: [] };
  const asked: Promise<void>[] = [];
  const timed = async (into: number[], answer: () => ReturnType<typeof call>) => {
    const began = performance.now();
    const { status, text } = await answer();
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    into.push(performance.now() - began);
  };
  let time = 0;
  const timer = setInterval(() => {
    const { api_key = "", ...body } = logins[time++ % logins.length] ?? {};
    const login = () =>
      call("POST", `${baseUrl}/v1/authenticate`, "", { body: JSON.stringify(body), headers: { "x-api-key": api_key } });
    asked.push(timed(seen.logins, login));
    asked.push(timed(seen.reads, () => call("GET", `${baseUrl}/v1/chats/${chatId}`, token)));
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
    return seen;
  };
}

/** It takes long, so progress is printed. */
const tell = (text: string) => void process.stderr.write(`  ${text}\n`);

const batches = ({ usage }: Sweep) => usage.tableCalls.get("BatchWriteItemCommand") ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const most = (values: readonly number[]) => values.reduce((greatest, value) => Math.max(greatest, value), 0);

/** Sweeps once and is killed on the way, then sweeps in new processes until nothing is left, while others are watched. */
async function sweepUp(start: () => Child<SweeperCalls>, other: Other) {
  const killed = start();
  const lost = killed.ask("sweep", undefined).then(
    () => false,
    () => true,
  );
  await wait(KILLED_AFTER_MS);
  process.kill(killed.pid, "SIGKILL");
  const wasKilled = await lost;
  await wait(LEASE_MS);
  const sweeper = start();
  const second = start();
  try {
    // Starting a process takes a core of this machine for a second, which is not part of a purge.
    await Promise.all([sweeper.ask("ready", undefined), second.ask("ready", undefined)]);
    const watched = others(other);
    const sweeps: Sweep[] = [];
    // A second one comes while the first is at work.
    const first = sweeper.ask("sweep", undefined);
    await wait(2_000);
    const beside = await second.ask("sweep", undefined);
    sweeps.push(await first);
    while (batches(sweeps.at(-1) ?? beside) > 0) {
      tell(`sweep ${sweeps.length}: ${number(batches(sweeps.at(-1) ?? beside))} batches removed`);
      sweeps.push(await sweeper.ask("sweep", undefined));
    }
    return { wasKilled, beside, during: await watched(), sweeps: sweeps.filter((sweep) => batches(sweep) > 0) };
  } finally {
    await Promise.all([sweeper.stop(), second.stop()]);
  }
}

/** What others feel of it: the times with the purge beside those without. */
function slowed(what: string, without: readonly number[], during: readonly number[]): Line[] {
  return [0.5, 0.99].map((share): Line => {
    const [alone, beside] = [percentile(without, share), percentile(during, share)];
    const name = `${what}, p${share * 100}: ${milliseconds(alone, 1)} without, ${milliseconds(beside, 1)} with it`;
    return atMost(name, beside / alone, 2, (ratio) => `${number(ratio, 2)} ×`);
  });
}

async function measure(stage: Stage, messages: number): Promise<Line[]> {
  const { baseUrl, cloud } = stage;
  const [owner, reader] = await cloud.ask("seed", { members: 2, tokens: 1, chats: 2 });
  const [large, other] = (owner?.chats ?? []).map(({ id }) => id);
  const [read] = (reader?.chats ?? []).map(({ id }) => id);
  if (large === undefined || other === undefined || read === undefined) throw new Error("no chats were seeded");
  const began = performance.now();
  const filled = await cloud.ask("fill", { chatId: large, messages });
  const filling = performance.now() - began;
  tell(`${number(filled.items)} items written in ${number(filling / 1000)} s`);
  for (const chatId of [other, read]) await cloud.ask("fill", { chatId, messages: OTHER_MESSAGES });
  const before = await cloud.ask("contents", other);
  const asker = {
    baseUrl,
    logins: await cloud.ask("logins", KEYS),
    token: reader?.tokens[0] ?? "",
    chatId: read,
  };
  const warm = others(asker);
  await wait(3_000);
  await warm();

  const deleted = performance.now();
  const { status, text } = await call("DELETE", `${baseUrl}/v1/chats/${large}`, owner?.tokens[0] ?? "");
  const deleting = performance.now() - deleted;
  if (status !== 200) throw new Error(`DELETE: ${status} ${text}`);
  const alone = others(asker);
  await wait(QUIET_MS);
  const without = await alone();

  const environment = await cloud.ask("environment", undefined);
  const start = () => startChild<SweeperCalls>(new URL("../sweeper-process.ts", import.meta.url), { env: environment });
  const { wasKilled, beside, during, sweeps } = await sweepUp(start, asker);
  const left = await cloud.ask("contents", large);
  const after = await cloud.ask("contents", other);
  const writing = sum(sweeps.map(({ usage }) => usage.write)) / (sum(sweeps.map(({ ms }) => ms)) / 1000);
  return [
    {
      what: `filled: ${number(filled.items)} items, ${number(filled.objects)} objects, in ${number(filling / 1000)} s`,
      figure: megabytes(filled.bytes),
    },
    { what: "DELETE", figure: milliseconds(deleting) },
    {
      what: "the first sweep was killed in the middle",
      figure: wasKilled ? "yes" : "no",
      target: "yes",
      met: wasKilled,
    },
    { what: "sweeps after it", figure: number(sweeps.length) },
    atMost("the longest of them", most(sweeps.map(({ ms }) => ms)), TIMEOUT_MS, milliseconds),
    atMost("batches that a sweep beside it removed", batches(beside), 0, number),
    { what: "pages read", figure: number(sum(sweeps.map(({ usage }) => usage.tableCalls.get("QueryCommand") ?? 0))) },
    { what: "batches removed", figure: number(sum(sweeps.map(batches))) },
    { what: "units read", figure: number(sum(sweeps.map(({ usage }) => usage.read))) },
    { what: "units written", figure: number(sum(sweeps.map(({ usage }) => usage.write))) },
    atMost("units written a second", writing, 1_000, number),
    { what: "growth of the sweeper's heap at most", figure: megabytes(most(sweeps.map(({ heap }) => heap))) },
    ...slowed("another's login", without.logins, during.logins),
    ...slowed("another's read", without.reads, during.reads),
    atMost("items and objects left of the chat", left.items + left.objects, 0, number),
    {
      what: "another chat of the person's",
      figure: after.hash === before.hash ? "untouched" : "changed",
      target: "untouched",
      met: after.hash === before.hash,
    },
  ];
}

/** A large chat is deleted, and purged by sweepers of which one is killed, while others use the service. */
export const purge: Part = {
  name: "purge",
  title:
    "Purge  A chat of very many messages is deleted over HTTP and purged, another person logs in and reads meanwhile",
  onlyByName: true,
  async run({ messages = MESSAGES, profile }) {
    // The sweeper is run in processes of its own.
    const stage = await startStage({ profile, sweepMs: 24 * 3600_000 });
    try {
      return await measure(stage, messages);
    } finally {
      await stage.stop();
    }
  },
};
