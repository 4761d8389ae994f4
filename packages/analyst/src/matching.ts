import type { QueryEntry } from "@parley/core/query/matching-index";
import type { QuestionQuery } from "@parley/core/answer/answer";
import { patience } from "@parley/datasource/introspection/patience";
import { contentStems } from "@parley/core/passage/ranking";
import { nameStems } from "./schema/asked.ts";
import { stem } from "@parley/interpreter/language/inflection";
import type { Reading } from "@parley/interpreter/question";
import { readingAlone, readingOf } from "./readings.ts";
import type { Session, Source } from "./answer-session.ts";

/** How a message relates to the saved queries (D46). */
export interface Match {
  /** A query that says the same: it is run, or its prompt is what is asked if it has no SQL. */
  same: QuestionQuery | null;
  /** Queries about the same things, best first: examples for the agent. */
  similar: QuestionQuery[];
}

/** Queries that are read whole: the examples, and those that may say the same. */
const CANDIDATES = 10;
/** Queries whose reading is compared with the message's. */
const QUERIES_READ = 3;
/** A reading that may stand for the words. */
const SURE_MATCH = 0.6;

/**
 * Ranks the saved queries by what the message is about. One is run only if it asks the same: the message is its title, the
 * same words apart from their forms and small words, or the same reading; and only if its SQL needs no values.
 */
export async function matchQueries(session: Session, { byModel }: { byModel: boolean }): Promise<Match> {
  const { message, saved_queries, integration } = session.question;
  const isHere = ({ integration_id }: QueryEntry) => integration_id === undefined || integration_id === integration?.id;
  const ids = await rankQueries(message, saved_queries.entries.filter(isHere), CANDIDATES);
  const found = ids.length === 0 ? [] : await saved_queries.read(ids);
  const order = new Map(ids.map((id, at) => [id, at]));
  const similar = found.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const complete = similar.filter(
    (query) => query.parameters.length === 0 && (session.integration || query.sql === null),
  );
  const runnable = complete.filter((query) => query.sql !== null);
  const same =
    complete.find(({ title }) => namesTitle(message, title)) ??
    runnable.find((query) => wordings(query).some((wording) => sameWords(wording, message)));
  if (same) return { same: (await mayAnswer(session, same, byModel)) ? same : null, similar };
  if (!session.integration || runnable.length === 0) return { same: null, similar };
  const read = await sameReading(session, session.integration, runnable.slice(0, QUERIES_READ));
  return { same: read && (await mayAnswer(session, read, byModel)) ? read : null, similar };
}

/** Words that call for something saved. */
const calling = /\b(?:run|execute|open|saved|report|query)\b/i;

/**
 * True where a query may answer in place of the agent: a conversation that it would ignore must not change what is asked. In the
 * middle of one it has to be called for by its title, or the interpreter, where it answers, reads the message as it would alone.
 * One without SQL is only what is asked, which is answered with the conversation.
 */
async function mayAnswer(session: Session, query: QuestionQuery, byModel: boolean): Promise<boolean> {
  const { message, history } = session.question;
  if (query.sql === null || !history.some(({ role }) => role === "user")) return true;
  if (calling.test(message) && namesTitle(message, query.title)) return true;
  if (byModel || !session.integration) return false;
  const [here, alone] = [
    await readingOf(session, session.integration, message),
    await readingAlone(session, session.integration, message),
  ];
  // What is not read at all is not read with the conversation either.
  return here.kind !== "query" || comparable(here) === comparable(alone);
}

/**
 * Words of asking, counting, comparing and of time: they say what is wanted of a subject and are not a subject. Two queries
 * that share nothing else are about different things.
 */
const general = new Set(
  `about above all amount average avg best biggest breakdown by change chart compare comparison compared count current
   daily day days detail details develop development difference display distribution each every explain figure figures
   first found give graph group grouped growth grow highest how increase kind largest last latest least less list long
   lowest many mean month monthly more most much name names new next now number numbers old one only
   other overview past per percent percentage period plot previous quarter quarterly question rank ranking ranked
   rate ratio reason recent report result results row rows share show shown single smallest sort sorted split sum
   summary table tell ten than this three time today top total totals trend two type value values versus week weekly
   worst year yearly years yesterday`
    .split(/\s+/)
    .map(stem),
);

