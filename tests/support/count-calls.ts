import type { TestTable } from "./table.ts";

export interface CountedCall {
  command: string;
  started: number;
  ended: number;
  /** Capacity units consumed. */
  read: number;
  write: number;
}

export interface CallCount {
  calls: number;
  /** The longest chain of calls in which each began after the one before had ended. */
  depth: number;
  read: number;
  write: number;
  commands: string[];
}

interface Consumed {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

const reads = new Set(["GetItemCommand", "BatchGetItemCommand", "QueryCommand"]);

/** The emulator's and DynamoDB's answers carry one record of consumption or a list of them. */
function consumed(output: object): Consumed[] {
  const given: unknown = "ConsumedCapacity" in output ? output.ConsumedCapacity : undefined;
  const all: unknown[] = Array.isArray(given) ? given : [given];
  return all.filter((entry): entry is Consumed => typeof entry === "object" && entry !== null);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function depthOf(calls: readonly CountedCall[]): number {
  const depths: number[] = [];
  calls.forEach((call, position) => {
    const before = calls.slice(0, position).map((other, at) => (other.ended <= call.started ? (depths[at] ?? 0) : 0));
    depths.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...depths);
}

export interface CallCounter {
  /** What is called until `work` has ended; calls that are still under way then are not counted. */
  during(work: () => Promise<unknown>): Promise<CallCount>;
  /** Counts a call of another service. */
  counted<T>(command: string, work: () => Promise<T>): Promise<T>;
}

/** Counts a table's calls, how deep they lie one after another, and the capacity they consume. */
export function countCalls(table: TestTable): CallCounter {
  let calls: CountedCall[] = [];
  let tick = 0;
  table.intercept("countCalls", async ({ command, input }, send) => {
    Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
    const call: CountedCall = { command, started: (tick += 1), ended: Infinity, read: 0, write: 0 };
    calls.push(call);
    try {
      const output = await send();
      const used = consumed(output);
      const units = sum(used.map(({ CapacityUnits = 0 }) => CapacityUnits));
      if (reads.has(command)) call.read = units;
      else call.write = units;
      return output;
    } finally {
      call.ended = tick += 1;
    }
  });
  return {
    async during(work) {
      calls = [];
      await work();
      const ended = calls.filter((call) => call.ended < Infinity);
      return {
        calls: ended.length,
        depth: depthOf(ended),
        read: sum(ended.map(({ read }) => read)),
        write: sum(ended.map(({ write }) => write)),
        commands: ended.map(({ command }) => command),
      };
    },
    async counted(command, work) {
      const call: CountedCall = { command, started: (tick += 1), ended: Infinity, read: 0, write: 0 };
      calls.push(call);
      try {
        return await work();
      } finally {
        call.ended = tick += 1;
      }
    },
  };
}
