import { type FloodKind, floodKinds } from "../../support/model-server.ts";

/**
 * The scripted model writes into each token when it was sent, in four letters (milliseconds, base 26, turning over after
 * seven minutes) and a space: about the length of a token of English. So a reader of the text knows how late each token is,
 * and whether one is missing, doubled or out of order. No digits: they would be numbers that an answer has to have from somewhere.
 */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const TURN = LETTERS.length ** 4;

const letterOf = (time: number, place: number) =>
  LETTERS.charAt(Math.floor(time / LETTERS.length ** place) % LETTERS.length);
const timeOf = (letters: string) =>
  Array.from(letters).reduce((time, letter) => time * LETTERS.length + LETTERS.indexOf(letter), 0);

export const stamp = (): string => {
  const now = Date.now();
  return `${[3, 2, 1, 0].map((place) => letterOf(now, place)).join("")} `;
};

/** When the tokens of a text were sent, in ms since 1970; the text came at `now`. */
export function sentTimes(text: string, now: number): number[] {
  const times: number[] = [];
  for (let at = 0; at + 5 <= text.length; at += 5) {
    const age = (((now - timeOf(text.slice(at, at + 4))) % TURN) + TURN) % TURN;
    // If the other clock was read a moment earlier than this one, that is not an age of minutes.
    times.push(now - (age > TURN / 2 ? age - TURN : age));
  }
  return times;
}

/**
 * What the scripted model does: how many tokens, how many milliseconds apart, and whether it asks the database before; or that it
 * writes something without end, as fast as it is read.
 */
export interface Script {
  tokens: number;
  everyMs: number;
  asksDatabase?: boolean;
  flood?: FloodKind | undefined;
}

export const question = ({ tokens, everyMs, asksDatabase = false, flood }: Script): string =>
  `tokens=${tokens} every=${everyMs}${asksDatabase ? " database" : ""}${flood === undefined ? "" : ` flood=${flood}`}`;

const isFlood = (text: string | undefined): text is FloodKind => floodKinds.some((kind) => kind === text);

export function parseQuestion(text: string): Script {
  const [, tokens = "1", everyMs = "0", asks, flood] =
    /tokens=(\d+) every=(\d+)( database)?(?: flood=(\w+))?/.exec(text) ?? [];
  return {
    tokens: Number(tokens),
    everyMs: Number(everyMs),
    asksDatabase: asks !== undefined,
    flood: isFlood(flood) ? flood : undefined,
  };
}