/** How much a word counts, by its place: an author chooses title and keywords, a prompt has words of all kinds. */
const weights = { title: 3, keywords: 3, names: 2, about: 1 } as const;
type Field = keyof typeof weights;
const fields: readonly Field[] = ["title", "keywords", "names", "about"];

/** A form that begins like the other counts less: "churn" and "churnrate", "Rechnung" and "Rechnungen". */
const BEGINS_ALIKE = 0.6;
const SHORTEST_BEGINNING = 5;

const stemsIn = (entry: QueryEntry, field: Field): ReadonlySet<string> =>
  new Set(field === "names" ? nameStems(entry.names) : contentStems(entry[field]));

/** The words of entries that are still in use: an environment remembers them from turn to turn. */
const known = new WeakMap<QueryEntry, Record<Field, ReadonlySet<string>>>();

function stemsOf(entry: QueryEntry): Record<Field, ReadonlySet<string>> {
  const before = known.get(entry);
  if (before) return before;
  const [title, keywords, names, about] = [
    stemsIn(entry, "title"),
    stemsIn(entry, "keywords"),
    stemsIn(entry, "names"),
    stemsIn(entry, "about"),
  ];
  const stems = { title, keywords, names, about };
  known.set(entry, stems);
  return stems;
}

/** Longer words are alike only if they are equal: they are not written twice with different endings. */
const LONGEST_BEGINNING = 40;

/** The beginnings of a word that another may share with it, itself included, shortest first. */
const beginningsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, Math.min(word.length, LONGEST_BEGINNING) - SHORTEST_BEGINNING + 1) }, (_, at) =>
    word.slice(0, at + SHORTEST_BEGINNING),
  );

/** The message's words, to be looked up by a query's words: each look-up costs the same, however many words there are. */
function wantedWords(message: string) {
  const stems = new Set(contentStems(message));
  const byBeginning = new Map<string, string>();
  for (const word of stems)
    for (const beginning of beginningsOf(word)) if (!byBeginning.has(beginning)) byBeginning.set(beginning, word);
  const looked = new Map<string, { word: string; likeness: number } | null>();
  const meantBy = (word: string) => {
    if (stems.has(word)) return { word, likeness: 1 };
    // Either word may be the beginning of the other.
    const alike = byBeginning.get(word) ?? beginningsOf(word).findLast((beginning) => stems.has(beginning));
    return alike === undefined ? null : { word: alike, likeness: BEGINS_ALIKE };
  };
  return {
    stems,
    /** The message's word that a query's word means, and how much it is that word. Queries have many words in common. */
    meant(word: string): { word: string; likeness: number } | null {
      let found = looked.get(word);
      if (found === undefined) {
        found = meantBy(word);
        looked.set(word, found);
      }
      return found;
    },
  };
}

interface Likeness {
  id: string;
  /** For each of the message's words that the query has: how much it counts there. */
  found: Map<string, number>;
  /** Share of the title's words that are the message's. */
  titled: number;
}

function likenessOf(entry: QueryEntry, wanted: ReturnType<typeof wantedWords>): Likeness {
  const found = new Map<string, number>();
  let titled = 0;
  const words = stemsOf(entry);
  for (const field of fields) {
    const stems = words[field];
    for (const stemmed of stems) {
      const meant = wanted.meant(stemmed);
      if (!meant) continue;
      found.set(meant.word, Math.max(found.get(meant.word) ?? 0, weights[field] * meant.likeness));
      if (field === "title") titled += meant.likeness / stems.size;
    }
  }
  return { id: entry.id, found, titled };
}

/**
 * A query is about the message's subject if a word that is not a general one is in its title, its keywords or the
 * names of its SQL, or two such words are anywhere in it; or if one says all that the other does, in words of any kind.
 */
function isAboutIt({ found, titled }: Likeness, words: number): boolean {
  const subjects = [...found].filter(([word]) => !general.has(word));
  if (subjects.some(([, weight]) => weight >= weights.names * BEGINS_ALIKE)) return true;
  return subjects.length >= 2 || (found.size >= 2 && (found.size === words || titled > 0.99));
}

/**
 * Ids of the queries about the message's subject, best first. However long the message is, one word of its
 * subject is enough; a word that few of the queries have counts more, a general one less.
 */
