/**
 * `npm run test:client`: answers of each kind through a proxy that cuts, at every position of their streams, and by random
 * schedules of cuts, stalls, splits, refusals, lost answers, expired tokens and killed workers. Each must end as the uncut
 * one, be asked once, and show nothing twice.
 *
 * Then 1,000 asks, half of them aborted, must leave nothing behind.
 *
 * `-- --schedules 500` plays so many (10,000), from seed `--from` on; `--positions 20` cuts at every 20th position; `--asks
 * 200` asks so many; `--seed 7` plays that one schedule, and says what went over the wire.
 */
import { parseArgs } from "node:util";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { watchForHang } from "./support/hang-watch.ts";
import { leftBehind } from "./support/leaks.ts";
import { scheduleOf } from "./support/random-schedule.ts";
import { isStream, play, type Schedule, type Stage } from "./support/schedules.ts";
import { startTestService } from "./support/service.ts";

/** Schedules that are played at a time. */
const AT_A_TIME = 12;
/** An organization has so many persons. */
const PERSONS = 500;
/** A schedule in which nothing happens for so long (ms) hangs. Time in which this process did not get to run does not count. */
const LONGEST_MS = 60_000;

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    positions: { type: "string", default: "1" },
    asks: { type: "string", default: "1000" },
    seed: { type: "string" },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
// The service's log would say of each fault that it was one.
process.env["LOG_LEVEL"] = "error";
console.error = () => undefined;

const violations: string[] = [];
const note = (what: string, problems: readonly string[]) => {
  for (const problem of problems) {
    violations.push(problem);
    say(`${what}: ${problem}`);
  }
};
process.on("unhandledRejection", (error) => note("unhandled", [String(error)]));

// Waits are of random lengths from nothing on: here they are short.
const { random } = Math;
Math.random = () => random() * 0.02;

const service = await startTestService();
const stages: Stage[] = [];
let organization = await service.newOrganization();
let persons = 0;

/** Plays a schedule where nothing else is played. */
async function played(schedule: Schedule): Promise<{ problems: string[]; bytes: number; stage: Stage }> {
  if (persons++ % PERSONS === PERSONS - 1) organization = await service.newOrganization();
  const { proxy } = stages.pop() ?? { proxy: await startCuttingProxy(service.baseUrl) };
  const stage = { service, organization, proxy };
  const watch = watchForHang(LONGEST_MS, () => proxy.exchanges.reduce((bytes, { sent }) => bytes + sent + 1, 0));
  const problems = await Promise.race([
    play(stage, schedule).catch((error: unknown) => [String(error)]),
    watch.hangs.then(() => ["it hangs"]),
  ]);
  watch.stop();
  stages.push(stage);
  return { problems, bytes: proxy.exchanges.find(({ request }) => isStream(request))?.sent ?? 0, stage };
}

/** Does `work` for all numbers below `count`, a few at a time. */
async function each(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

async function everyPosition(one: Omit<Schedule, "faultOf">, step: number): Promise<void> {
  const name = `${one.kind} by ${one.via}`;
  const uncut = await played({ ...one, faultOf: () => ({}) });
  note(name, uncut.problems);
  const count = Math.ceil(uncut.bytes / step) + 1;
  await each(count, async (number) => {
    let streams = 0;
    const cut = number * step;
    const { problems } = await played({
      ...one,
      faultOf: (request) => (isStream(request) && streams++ === 0 ? { cut } : {}),
    });
    note(`${name}, cut at ${cut}`, problems);
  });
  say(`${name.padEnd(20)} ${count} positions`);
}

async function oneSeed(seed: number): Promise<void> {
  const { faultOf, faults, ...schedule } = scheduleOf(seed);
  say(`seed ${seed}: ${JSON.stringify({ ...schedule, faults: Object.fromEntries(faults) })}`);
  const { problems, stage } = await played({ ...schedule, faultOf });
  for (const { request, fault, sent } of stage.proxy.exchanges)
    say(`  ${request} ${JSON.stringify(fault)} ${sent} bytes`);
  note(`seed ${seed}`, problems);
}

const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;

async function allPositions(step: number): Promise<void> {
  for (const kind of ["text", "table", "error", "cancelled", "killed"] as const)
    await everyPosition({ kind, via: "stream" }, step);
  for (const kind of ["table", "killed"] as const) await everyPosition({ kind, via: "turn" }, step);
  say(`${violations.length} violations, ${seconds()}`);
}

async function manySchedules(from: number, count: number): Promise<void> {
  await each(count, async (number) => {
    const { problems } = await played(scheduleOf(from + number));
    note(`seed ${from + number}`, problems);
    if ((number + 1) % 1_000 === 0) say(`${number + 1} of ${count} schedules, ${seconds()}`);
  });
  say(`${count} schedules from seed ${from} on: ${violations.length} violations, ${seconds()}`);
}

async function manyAsks(count: number): Promise<void> {
  const { ended, listeners, timers, connections } = await leftBehind(service, count);
  // Node's own fetch keeps one timer for all connections.
  if (ended !== count || listeners + connections > 0 || timers > 1)
    note("asks", [JSON.stringify({ ended, listeners, timers, connections })]);
  say(`${ended} asks left ${listeners} listeners, ${connections} connections, ${timers} timers, ${seconds()}`);
}

if (values.seed === undefined) {
  await allPositions(Number(values.positions));
  await manySchedules(Number(values.from), Number(values.schedules));
  await manyAsks(Number(values.asks));
} else await oneSeed(Number(values.seed));

await Promise.all(stages.map(({ proxy }) => proxy.stop()));
await service.stop();
process.exitCode = violations.length > 0 ? 1 : 0;
