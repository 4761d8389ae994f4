import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createTextAhead } from "./text-ahead.ts";
import type { WireEvent } from "./event-joiner.ts";

/**
 * Text of a model's stream goes past its provider's client, where each event passes four streams and a schema. The client gets the
 * same events as one before whatever follows them, and whoever reads its parts, and knows the text by then, takes nothing of that.
 *
 * Which events are text the client itself has shown: the last event that it got has become the last part that came from it, with
 * the very same words. Nothing may be on its way through it then: it was given nothing since the process last looked at its
 * sockets, so that all that it does at once is done, and its reader waits.
 */
export type WireBypass = ReturnType<typeof createWireBypass>;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of an event's piece, which is written as in JSON, a character for each byte; undefined if it is none, such as a piece
 * of a character: the client may read that together with the next one.
 */
function textOf(piece: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${utf8.decode(Buffer.from(piece, "latin1"))}"`);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The way past a provider's client, for one call. */
export function createWireBypass() {
  const ahead = createTextAhead();
  /** The last event that the client was given, if it was a piece of a text. */
  let given: { shape: string; text: string } | undefined;
  /** How often it was given something, and up to which of these all is done. */
  let gifts = 0;
  let done = 0;
  /** The last part that came from it, if it was text. */
  let told: { id: string; text: string } | undefined;
  /** Events of this shape are text. */
  let textShape: string | undefined;
  let isReading = false;

  const isText = ({ shape }: WireEvent) =>
    shape !== undefined &&
    (shape === textShape ||
      (shape === given?.shape && given.text !== "" && given.text === told?.text && done === gifts));

  return {
    take: () => ahead.take(),
    coming: () => ahead.coming(),

    /** The client is given an event. */
    giving({ shape, piece }: WireEvent): void {
      textShape = undefined;
      given = shape === undefined ? undefined : { shape, text: textOf(piece) ?? "" };
      const gift = ++gifts;
      setImmediate(() => (done = gift));
    },

    /** The text of an event goes past the client; false if it has to go through it. */
    give(event: WireEvent): boolean {
      if (!isReading || !isText(event)) return false;
      const text = textOf(event.piece);
      if (text === undefined) return false;
      textShape = event.shape;
      ahead.put(text);
      return true;
    },

    /** Whether the client's reader waits for its next part. */
    reads(now: boolean): void {
      isReading = now;
    },

    /** A part has come from the client; returns what of it is new, undefined if nothing is. */
    receive(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart | undefined {
      if (part.type !== "text-delta" || part.providerMetadata) {
        told = undefined;
        return part;
      }
      told = { id: part.id, text: part.delta };
      const delta = ahead.unknown(part.delta);
      return delta === "" && part.delta !== "" ? undefined : { ...part, delta };
    },

    /** A piece of the text that was told last. */
    partOf: (text: string): LanguageModelV4StreamPart => ({ type: "text-delta", id: told?.id ?? "", delta: text }),
  };
}

/** A call and its request have their signal in common: it is all of the call that a provider's client hands on to `fetch`. */
const bypasses = new WeakMap<AbortSignal, WireBypass>();

/** The way past the client for the call that `signal` ends. */
export function wireBypassFor(signal: AbortSignal): WireBypass {
  const bypass = createWireBypass();
  bypasses.set(signal, bypass);
  return bypass;
}

/** The way past the client of the request that `signal` ends, if there is one. */
export const wireBypassOf = (signal: AbortSignal | null | undefined): WireBypass | undefined =>
  signal ? bypasses.get(signal) : undefined;
