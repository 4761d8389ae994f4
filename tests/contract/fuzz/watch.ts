import { canary } from "./values.ts";

/** Faults of what the contract lets fail: a provider that is not there, or says no. */
const visible = /"code":"(VOICE_NOT_CONFIGURED|TRANSCRIPTION_FAILED)"/;

const isFault = (line: string, isError: boolean): boolean =>
  line.includes(canary) || (line.startsWith("{") ? /"level":"error"/.test(line) && !visible.test(line) : isError);

export type Watch = ReturnType<typeof watchProcess>;

/**
 * Keeps what this process logs from being shown, and of it what no request may cause: lines of level `error`, lines that
 * say again what a request said, and unhandled rejections.
 */
export function watchProcess() {
  const faults: string[] = [];
  const methods = ["log", "error", "warn"] as const;
  const originals = methods.map((method) => [method, console[method]] as const);
  for (const method of methods) {
    console[method] = (...args: unknown[]) => {
      const line = args.map((arg) => (arg instanceof Error ? arg.stack : String(arg))).join(" ");
      if (isFault(line, method === "error")) faults.push(line);
    };
  }
  const onRejection = (reason: unknown): void =>
    void faults.push(`unhandled rejection: ${reason instanceof Error ? reason.stack : String(reason)}`);
  process.on("unhandledRejection", onRejection);
  const taken = (lines: string[]): string[] => {
    for (const line of lines) faults.splice(faults.indexOf(line), 1);
    return lines;
  };
  return {
    /** The faults that were logged for a request, which are then forgotten. */
    faultsOf: (requestId: string): string[] =>
      faults.length === 0 ? [] : taken(faults.filter((line) => line.includes(requestId))),
    /** The others so far, which are then forgotten. */
    others: (): string[] => taken([...faults]),
    stop(): void {
      for (const [method, original] of originals) console[method] = original;
      process.off("unhandledRejection", onRejection);
    },
  };
}
