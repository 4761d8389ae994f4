import { possibleOf } from "../language/possible-patterns.ts";
import type { Token } from "../language/tokens.ts";
import { unitNamed } from "../language/units.ts";
import { askingTurns } from "./sayings/asking.ts";
import { comparingTurns } from "./sayings/comparing.ts";
import { goingOnTurns } from "./sayings/going-on.ts";
import { peopleTurns } from "./sayings/people.ts";
import { timesTurns } from "./sayings/times.ts";
import { tradeTurns } from "./sayings/trade.ts";
import type { Turn } from "./sayings/turn.ts";

/**
 * All that is asked about a question's words as a whole, kind by kind. Each is looked for once, when
 * the sketch is begun; after the reading nobody looks at the words again.
 */
export const turns = [
  ...askingTurns,
  ...peopleTurns,
  ...comparingTurns,
  ...timesTurns,
  ...tradeTurns,
  ...goingOnTurns,
] as const satisfies readonly Turn[];

const possibleIn = possibleOf(turns.map(({ pattern }) => pattern));

/** The name of a turn of phrase. */
export type Saying = (typeof turns)[number]["name"];

/** The units in which a number of a question may count time. */
const timed = /^(millisecond|second|minute|hour)s?$/;

/** What later stages may know of a question's words. */
export interface Said {
  /** True where the question has this turn of phrase. */
  readonly has: (saying: Saying) => boolean;
  /** The words of a turn of phrase, then the parts it captures (empty where one is absent). Empty where it was not said. */
  readonly words: (saying: Saying) => readonly string[];
  /** True where a word of the question has this stem: it tells two keys to one table, or two dates of a row, apart. */
  readonly stem: (stem: string) => boolean;
  /** True where a word of at least four letters begins so, in lower case. */
  readonly begins: (start: string) => boolean;
  /** The unit of time right after a number: 10 is in minutes in "more than 10 minutes". */
  readonly unitOf: (number: number) => string | null;
  /** The unit that columns are kept in, right after a number: "km" of 10 in "over 10 kilometres". */
  readonly keptIn: (number: number) => string | null;
  /** How many words there are. */
  readonly length: number;
}

/** Recognises the turns of phrase of a question. */
export function sayingsOf(tokens: readonly Token[]): Said {
  const text = tokens.map((token) => token.text).join(" ");
  const stems = new Set(tokens.map((token) => token.stem));
  const words = text.split(" ");
  const letters = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 4);
  const units = new Map(
    tokens.flatMap(({ number }, at) => {
      const [, unit] = timed.exec(tokens[at + 1]?.lower ?? "") ?? [];
      return number === null || unit === undefined ? [] : [[number, unit] as const];
    }),
  );
  const kept = new Map(
    tokens.flatMap(({ number }, at) => {
      const unit = number === null ? undefined : unitNamed(tokens[at + 1]?.lower ?? "");
      return number === null || unit === undefined ? [] : [[number, unit] as const];
    }),
  );
  const said = new Map<Saying, readonly string[]>();
  const possible = possibleIn(text);
  for (let at = possible.indexOf(true); at >= 0; at = possible.indexOf(true, at + 1)) {
    const turn = turns[at];
    const match = turn?.pattern.exec(text) ?? null;
    if (turn !== undefined && match !== null)
      said.set(
        turn.name,
        Array.from(match, (part: string | undefined) => part ?? ""),
      );
  }
  return {
    has: (saying) => said.has(saying),
    words: (saying) => said.get(saying) ?? [],
    stem: (stem) => stems.has(stem),
    begins: (start) => letters.some((word) => word.startsWith(start)),
    keptIn: (number) => kept.get(number) ?? null,
    unitOf: (number) => units.get(number) ?? null,
    length: words.length,
  };
}
