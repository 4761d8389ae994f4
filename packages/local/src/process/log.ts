import { log as write } from "@parley/core/observe/log";

export interface Log {
  info(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface LogFields {
  error?: unknown;
  [name: string]: unknown;
}

/** The service's own log: of an error only its name and frames, never its message, which may hold what must not be logged. */
const line =
  (level: "info" | "error") =>
  (message: string, { error, ...fields }: LogFields = {}): void =>
    write(
      level,
      message,
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      error,
    );

export const serviceLog: Log = { info: line("info"), error: line("error") };
