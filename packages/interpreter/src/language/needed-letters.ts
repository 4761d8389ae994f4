const SHORTEST_NEEDED_LETTERS = 3;

/**
 * The longest run of letters, in small ones, that is in every text a pattern matches; empty where none of three or more is sure. A text
 * without them need not be tried: most of the turns of phrase that are looked for are in no question.
 */
export function neededLetters({ source }: RegExp): string {
  const runs: string[] = [];
  let [run, depth, at] = ["", 0, 0];
  const end = () => {
    runs.push(run);
    run = "";
  };
  while (at < source.length) {
    const sign = source[at] ?? "";
    const next = afterSign(source, at);
    if (sign === ")") depth--;
    // Either side of it may be what matches.
    else if (depth === 0 && sign === "|") return "";
    // What stands before it may be missing.
    else if (depth === 0 && /[?*{]/.test(sign)) run = run.slice(0, -1);
    if (sign === "(") depth++;
    if (depth === 0 && /[^\\[\](){}?*+|^$.]/.test(sign)) run += sign;
    else end();
    at = next;
  }
  end();
  const longest = runs.reduce((best, one) => (one.length > best.length ? one : best), "");
  return longest.length < SHORTEST_NEEDED_LETTERS ? "" : longest.toLowerCase();
}

/** The place after a sign of a pattern: escapes, classes and bounds are taken as a whole. */
function afterSign(source: string, at: number): number {
  const whole = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|\{[^}]*\})/.exec(source.slice(at))?.[0];
  return at + (whole?.length ?? 1);
}
