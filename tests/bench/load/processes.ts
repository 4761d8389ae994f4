import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a child process of the benchmarks can be asked, and what it answers. */
export type Calls = Record<string, (argument: never) => unknown>;
type ArgumentOf<C extends Calls, Name extends keyof C> = Parameters<C[Name]>[0];
type AnswerOf<C extends Calls, Name extends keyof C> = Awaited<ReturnType<C[Name]>>;

interface Asked {
  id: number;
  name: string;
  argument: unknown;
}
type Answered = { id: number; answer: unknown } | { id: number; fault: string };

export interface Child<C extends Calls> {
  pid: number;
  ask<Name extends keyof C & string>(name: Name, argument: ArgumentOf<C, Name>): Promise<AnswerOf<C, Name>>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  /** A folder for CPU profiles. */
  profile?: string | undefined;
  execArgv?: string[];
}

/** Runs one of the benchmarks' modules in a process of its own. It ends when this one does. */
export function startChild<C extends Calls>(module: URL, { env, profile, execArgv = [] }: ChildOptions = {}): Child<C> {
  const profiling = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const child = fork(fileURLToPath(module), [], {
    env: { ...process.env, ...env },
    execArgv: [...execArgv, ...profiling],
    // The service writes a line for each turn: the cost stays, but it is not read here.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (fault: Error) => void }>();
  let asked = 0;
  child.on("message", (message: Answered) => {
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if ("fault" in message) waiter?.reject(new Error(message.fault));
    // The child answers what its own type says.
    else waiter?.resolve(message.answer as never);
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${module.pathname} has ended`));
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, argument } satisfies Asked);
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.disconnect();
      const forced = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await ended;
      clearTimeout(forced);
    },
  };
}

/** The child's side: answers what it is asked, and runs `stop` when its parent has gone. */
export function serve(calls: Calls, stop: () => Promise<void>): void {
  process.on("message", ({ id, name, argument }: Asked) => {
    const call = calls[name];
    Promise.resolve()
      .then(() => {
        if (!call) throw new Error(`nothing is called ${name}`);
        // The asker's type is this table's.
        return call(argument as never);
      })
      .then(
        (answer) => process.send?.({ id, answer } satisfies Answered),
        (error: unknown) => process.send?.({ id, fault: String(error) } satisfies Answered),
      );
  });
  process.once("disconnect", () => {
    void stop().finally(() => process.exit(0));
  });
  process.on("SIGINT", () => undefined); // the parent decides
}

const field = (pid: number, name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN,
  );

/** Resident memory of a process in bytes (Linux): now, and its peak since `forgetPeak`. */
export const residentMemory = (pid: number) => ({ now: field(pid, "VmRSS") * 1024, peak: field(pid, "VmHWM") * 1024 });

/** Lets the peak of a process's resident memory begin again from now. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
