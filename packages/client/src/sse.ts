import { ConnectionError } from "./errors.ts";

/** One Server-Sent Event as it came. */
export interface ServerSentEvent {
  event: string;
  data: string;
  /** The `id` that comes with the event itself; null without one: such an event has no place of its own. */
  id: string | null;
}

/** Milliseconds without a byte after which a stream counts as cut: the service says something every 15 s. */
const STREAM_SILENCE_MS = 45_000;

/** A byte order mark, which a stream may begin with. */
const BYTE_ORDER_MARK = 0xfeff;

/** Makes a parser that takes pieces of a stream's text, however they were cut, and returns the events that they complete. */
export function eventParser(): (text: string) => ServerSentEvent[] {
  let rest = "";
  let begun = false;
  let returned = false;
  let id: string | null = null;
  let event = "";
  let data: string | undefined;

  const takeLine = (line: string, events: ServerSentEvent[]) => {
    if (line === "") {
      if (data !== undefined) events.push({ event: event || "message", data, id });
      event = "";
      data = undefined;
      id = null;
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  };

  return (text) => {
    const events: ServerSentEvent[] = [];
    // A line feed after a carriage return that ended the piece before belongs to it.
    rest += returned && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") returned = text.endsWith("\r");
    if (!begun && rest !== "") {
      begun = true;
      if (rest.charCodeAt(0) === BYTE_ORDER_MARK) rest = rest.slice(1);
    }
    let from = 0;
    const lineEnd = /\r\n|\n|\r/g;
    for (let end = lineEnd.exec(rest); end; end = lineEnd.exec(rest)) {
      takeLine(rest.slice(from, end.index), events);
      from = lineEnd.lastIndex;
    }
    rest = rest.slice(from);
    return events;
  };
}

/**
 * Reads the events of a stream until it ends. Throws `ConnectionError` if it is cut or silent for 45 s; whoever stops
 * iterating cancels it.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parse = eventParser();
  let heardAt = Date.now();
  let silent = false;
  // Looked at now and then, rather than set anew for every piece.
  const watch = setInterval(() => {
    if (Date.now() - heardAt < STREAM_SILENCE_MS) return;
    silent = true;
    reader.cancel().catch(() => undefined);
  }, STREAM_SILENCE_MS / 9);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heardAt = Date.now();
      yield* parse(decoder.decode(value, { stream: true }));
    }
    if (silent) throw new ConnectionError("The service has fallen silent");
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError("The stream was cut", { cause: error });
  } finally {
    clearInterval(watch);
    await reader.cancel().catch(() => undefined);
  }
}
