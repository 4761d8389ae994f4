import { type ChildProcess, fork } from "node:child_process";
import { bareEnvironment } from "../bare-environment.ts";
import { timedOut, needsMemory, unavailable } from "../failure.ts";
import type { Pooled } from "../pool/idle.ts";
import type { RunOptions } from "../types.ts";

/** A process that holds a file, one statement at a time. */
export interface Holder<Statement, Answer> extends Pooled {
  /** Sends a statement and awaits its answer; abort and timeout end the process. Throws `DatasourceError` or the signal's reason. */
  ask(statement: Statement, options: Pick<RunOptions, "signal" | "timeout_ms">): Promise<Answer>;
}

/** Starts a program that answers statements. Nothing that waits for work keeps this process alive. */
export function startHolder<Statement extends object, Answer>(
  program: URL,
  given: readonly string[],
): Holder<Statement, Answer> {
  const child = fork(program, given, {
    serialization: "advanced",
    // For the rows on their way; what the engine holds, the process bounds itself.
    execArgv: ["--disable-warning=ExperimentalWarning", "--max-old-space-size=256"],
    env: bareEnvironment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let broken = false;
  for (const event of ["exit", "error", "disconnect"]) {
    child.once(event, () => {
      broken = true;
    });
  }
  const destroy = () => {
    broken = true;
    child.kill("SIGKILL");
  };
  // A process that waits for work must not keep this one alive.
  child.unref();
  child.channel?.unref();
  return {
    get broken() {
      return broken;
    },
    destroy,
    end: async () => destroy(),
    ask: (statement, options) => ask<Answer>(child, statement, options, destroy),
  };
}

/**
 * What ends the process if it holds too much: its own check (see `sqlite-process.ts` and `duckdb-process.ts`, which import
 * nothing), or, if rows come faster than it checks, its JavaScript engine.
 */
const MEMORY_SIGNALS: ReadonlySet<string | null> = new Set(["SIGUSR2", "SIGABRT"]);

function ask<Answer>(
  child: ChildProcess,
  statement: object,
  { signal, timeout_ms }: Pick<RunOptions, "signal" | "timeout_ms">,
  kill: () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      kill();
      settle(() => reject(timedOut(timeout_ms)));
    }, timeout_ms);
    const abort = () => {
      kill();
      settle(() => reject(signal.reason));
    };
    const answered = (answer: Answer) => settle(() => resolve(answer));
    const gone = (_code?: number | null, killedBy: NodeJS.Signals | null = null) => {
      kill();
      const ended = MEMORY_SIGNALS.has(killedBy) ? needsMemory() : unavailable("The database's process ended.");
      settle(() => reject(ended));
    };
    function settle(how: () => void): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      child.off("message", answered);
      child.off("exit", gone);
      child.channel?.unref();
      how();
    }
    if (signal.aborted) return abort();
    if (child.exitCode !== null || child.signalCode !== null) return gone();
    signal.addEventListener("abort", abort, { once: true });
    child.on("message", answered);
    child.once("exit", gone);
    child.channel?.ref();
    child.send(statement, (error) => {
      if (error) gone();
    });
  });
}
