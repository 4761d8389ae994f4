import { deflateRawSync, inflateRawSync } from "node:zlib";

/** What is kept deflated has at most this many bytes: a message with its tools has 0.7 MB of them, a batch of a log 0.4. */
const INFLATED_BYTES = 1024 * 1024;

/** A text, as short as it gets; with a dictionary it is read with the same one only. */
export const deflated = (text: string, dictionary?: Buffer): Uint8Array =>
  deflateRawSync(text, dictionary && { dictionary });

/** The text that was deflated. Throws for what is none, or is far longer than anything that is kept. */
export const inflated = (bytes: Uint8Array, dictionary?: Buffer): string =>
  inflateRawSync(bytes, { maxOutputLength: INFLATED_BYTES, ...(dictionary && { dictionary }) }).toString();
