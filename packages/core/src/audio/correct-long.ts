import { setImmediate } from "node:timers/promises";
import { correct } from "./correct.ts";

/** Characters that are read before other work gets a turn: each of their words is compared with thousands of names. */
const STRETCH_CHARACTERS = 600;
/** Characters that are corrected: twice what people say in the longest clip. What a provider makes up beyond that stays unchanged. */
const MOST_CHARACTERS = 200_000;

/** Where a stretch of the text ends: with its last sentence, or else with its last word. No name goes on over a full stop. */
function endOf(text: string, start: number): number {
  if (text.length - start <= STRETCH_CHARACTERS) return text.length;
  const stretch = text.slice(start, start + STRETCH_CHARACTERS);
  const sentence = Math.max(...[". ", "! ", "? ", "\n"].map((mark) => stretch.lastIndexOf(mark)));
  const end = sentence > 0 ? sentence : stretch.lastIndexOf(" ");
  return start + (end > 0 ? end + 1 : STRETCH_CHARACTERS);
}

/** The same as `correct`, for a transcript of up to an hour, yielding to other work meanwhile. */
export async function correctLong(text: string, vocabulary: readonly string[]): Promise<string> {
  let corrected = "";
  let start = 0;
  while (start < text.length && start < MOST_CHARACTERS) {
    const end = endOf(text, start);
    corrected += correct(text.slice(start, end), vocabulary);
    start = end;
    if (start < text.length) await setImmediate();
  }
  return corrected + text.slice(start);
}
