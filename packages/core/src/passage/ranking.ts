import { patience } from "@parley/datasource/introspection/patience";
import { stem } from "@parley/interpreter/language/inflection";
import { askerLanguage } from "../answer/asker-language.ts";
import { germanStems } from "./german.ts";

/** Words that say nothing about a passage. */
const common = new Set(
  `a about after also am an and any are as at be been before being but by can could did do does during ever few for from get
   give go goes going gone had happen happens has have having he her his how i if in into is it its just let many may me much must my need no not
   of on or our per please pls plz possible say says shall she should show simply so some somebody someone something still tell than thanks that the their them
   then there these they this those thx to until u ur us was we were what whats when where which while who whom whose why will with would
   you your`.split(/\s+/),
);

/** "How long", "how often": what is asked for, which the answer does not repeat. */
const adverbs = /\bhow (?:long|often|soon|far|fast|quickly|large|big|old|much (?:money|time))\b/g;

/** "what does E07 mean": a passage that says so does not say "mean". */
const meaning = /(?<=\b(?:do|does|did) .{1,80}) mean(?=\s*[?.!]*\s*$)/g;

/** Endings of contracted words: "what's", "don't", "we've". */
const contracted = /(?<=\p{L})(?:n[’']t|[’'](?:s|re|ve|ll|d|m))(?!\p{L})/gu;

/** Stems of the words that carry meaning, in their order. */
export function contentStems(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(adverbs, "how")
      .replace(meaning, "")
      .replace(contracted, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !common.has(word))
    .map((word) => (unlike.test(word) ? word.replace(/(?<=r)s$/, "") : stem(word)));
}

/** Words whose stems would be those of others: an officer is no office, and customs are no customers. */
const unlike = /^(?:officers?|customs|generators?|important|evening)$/;

/** Words that mean the same in what an organization writes down: a question may have one of them, and a passage another. */
const alike: ReadonlyMap<string, string> = new Map(
  [
    "gift present",
    "vacation holiday",
    "client customer",
    "spare replacement",
    "season seasonal",
    "hour hourly",
    "week weekly",
    "rest break",
    "price cost fee charge",
    "order purchase buy",
    "shipping delivery shipment deliver",
    "guarantee warranty",
    "package parcel",
    "staff employee personnel worker",
    "boss manager supervisor",
    "wage salary",
    "faulty defective broken",
    "fix repair",
    "rebate discount reduction",
    "telephone phone",
    "permitted allowed",
    "raise rise increase",
    "trip travel",
    "weigh weight",
    "representative rep",
    "fly flight",
    // What is done, and what it is called.
    "drive driver",
    "store storage keep kept",
    "rent rental",
    "pay payment",
    "register registration",
    "apply application",
    "insure insurance",
    "cancel cancellation",
    "reserve reservation",
    "submit submission",
    "renew renewal",
    "approve approval",
    "arrive arrival",
    "depart departure",
    "dismiss dismissal",
    "decide decision",
    "complain complaint",
    "notify notification",
    "sign signature",
    "marry marriage",
    "collect collection",
    "protect protection",
    "teach teacher",
    "pregnant pregnancy",
    "absent absence",
    "sick sickness ill illness",
    // Forms of verbs that no ending tells.
    "bring brought",
    "wear worn wore",
    "eat eaten ate",
    "choose chosen chose",
    "speak spoken spoke",
    "steal stolen stole",
    "lend lent",
    "grow grown grew",
    "throw thrown threw",
    "feed fed",
    "feel felt",
    "meet met",
    "find found",
    "catch caught",
  ].flatMap((words) => {
    const [first = "", ...others] = words.split(" ").map(stem);
    return others.map((other) => [other, first] as const);
  }),
);

