import { ConnectionError } from "./errors.ts";
import type { SourcedEvent } from "./turn-state.ts";

/** One Server-Sent Event as it came. */
export interface ServerSentEvent {
  event: string;
  data: string;
  /** The `id` that comes with the event itself; null without one: such an event has no place of its own. */
  id: string | null;
}

/** Milliseconds without a byte after which a stream counts as cut: the service says something every 15 s. */
const STREAM_SILENCE_MS = 45_000;

/** Makes a parser that takes pieces of a stream's text, however they were cut, and returns the events that they complete. */
export function eventParser(): (text: string) => ServerSentEvent[] {
  let rest = "";
  let returned = false;
  let id: string | null = null;
  let event = "";
  let data: string[] = [];

  const takeLine = (line: string, events: ServerSentEvent[]) => {
    if (line === "") {
      if (data.length > 0) events.push({ event: event || "message", data: data.join("\n"), id });
      event = "";
      data = [];
      id = null;
      return;
    }
    const [, field, value = ""] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  };

  return (text) => {
    const events: ServerSentEvent[] = [];
    // A line feed after a carriage return that ended the piece before belongs to it.
    const lines = (returned && text.startsWith("\n") ? text.slice(1) : text).split(/\r\n?|\n/);
    // No line ends in what is left of the piece before. It is not searched again: a table comes in hundreds of pieces.
    lines[0] = rest + (lines[0] ?? "");
    if (text !== "") returned = text.endsWith("\r");
    rest = lines.pop() ?? "";
    for (const line of lines) takeLine(line, events);
    return events;
  };
}

/**
 * Reads the events of a stream until it ends, their data as JSON. Throws `ConnectionError` if it is cut, damaged or silent for
 * 45 s; whoever stops iterating cancels it.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SourcedEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
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
      for (const { event, data, id } of parse(decoder.decode(value, { stream: true }))) {
        yield { event, data: JSON.parse(data), id: id ? Number(id) : null };
      }
    }
    if (silent) throw new ConnectionError("The service is silent");
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError("The stream was cut", { cause: error });
  } finally {
    clearInterval(watch);
    await reader.cancel().catch(() => undefined);
  }
}
