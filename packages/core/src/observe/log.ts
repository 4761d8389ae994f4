import { AsyncLocalStorage } from "node:async_hooks";

type Fields = Record<string, string | number | boolean | null | undefined>;
type Level = "debug" | "info" | "warn" | "error";

const ranks: Record<Level, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const context = new AsyncLocalStorage<Fields>();

/** Runs `work` with fields (request id, turn id, organization id, …) that every line logged by it carries. */
export const withLogFields = <T>(fields: Fields, work: () => T): T =>
  context.run({ ...context.getStore(), ...fields }, work);

/**
 * Structured logging: a static message and fields. Never message text, rows, tokens, secrets or e-mail addresses:
 * only an error's name, code and stack frames are written, not its message.
 */
export function log(level: Level, message: string, fields: Fields = {}, error?: unknown): void {
  const threshold = process.env["LOG_LEVEL"];
  if (ranks[level] < (threshold && threshold in ranks ? ranks[threshold as Level] : ranks.info)) return;
  const line = { level, message, ...context.getStore(), ...fields, ...(error !== undefined && describe(error)) };
  write(level, JSON.stringify(line));
}

/** With JSON logging, Lambda would wrap what goes through the console as the text of another line. */
function write(level: Level, line: string): void {
  if (process.env["AWS_LAMBDA_LOG_FORMAT"] === "JSON") process.stdout.write(`${line}\n`);
  else (level === "error" || level === "warn" ? console.error : console.log)(line);
}

function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code =
    "code" in error && (typeof error.code === "string" || typeof error.code === "number") ? error.code : undefined;
  const frames = error.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 8)
    .join("\n");
  const cause = error.cause instanceof Error ? error.cause.name : undefined;
  return { error: error.name, error_code: code, stack: frames, cause };
}