/** "send it back", "goods are not taken back": what is returned. */
const SENT_BACK =
  /\b(?:send(?:ing)?|sent|g[eo]t(?:ting)?|giv(?:e|en|ing)|br(?:ing(?:ing)?|ought)|tak(?:e|en|ing))((?: (?!back\b)[\p{L}\p{N}'-]+){0,4}) back\b/giu;

/** "25 percent off": what is taken off a price is a discount, where a price is not the thing that somebody is off from. */
const PERCENT_OFF = /(?<=\d ?(?:percent|per cent|%)) off\b/giu;

/** "prices went up": they were raised. */
const GONE_UP = /\b(?:go(?:es|ing|ne)?|went)((?: (?!up\b)[\p{L}\p{N}'-]+){0,2}) up\b/giu;

/** "a twelve-year-old child": how old somebody is, which a rule compares rather than repeats. */
const OF_AGE = /\b(?:\d{1,2}|\p{L}+)[- ]year[- ]olds?\b/giu;

/** Stems of a text's words that carry meaning, those that mean the same alike. */
export const comparableStems = (text: string): string[] =>
  contentStems(
    text
      .replace(SENT_BACK, "return$1")
      .replace(PERCENT_OFF, " discount")
      .replace(GONE_UP, "rise$1")
      .replace(OF_AGE, ""),
  ).map(comparable);

const comparable = (word: string): string => alike.get(word) ?? word;

/** The words of a question, and how texts are looked through for them: by the endings and small words of its language. */
export interface AskedWords {
  /** Stems of the question's words, each once. */
  wanted: readonly string[];
  /** Stems of a text's words that carry meaning, those that mean the same alike. */
  stems: (text: string) => string[];
  /** Which of the wanted ones a stem is. */
  placeOf: (stem: string) => number | undefined;
}

/** The words that a question asks for. */
export function askedWords(question: string): AskedWords {
  const isGerman = askerLanguage({ message: question, history: [] }) === "de";
  const stems = isGerman ? germanStems : comparableStems;
  const wanted = [...new Set(stems(question))];
  const places = new Map(wanted.map((word, place) => [word, place]));
  const placeOf = (word: string) => places.get(word) ?? (isGerman ? partOf(word, wanted) : undefined);
  return { wanted, stems, placeOf };
}

/** Letters that a word has which is found as a part of a longer one. */
const PART_LETTERS = 5;

/** "Urlaub" in "Urlaubstage", and the other way round. */
function partOf(word: string, wanted: readonly string[]): number | undefined {
  const at = wanted.findIndex(
    (one) =>
      (one.length >= PART_LETTERS && (word.startsWith(one) || word.endsWith(one))) ||
      (word.length >= PART_LETTERS && one.startsWith(word)),
  );
  return at === -1 ? undefined : at;
}

export interface Ranked<T> {
  item: T;
  score: number;
  /** Share of the query's distinct words that occur in it, weighed by how rare they are: 0 to 1. */
  coverage: number;
  /** Share of the query's distinct words that occur in it, each counted alike. */
  share: number;
}

const K = 1.2;
const B = 0.75;

/** The rank of a text among all that were counted. */
export interface Standing extends Omit<Ranked<never>, "item"> {
  /** Which of the texts it is: 0 is the first. */
  number: number;
}

/** Ranks texts that come one after another. It keeps only a few numbers for each text that has a word of the query. */
export interface Ranking {
  count(text: string): void;
  /** Counts one of many texts and yields to other work meanwhile. */
  countPatiently(text: string): Promise<void>;
  /** The texts with a word of the query by BM25 over stems, best first. */
  best(limit: number): Standing[];
}

/** "a sofa of 40 kg": how much of it there is, which a rule compares rather than repeats. */
const MEASURED =
  /(?<![\p{L}\p{N}])(\d[\d.,]*)(?= ?(?:kg|g|km|cm|mm|m|inch(?:es)?|miles?|lit(?:re|er)s?|[kmg]b|euros?|dollars?|pounds?|percent|prozent|minutes?|hours?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|people|persons?|personen)(?!\p{L})| ?[€$£%])/giu;

/** A ranking of texts against a query. A number of something counts as a word of it if a text has it. */
export function startRanking(query: string): Ranking {
  const { wanted, stems: stemsIn, placeOf } = askedWords(query);
  const measured = new Set(Array.from(query.matchAll(MEASURED), ([, number = ""]) => placeOf(number)));
  /** The number of texts each word of the query occurs in. */
  const holding = wanted.map(() => 0);
  /** Row by row: the text's number and length, how many of the query's words it has, and these with their counts. */
  const rows: number[] = [];
  const sums = { texts: 0, length: 0 };
  const others = patience();

  function count(text: string): void {
    const stems = stemsIn(text);
    const counts = new Map<number, number>();
    for (const word of stems) {
      const place = placeOf(word);
      if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    if (counts.size > 0) {
      rows.push(sums.texts, stems.length, counts.size);
      for (const [place, times] of [...counts].toSorted(([a], [b]) => a - b)) {
        rows.push(place, times);
        holding[place] = (holding[place] ?? 0) + 1;
      }
    }
    sums.texts += 1;
    sums.length += stems.length;
  }

  async function countPatiently(text: string): Promise<void> {
    count(text);
    await others();
  }

  return { count, countPatiently, best: (limit) => bestOf(rows, holding, { ...sums, measured }, limit) };
}

function bestOf(
  rows: readonly number[],
  holding: readonly number[],
  sums: { texts: number; length: number; measured: ReadonlySet<number | undefined> },
  limit: number,
): Standing[] {
  const average = sums.length / sums.texts || 1;
  const isAsked = holding.map((texts, place) => texts > 0 || !sums.measured.has(place));
  const weights = holding.map((texts, place) => (isAsked[place] ? rarity(texts, sums.texts) : 0));
  const asked = isAsked.filter(Boolean).length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const best: Standing[] = [];
  for (let at = 0; at < rows.length;) {
    const [number = 0, length = 0, found = 0] = rows.slice(at, at + 3);
    at += 3;
    let score = 0;
    let covered = 0;
    for (const end = at + 2 * found; at < end; at += 2) {
      const weight = weights[rows[at] ?? 0] ?? 0;
      const times = rows[at + 1] ?? 0;
      covered += weight;
      score += (weight * times * (K + 1)) / (times + K * (1 - B + (B * length) / average));
    }
    keep(best, { number, score, coverage: covered / total, share: found / asked }, limit);
  }
  return best;
}

/** Adds a text to the best, after those that are equally good, if it is one of them. */
function keep(best: Standing[], standing: Standing, limit: number): void {
  if (best.length >= limit && standing.score <= (best.at(-1)?.score ?? 0)) return;
  let place = best.length;
  while (place > 0 && (best[place - 1]?.score ?? 0) < standing.score) place -= 1;
  best.splice(place, 0, standing);
  if (best.length > limit) best.pop();
}

const rarity = (holding: number, all: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** Ranks items by BM25 over stems, best first; items without a word of the query are left out. */
export function rank<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): Ranked<T>[] {
  const ranking = startRanking(query);
  for (const item of items) ranking.count(textOf(item));
  return rankedOf(items, ranking.best(limit));
}

/** Ranks the passages of files, which may be 25 MB, and yields to other work meanwhile. */
export async function rankPassages<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
  limit: number,
): Promise<Ranked<T>[]> {
  const ranking = startRanking(query);
  for (const item of items) await ranking.countPatiently(textOf(item));
  return rankedOf(items, ranking.best(limit));
}

const rankedOf = <T>(items: readonly T[], best: readonly Standing[]): Ranked<T>[] =>
  best.flatMap(({ number, ...standing }) => items.slice(number, number + 1).map((item) => ({ item, ...standing })));
