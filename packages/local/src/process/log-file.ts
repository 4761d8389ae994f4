import { appendFileSync, renameSync, statSync } from "node:fs";

/** Bytes of a log file before it is put aside; the one put aside before it is given up. */
const LARGEST = 5_000_000;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Keeps the lines that are given to it in a file, each with its time, and the file before it beside it (`….1`): ten million
 * bytes at most. A disk that takes nothing is not a reason to stop: the terminal has the lines, too.
 */
export function logFile(path: string): (text: string) => void {
  let size = sizeOf(path);
  return (text) => {
    const time = new Date().toISOString();
    const lines = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `${time} ${line}\n`)
      .join("");
    try {
      if (size + lines.length > LARGEST) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, lines, { mode: 0o600 });
      size += lines.length;
    } catch {
      // The next line tries again.
    }
  };
}

/** True for a line of the service's own log, which never holds what people wrote; all else is for the terminal alone. */
const isLogLine = (text: string): boolean => text.startsWith('{"level":');

/** From now on the file has what this process logs, and what it complains of. */
export function keepLog(path: string, streams: Record<"stdout" | "stderr", NodeJS.WritableStream> = process): void {
  const keep = logFile(path);
  keep(JSON.stringify({ level: "info", message: "The service starts", node: process.version }));
  for (const [stream, takes] of [
    [streams.stdout, isLogLine],
    [streams.stderr, () => true],
  ] as const) {
    // A terminal that was closed, a pipe that nobody reads, a file on a full disk: told as a fault, it would be written there, too, for ever.
    stream.on("error", () => undefined);
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      if (takes(text)) keep(text);
      return write(chunk, ...rest);
    };
  }
}
