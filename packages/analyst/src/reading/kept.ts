import * as v from "valibot";
import type { Found, Unread } from "./job.ts";

/** Raised when readers learn to read more: what an older one found is then ignored. */
const VERSION = 1;

const Reading = v.variant("kind", [
  v.object({ kind: v.literal("unread"), reason: v.string(), lasting: v.boolean() }),
  v.object({ kind: v.literal("text"), passages: v.array(v.object({ place: v.string(), text: v.string() })) }),
]);
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ version: v.number(), reading: v.unknown() }));

type Keepable = Extract<Found, { kind: "text" }> | Unread;

/** The result of reading a file, as it is kept beside the file. */
export const readingText = (reading: Keepable): string => JSON.stringify({ version: VERSION, reading });

/** What was kept; undefined if nothing was, or if this version would read the file differently. */
export function readingIn(kept: string | undefined): Keepable | undefined {
  if (kept === undefined) return undefined;
  const { version, reading } = v.parse(Kept, kept);
  return version === VERSION ? v.parse(Reading, reading) : undefined;
}
