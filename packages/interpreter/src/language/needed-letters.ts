/** Runs of letters, in small ones, of which one is in every text that matches. */
export type Runs = readonly string[];

/** What is shorter is in too many texts. */
export const SHORTEST_RUN = 3;
/** Of more runs than these one is in most texts. */
const MOST_RUNS = 40;

/**
 * What a text must have for a pattern to match it, told from the pattern alone: of each list one of its runs of letters. None where
 * nothing is sure. Most of the turns of phrase that are looked for are in no question, and a text without their letters need not be tried.
 */
export const neededLetters = ({ source }: RegExp): readonly Runs[] => alternatives({ source, at: 0 });

/** A pattern, and how far it is read. */
interface Reading {
  source: string;
  at: number;
}

/** What is needed of what stands up to the end or the closing parenthesis, which is passed. */
function alternatives(reading: Reading): readonly Runs[] {
  const sides = [sequence(reading)];
  while (reading.source[reading.at] === "|") {
    reading.at++;
    sides.push(sequence(reading));
  }
  reading.at++;
  const [first = [], ...others] = sides;
  if (others.length === 0) return first;
  // Whichever it is has the best of its own runs.
  const runs = sides.some((lists) => lists.length === 0) ? [] : sides.flatMap(bestOf);
  return runs.length === 0 || runs.length > MOST_RUNS ? [] : [runs];
}

/** The list whose shortest run is the longest. */
const bestOf = (lists: readonly Runs[]): Runs =>
  lists.reduce((best, runs) => (shortest(runs) > shortest(best) ? runs : best));

const shortest = (runs: Runs): number =>
  runs.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);

/** Letters of which each stands for itself. */
const LETTERS = /[^\\[\](){}?*+|^$.]+/y;
/** How often what is before it stands there. */
const HOW_OFTEN = /(?:[?*+]|\{\d+(?:,\d*)?\})\??/y;
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y;
/** An escape, a class of letters, or a sign that stands for any letter or none. */
const SIGN = /\\(?:[pPu]\{[^}]*\}|k<\w+>|[^])|\[(?:\\[^]|[^\]\\])*\]|[.^$]/y;
/** A sign for a place between letters. */
const BETWEEN_LETTERS = /^(?:[$^]|\\[bB])$/;
/** A letter that would be a sign. */
const ESCAPED = /^\\\W$/;
const MAY_BE_MISSING = /^(?:[?*]|\{0)/;

/** What is needed of what stands one behind the other up to the end, "|" or ")". */
function sequence(reading: Reading): readonly Runs[] {
  const { source } = reading;
  const lists: Runs[] = [];
  let run = "";
  const end = () => {
    if (run.length >= SHORTEST_RUN) lists.push([run.toLowerCase()]);
    run = "";
  };
  for (;;) {
    const next = source[reading.at] ?? ")";
    if (next === "|" || next === ")") break;
    if (next === "(") {
      const group = taken(GROUP, reading);
      // What is looked at beside a place comes between no letters.
      if (!/[=!]$/.test(group)) end();
      const inside = alternatives(reading);
      if (!MAY_BE_MISSING.test(taken(HOW_OFTEN, reading)) && !group.endsWith("!")) lists.push(...inside);
    } else if ("\\[.^$".includes(next)) {
      const [sign, often] = [taken(SIGN, reading), taken(HOW_OFTEN, reading)];
      if (ESCAPED.test(sign) && often === "") run += sign.slice(1);
      else if (!BETWEEN_LETTERS.test(sign)) end();
    } else {
      const letters = taken(LETTERS, reading);
      if (letters === "") reading.at++;
      run += letters;
      const often = taken(HOW_OFTEN, reading);
      // It is the last letter that may be missing or stand there again.
      if (MAY_BE_MISSING.test(often)) run = run.slice(0, -1);
      if (letters === "" || often !== "") end();
    }
  }
  end();
  return lists;
}

/** What a sign is at the place, which is passed; empty where it is another one. */
function taken(sign: RegExp, reading: Reading): string {
  sign.lastIndex = reading.at;
  const found = sign.exec(reading.source)?.[0] ?? "";
  reading.at += found.length;
  return found;
}
