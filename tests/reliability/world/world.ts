import type { Clock } from "@parley/core/environment/clock";
import type { Random } from "../random.ts";
import { EventQueue } from "./event-queue.ts";

/** When everything of a simulation begins. */
const BEGINNING = Date.UTC(2026, 0, 15, 12);

/** Something that will happen at a virtual time; `owner` is the process it happens in. */
interface Event {
  at: number;
  /** Decides between events of one time. */
  turn: number;
  owner: Process | undefined;
  run: () => void | Promise<void>;
  isCancelled: boolean;
}

/** One run of a function: a request, a queue message, a task. Killed, nothing of it happens ever again. */
export interface Process {
  readonly name: string;
  isDead: boolean;
  /** Called when the process was killed: those who wait for it. */
  onKilled?: () => void;
}

export type World = ReturnType<typeof createWorld>;

/** Waits until every promise that can go on has gone on: ticks run when no microtask is left. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

/**
 * Virtual time and everything that waits for it. One event happens at a time, and what follows from it at once has ended
 * before the next: which event is next depends on the seed alone.
 */
export function createWorld(random: Random, trace?: (line: string) => void) {
  const events = new EventQueue<Event>();
  let now = BEGINNING;
  let steps = 0;
  let numbers = 0;

  function at(time: number, owner: Process | undefined, run: Event["run"]): Event {
    const event = { at: Math.max(now, time), turn: random.next(), owner, run, isCancelled: false };
    events.push(event);
    return event;
  }

  /** The clock of a process, `skew` ms ahead of the others. */
  const clockOf = (owner: Process, skew = 0): Clock => ({
    now: () => now + skew,
    // One thing happens at a time here, and nothing takes any.
    yield: () => Promise.resolve(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        };
        const event = at(now + Math.ceil(Math.max(0, ms)), owner, wake);
        function onAbort() {
          event.isCancelled = true;
          resolve();
        }
        signal?.addEventListener("abort", onAbort, { once: true });
      }),
  });

  return {
    random,
    now: () => now,
    steps: () => steps,
    /** A number that was not given before in this world. */
    number: () => (numbers += 1),
    /** Makes something happen `ms` from now. */
    after: (ms: number, owner: Process | undefined, run: Event["run"]) => void at(now + ms, owner, run),
    clockOf,
    say: (what: () => string) => trace?.(`${((now - BEGINNING) / 1000).toFixed(3).padStart(9)} s  ${what()}`),
    isTraced: trace !== undefined,

    /** Lets things happen until `until` holds, nothing is left to happen, or the time `limit` (ms from now) has passed. */
    async run(until: () => boolean, limit: number): Promise<void> {
      const end = now + limit;
      await settled();
      while (!until()) {
        const event = events.first();
        if (!event || event.at > end) {
          now = Math.max(now, end);
          return;
        }
        events.pop();
        if (event.isCancelled || event.owner?.isDead) continue;
        now = event.at;
        steps += 1;
        const running = event.run();
        if (running) await running;
        await settled();
      }
    },
  };
}