export async function rankQueries(message: string, entries: readonly QueryEntry[], most: number): Promise<string[]> {
  const wanted = wantedWords(message);
  if (wanted.stems.size === 0) return [];
  const all: Likeness[] = [];
  /** How many queries have each of the message's words. */
  const having = new Map<string, number>();
  // A full library takes a second.
  const others = patience();
  for (const entry of entries) {
    const likeness = likenessOf(entry, wanted);
    all.push(likeness);
    for (const word of likeness.found.keys()) having.set(word, (having.get(word) ?? 0) + 1);
    await others();
  }
  const rarity = new Map(
    [...having].map(([word, queries]) => [
      word,
      (general.has(word) ? 0.3 : 1) * Math.log(1 + (1 + all.length) / (1 + queries)),
    ]),
  );
  const scoreOf = ({ found, titled }: Likeness) => {
    const words = [...found].reduce((sum, [word, weight]) => sum + weight * (rarity.get(word) ?? 0), 0);
    // Of two that are about it, the one whose title says no more than the message, and more of it.
    return words * (1 + titled * 0.5 + (found.size / wanted.stems.size) * 0.5);
  };
  return all
    .filter((likeness) => isAboutIt(likeness, wanted.stems.size))
    .map((likeness) => ({ id: likeness.id, score: scoreOf(likeness) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

const wordings = (query: QuestionQuery) => [query.title, query.prompt];

/** Words of politeness and grammar. Any other one may change what is asked: "by month", "this month", "in May". */
const weightless = new Set(
  `a an are can could d did display do does find get give hello hey hi i is it kindly let list me need now of our please run
   s see show tell thank thanks that the there to us want was we were what whats will would you
   bitte danke dank das dem den der die gern gerne gib hallo ich möchte mir nenne uns wir zeig zeige zeigen`.split(
    /\s+/,
  ),
);

/** Whom it is for, where it is whoever asks. */
const FOR_ME = /\b(?:for|to) (?:me|us)\b/gi;

/** By what something is told: "per plan" is "by plan". */
const BY_WHAT = /\b(?:per|for each|for every|by each)\b/gi;

const weighty = (text: string): string[] =>
  (
    text
      .replace(FOR_ME, " ")
      .replace(BY_WHAT, "by")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !weightless.has(word));

/** The same words in the same order, apart from endings, punctuation and words without weight. */
export function sameWords(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => weighty(text).map(stem).join(" "));
  return contentStems(a).length > 1 && first === second;
}

/** Words that say that something saved is wanted: they are no part of what it is called. */
const called = new Set("again execute open query report results saved start".split(" "));

/** Words that only join what a query is called: "the briefing about incidents" is the incident briefing. */
const joints = new Set("about by for on per".split(" "));

/** The words of a title that is called for, in whatever order. */
const inAnyOrder = (words: readonly string[]): string =>
  words
    .filter((word) => !joints.has(word))
    .map(stem)
    .toSorted()
    .join(" ");

/** True if a message calls for a query by its title: "monthly revenue", "run the monthly revenue report". */
export function namesTitle(message: string, title: string): boolean {
  const own = (text: string) => weighty(text).filter((word) => !called.has(word));
  const [said, named] = [own(message), own(title)];
  const isCalled = calling.test(message);
  if (isCalled && named.length > 1 && inAnyOrder(said) === inAnyOrder(named)) return true;
  return named.length > 0 && (named.length > 1 || isCalled) && said.map(stem).join(" ") === named.map(stem).join(" ");
}

/** The query whose wording is read exactly as the message is. */
async function sameReading(
  session: Session,
  source: Source,
  queries: readonly QuestionQuery[],
): Promise<QuestionQuery | null> {
  const asked = comparable(await readingOf(session, source, session.question.message));
  if (asked === null) return null;
  for (const query of queries)
    for (const wording of new Set(wordings(query)))
      if (comparable(await readingAlone(session, source, wording)) === asked) return query;
  return null;
}

/** A reading to compare with another; null if it is not one to trust. */
const comparable = (reading: Reading): string | null =>
  reading.kind === "query" && reading.confidence >= SURE_MATCH
    ? JSON.stringify([reading.form, reading.assumptions])
    : null;
