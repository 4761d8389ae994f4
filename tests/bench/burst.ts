/**
 * `npm run burst`: P9. How long turns wait for their start when very many come at once, by Lambda's published rules and the
 * concurrency that the deployment sets. Nothing is timed: it is a simulation, and the same every time.
 */
import { functionOf, graphOf, named, ofType } from "../infra/graph.ts";
import { ensurePlatform } from "../infra/platform.ts";

/** Published rules of Lambda (docs.aws.amazon.com/lambda: scaling-behavior, services-sqs-scaling). */
const rules = {
  /** Environments a function may gain in any ten seconds. */
  environments: 1_000,
  /** Batches an SQS event source begins with, and how many more it takes each minute. */
  pollers: 5,
  morePollers: 300,
  /** Environments of all functions together: what an account has at first, and what is given on request. */
  accounts: [1_000, 10_000],
};

/** Seconds: the mean turn of P5, its spread, and a cold start. */
const turn = { mean: 5, sigma: 0.6 };
const cold = 0.5;
/** How long a client waits after a refusal: doubling, with jitter. */
const retry = { first: 1, longest: 8 };

/** The same numbers each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times to come, the earliest first. */
class Agenda {
  readonly #heap: number[] = [];
  get size(): number {
    return this.#heap.length;
  }
  push(time: number): void {
    const heap = this.#heap;
    heap.push(time);
    for (let at = heap.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      const [own = 0, above = 0] = [heap[at], heap[parent]];
      if (above <= own) return;
      [heap[at], heap[parent]] = [above, own];
      at = parent;
    }
  }
  peek(): number {
    return this.#heap[0] ?? Infinity;
  }
  pop(): number {
    const heap = this.#heap;
    const first = heap[0] ?? Infinity;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const smaller = (heap[left + 1] ?? Infinity) < (heap[left] ?? Infinity) ? left + 1 : left;
      const [own = 0, below = Infinity] = [heap[at], heap[smaller]];
      if (own <= below) return first;
      [heap[at], heap[smaller]] = [below, own];
      at = smaller;
    }
  }
}

interface Capacity {
  /** The second at which the nth environment may exist; never: Infinity. */
  when(nth: number): number;
  /** A turn that finds none is refused and tried again, or waits in line. */
  refuses: boolean;
}

interface Result {
  waits: number[];
  refused: number;
}

/** How long turns take: log-normal, the same for the same seed. */
function lengths(random: () => number): () => number {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return () => turn.mean * Math.exp(turn.sigma * normal() - turn.sigma ** 2 / 2);
}

/** Turns stand in line: the next one starts when an environment becomes free, or one more may be started. */
function inLine(count: number, when: Capacity["when"]): Result {
  const length = lengths(randomFrom(count));
  const busy = new Agenda();
  const waits: number[] = [];
  let environments = 0;
  while (waits.length < count) {
    const fresh = when(environments + 1);
    const start = busy.peek() <= fresh ? busy.pop() : fresh + cold;
    if (start === fresh + cold) environments++;
    waits.push(start);
    busy.push(start + length());
  }
  return { waits, refused: 0 };
}

/** Turns that find no environment are refused, and their clients come again. */
function byRetry(count: number, when: Capacity["when"]): Result {
  const random = randomFrom(count);
  const length = lengths(random);
  const busy = new Agenda();
  const arrivals = new Agenda();
  const attempts = new Map<number, number>();
  const waits: number[] = [];
  let environments = 0;
  let idle = 0;
  let refused = 0;
  for (let at = 0; at < count; at++) arrivals.push(at * 1e-7);
  while (arrivals.size > 0) {
    const now = arrivals.pop();
    for (; busy.peek() <= now; idle++) busy.pop();
    if (idle === 0 && when(environments + 1) > now) {
      const attempt = attempts.get(now) ?? 0;
      attempts.delete(now);
      if (attempt === 0) refused++;
      let next = now + Math.min(retry.longest, retry.first * 2 ** attempt) * (0.5 + random());
      while (attempts.has(next)) next += 1e-9;
      attempts.set(next, attempt + 1);
      arrivals.push(next);
      continue;
    }
    const delay = idle > 0 ? 0 : cold;
    if (idle > 0) idle--;
    else environments++;
    waits.push(now + delay);
    busy.push(now + delay + length());
  }
  return { waits, refused };
}

const simulate = (count: number, capacity: Capacity): Result =>
  (capacity.refuses ? byRetry : inLine)(count, (nth) => capacity.when(nth));

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

ensurePlatform();
const stage = process.argv[2] ?? "production";
const graph = await graphOf({ stage });

/** What the deployment sets for a function. */
function settingsOf(id: string): { reserved: number; provisioned: number } {
  const { resource } = functionOf(graph, id);
  const reserved = resource.inputs["reservedConcurrentExecutions"];
  const warm = ofType(graph, "lambda/provisionedConcurrencyConfig:ProvisionedConcurrencyConfig").find(
    ({ name }) => name === `${id}Provisioned`,
  );
  return {
    reserved: typeof reserved === "number" ? reserved : Infinity,
    provisioned: Number(warm?.inputs["provisionedConcurrentExecutions"] ?? 0),
  };
}

const { maximumConcurrency = 1_000 } = (named(graph, "lambda/eventSourceMapping:EventSourceMapping", "WorkerSource")
  .inputs["scalingConfig"] ?? {}) as {
  maximumConcurrency?: number;
};

/** When a function has its nth environment: the warm ones at once, then by Lambda's ramp, up to what is allowed. */
const ramp =
  ({ reserved, provisioned }: ReturnType<typeof settingsOf>, account: number): Capacity["when"] =>
  (nth) =>
    nth > Math.min(account, reserved)
      ? Infinity
      : Math.max(0, (10 * (nth - provisioned - rules.environments)) / rules.environments);

/** When an event source has its nth batch at work. */
const pollers =
  (most: number): Capacity["when"] =>
  (nth) =>
    nth > most ? Infinity : Math.max(0, (60 * (nth - rules.pollers)) / rules.morePollers);

const routes: [name: string, capacity: (account: number) => Capacity][] = [
  ["streamed", (account) => ({ when: ramp(settingsOf("Stream"), account), refuses: true })],
  ["socket", (account) => ({ when: ramp(settingsOf("SocketWorker"), account), refuses: false })],
  [
    "durable",
    (account) => ({
      when: pollers(Math.min(account, settingsOf("Worker").reserved, maximumConcurrency)),
      refuses: false,
    }),
  ],
];

process.stdout.write(
  `Stage ${stage}: ${maximumConcurrency} durable turns at once, ${settingsOf("Stream").provisioned} streams and ${settingsOf("SocketWorker").provisioned} socket turns kept warm\n` +
    `Turns of ${turn.mean} s in the mean, all at once; seconds until they start\n\n` +
    "route      account    turns     p50     p90     p99     max   refused at first\n",
);
for (const [name, capacity] of routes) {
  for (const account of rules.accounts) {
    for (const count of [1_000, 10_000, 100_000]) {
      const { waits, refused } = simulate(count, capacity(account));
      const sorted = waits.toSorted((a, b) => a - b);
      const cells = [0.5, 0.9, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1).padStart(7));
      const share = refused === 0 ? "" : `${((100 * refused) / count).toFixed(0)} %`;
      process.stdout.write(
        `${name.padEnd(10)} ${String(account).padStart(7)} ${String(count).padStart(8)} ${cells.join(" ")}   ${share}\n`,
      );
    }
  }
}
process.stdout.write(
  "\nP9: 10,000 turns, p99 at most 30 s (streams and sockets, with the account's quota raised to 10,000).\n",
);
