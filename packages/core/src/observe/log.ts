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
  const cause = error.cause instanceof Error ? error.cause.name : undefined;
  return { error: error.name, error_code: code, stack: framesOf(error), cause };
}

/** A place in a file or in Node itself, and at most the name of the function there. */
const frame = /^ +at (?:[\w$.<>[\] #]+ \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^()\s]+:\d+:\d+\)?$/;

/**
 * The frames of a stack without the message before them, whose own lines may begin as frames do: what a provider says of a
 * text that it was sent, say. A message that was set after the stack was taken is not in it; then only what is a place counts.
 */
function framesOf({ stack = "", message }: Error): string | undefined {
  const at = stack.indexOf(message);
  const after = at === -1 ? stack : stack.slice(at + message.length);
  const frames = after.split("\n").filter((line) => frame.test(line));
  return frames.slice(0, 8).join("\n") || undefined;
}
