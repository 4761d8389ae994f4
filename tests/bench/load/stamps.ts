/**
 * The scripted model writes into each token when it was sent, in four characters (milliseconds, base 36, turning over
 * after 28 minutes) and a space: about the length of a token of English. So a reader of the text knows how late each
 * token is, and whether one is missing, doubled or out of order.
 */
const TURN = 36 ** 4;

export const stamp = (): string => `${(Date.now() % TURN).toString(36).padStart(4, "0")} `;

/** When the tokens of a text were sent, in ms since 1970; the text came at `now`. */
export function sentTimes(text: string, now: number): number[] {
  const times: number[] = [];
  for (let at = 0; at + 5 <= text.length; at += 5) {
    const age = (((now - Number.parseInt(text.slice(at, at + 4), 36)) % TURN) + TURN) % TURN;
    // If the other clock was read a moment earlier than this one, that is not an age of 28 minutes.
    times.push(now - (age > TURN / 2 ? age - TURN : age));
  }
  return times;
}

/** What the scripted model is asked: how many tokens, how many milliseconds apart. */
export const question = (tokens: number, everyMs: number): string => `tokens=${tokens} every=${everyMs}`;

export function parseQuestion(text: string): { tokens: number; everyMs: number } {
  const [, tokens = "1", everyMs = "0"] = /tokens=(\d+) every=(\d+)/.exec(text) ?? [];
  return { tokens: Number(tokens), everyMs: Number(everyMs) };
}
