import { onAbort } from "./abort.ts";
import { apiError } from "./api-error.ts";
import { ConnectionError, ParleyError, TurnCancelled, TurnError, ApiError } from "./errors.ts";
import type { Message } from "./generated.ts";
import type { Turn } from "./turn.ts";
import type { TurnState } from "./turn-state.ts";

/** A turn's failure as it travels. */
interface FailureLine {
  code: string;
  message: string;
  status?: number | null;
  retryable?: boolean;
  debugId?: string | null;
  retryAfter?: number | null;
  turnId?: string | null;
  type?: string;
  partial?: string;
}

/** One line: an event, or, as the last one, the final message or what the turn failed with. */
type Line = { event: string; data: unknown } | { answer: Message } | { failure: FailureLine };

function failureLine(error: unknown): FailureLine {
  if (!(error instanceof ParleyError)) return { code: "UNEXPECTED", message: "The turn failed" };
  const { code, message } = error;
  if (error instanceof ConnectionError) return { code, message, turnId: error.turnId };
  if (!(error instanceof ApiError)) return { code, message };
  const { status, retryable, debugId, retryAfter, turnId } = error;
  const type = error instanceof TurnError ? { type: error.type } : {};
  const partial = error instanceof TurnCancelled ? { partial: error.partial } : {};
  return { code, message, status, retryable, debugId, retryAfter, turnId, ...type, ...partial };
}

function errorOfLine({ message, partial, type, ...line }: FailureLine): ParleyError {
  if (line.retryable === undefined) {
    const error =
      line.code === "CONNECTION_FAILED" ? new ConnectionError(message) : new ParleyError(line.code, message);
    if (error instanceof ConnectionError) error.turnId = line.turnId ?? null;
    return error;
  }
  // Its message names the debug id already.
  const { debugId, status = null, ...rest } = line;
  const failure = {
    ...rest,
    status,
    retryable: line.retryable,
    message: message.replace(` (debug id ${debugId})`, ""),
    debugId: debugId ?? null,
  };
  if (partial !== undefined) return new TurnCancelled(partial, failure);
  if (type !== undefined || status === null) return new TurnError({ ...failure, type: type ?? "internal" });
  return apiError({ ...failure, status });
}

async function* linesOf(turn: Turn): AsyncGenerator<Line, void> {
  try {
    yield* turn;
  } catch {
    // `answer` throws it again.
  }
  try {
    yield { answer: await turn.answer() };
  } catch (error) {
    yield { failure: failureLine(error) };
  }
}

/** Writes a turn as lines of JSON. A reader that goes away stops nothing. */
export function turnToLines(turn: Turn): ReadableStream<Uint8Array> {
  const lines = linesOf(turn);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel() {
      // Not awaited: it waits for the turn's next event.
      void lines.return();
    },
  });
}

/** Yields the values of lines of JSON, however they were cut. */
async function* readLines(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Line, void> {
  const reader = stream.getReader();
  // What reads the lines may have been loaded too late to be told.
  const forget = onAbort(signal, () => void reader.cancel().catch(() => undefined));
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      // `turnToLines` wrote them.
      for (const line of lines) yield JSON.parse(line) as Line;
    }
  } catch (error) {
    throw new ConnectionError("The stream was cut", { cause: error });
  } finally {
    forget();
    await reader.cancel().catch(() => undefined);
  }
}

/** Takes a turn from its lines. Returns the final message. Throws what the turn failed with, and `ConnectionError` if they end early. */
export async function takeLines(
  stream: ReadableStream<Uint8Array>,
  state: TurnState,
  signal: AbortSignal,
): Promise<Message> {
  for await (const line of readLines(stream, signal)) {
    if ("answer" in line) return line.answer;
    if ("failure" in line) throw errorOfLine(line.failure);
    if (line.event === "restart") state.restart();
    else state.take(line);
  }
  throw new ConnectionError("The stream was cut");
}
