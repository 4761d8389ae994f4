import * as v from "valibot";
import type { Passage } from "./passage.ts";

/** Raised when readers learn to read more: what an older one found is then read again. */
const READER_VERSION = 1;

const Reading = v.variant("kind", [
  v.object({ kind: v.literal("unread"), reason: v.string(), lasting: v.boolean() }),
  v.object({ kind: v.literal("text"), passages: v.array(v.object({ place: v.string(), text: v.string() })) }),
]);
const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.optional(v.number()), reading: v.optional(v.unknown()) }),
);

/** The text that was found in a file. */
export interface FoundText {
  kind: "text";
  passages: Passage[];
}

/** Why a file could not be read. `lasting`: trying again would not change it. */
export interface Unread {
  kind: "unread";
  reason: string;
  lasting: boolean;
}

/** What can be kept of reading a file, a document or an upload: its text, or why it has none. */
export type KeptReading = FoundText | Unread;

/** What reading a file came to, as it is kept beside the file. */
export const readingText = (reading: KeptReading): string => JSON.stringify({ version: READER_VERSION, reading });

/** What was kept; undefined if nothing was, or if this version would read the file differently. */
export function readingIn(kept: string | undefined): KeptReading | undefined {
  if (kept === undefined) return undefined;
  const { version, reading } = v.parse(Kept, kept);
  return version === READER_VERSION ? v.parse(Reading, reading) : undefined;
}
