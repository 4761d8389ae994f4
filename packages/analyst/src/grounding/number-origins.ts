import type { Cell, QueryResult } from "@parley/datasource/types";
import { oncePerKey } from "./once-per-key.ts";
import type { Derivation } from "./arithmetic.ts";
import { derive } from "./derive.ts";
import {
  type CellPlace,
  cellsOf,
  type Figure,
  fits,
  isExact,
  numberColumns,
  numberOf,
  type RowsByResult,
  sameNumber,
} from "./figures.ts";
import { type CellNames, cellNames, nameOf, rowNames } from "./row-names.ts";
import { lightsOf, scopesOf } from "./scopes.ts";
import { type Relatable, relationsOf } from "./relations.ts";
import { spansOf } from "./spans.ts";
import { misattributed, toldCells } from "./misattributed.ts";
import { isContradicted, noneIn } from "./none-said.ts";
import { isSaidAnew } from "./said-before.ts";
import { sentenceAt, type Sentences, sentencesOf } from "./sentences.ts";
import { countsIn, spelledIn, thingsOf } from "./spelled-numbers.ts";
import {
  AFTER_YEAR,
  BEFORE_FIGURE,
  BEFORE_YEAR,
  DAY_AFTER_MONTH,
  LEFT_OVER,
  MORE,
  RANKS,
  SELECTED,
  SELECTS,
  SPAN_AFTER,
  SPAN_BEFORE,
} from "./number-words.ts";
import { changesIn, multiplesIn } from "./word-numbers.ts";
import { numbersIn, type Written } from "./written-numbers.ts";

/** What the numbers of a text may come from. */
export interface Evidence {
  /** The results of the turn, in the order in which they were fetched. */
  results: readonly QueryResult[];
  /** Texts whose numbers are known as such, by what they are called: the question, the SQL, documents that were read. */
  texts: readonly { kind: TextKind; text: string }[];
  /** What is asked now, and what was said before it in the chat. */
  chat?: { message: string; earlier: string };
}

/** The texts that a turn is made from. */
export type TextKind = "question" | "query" | "instructions" | "document" | "schema" | "earlier_answer" | "reading";

/** Where a number comes from: a cell, or what was made of cells or texts. */
export type Origin = { cell: CellPlace } | { derived: string; from: readonly CellPlace[] } | null;

/** A number of the text, and where it comes from; null if from nowhere that is known. */
export interface CheckedNumber {
  text: string;
  origin: Origin;
}

/** Returns every number of a text, in order, with its origin. */
export function checkNumbers(text: string, evidence: Evidence): CheckedNumber[] {
  const hasPassages = evidence.texts.some(({ kind }) => kind === "document");
  const { written: digits, named } = numbersIn(text, hasPassages);
  const asked = textOf(evidence, "question");
  const isThing = thingsOf(evidence.results, textOf(evidence, "query"), asked);
  const written = [...digits, ...spelledIn(text, isThing), ...noneIn(text, isThing)];
  if (written.length === 0 && named.length === 0) return [];
  const columns = numberColumns(evidence.results);
  const sentences = sentencesOf(text);
  const rows = rowNames(text, sentences, asked, evidence.results);
  const scopes = scopesOf(sentences, rows, evidence.results.length);
  const sentenceOf = (each: Written) => sentenceAt(sentences, each.at);
  const near = new Map<RowsByResult, number>();
  const cells = oncePerKey(
    written.map((each) => ({ written: each, rows: scopes.rowsOf(sentenceOf(each)) })),
    (each) => `${numberedBy(near, each.rows)} ${sameNumber(each.written)}`,
    (distinct) => cellsOf(distinct, columns),
  ).map((cell, at) => (cell && written[at] && isCountFor(written[at], cell) ? null : cell));
  const context: Context = { evidence, names: cellNames(written, evidence.results), texts: new Map() };
  const known = written.map((each, at) => (each.isNone ? undefined : knownAs(each, cells[at] ?? null, context)));
  const found = written.map((each, at) => ({ written: each, cell: cells[at] ?? null }));
  const { scopeOf, light } = lightsOf(scopes, rows, found, columns);
  const isUnknown = (each: Written, at: number) => !each.isNone && known[at] === undefined;
  const unknown = written.filter((each, at) => isUnknown(each, at) && !relatesTwo(each));
  const told = found.flatMap(({ written: each, cell }) => (cell ? { cell, sentence: sentenceOf(each) } : []));
  const about: Relatable = { sentences, names: rows, told, columns, results: evidence.results };
  const relating = written.filter((each, at) => isUnknown(each, at) && relatesTwo(each));
  const derivations = new Map(
    oncePerKey(
      unknown.map((each) => ({ written: each, at: sentenceOf(each) })),
      (each) => `${each.at} ${sameNumber(each.written)}`,
      (distinct) =>
        derive(
          distinct.map(({ written: each, at }) => ({ written: each, scope: scopeOf(at), ...saidIn(sentences, at) })),
          columns,
          light,
        ),
    ).map((derivation, at) => [unknown[at], derivation]),
  );
  const related = relationsOf(about);
  for (const each of relating) derivations.set(each, related(each, sentenceOf(each)));
  const ofSpans = spansOf(about);
  for (const each of [...unknown, ...relating])
    if (!derivations.get(each)) derivations.set(each, ofSpans(each, sentenceOf(each)));
  const wrong = misattributed(text, toldCells(written, known, evidence.results), about);
  const numbers = written.map((each, at) => ({
    at: each.at,
    text: each.text,
    origin: wrong.has(each)
      ? null
      : each.isNone
        ? noneOf(isContradicted(sentenceOf(each), rows, evidence.results))
        : (known[at] ?? originOf(each, derivations.get(each) ?? null, context)),
    written: each,
    sentence: sentenceOf(each),
  }));
  const answered = withoutStandIns(heldToThisTurn(numbers, sentences, evidence));
  const names = named.map(({ at, text: name, kind }) => ({ at, text: name, origin: derived(kind) }));
  return [...answered, ...names].toSorted((left, right) => left.at - right.at);
}

/** True for words that say how one figure is to another: "doubled", "by a third". */
const relatesTwo = ({ isCoarse, isMultiple, isChange }: Written): boolean =>
  isCoarse === true && (isMultiple || isChange === true);

/** A number that was looked up, where it stands. */
interface LookedUp extends CheckedNumber {
  at: number;
  written: Written;
  sentence: number;
}

/** Of shares in words, "nine out of ten": the numbers that they are made of, with the share's origin where they have none of their own. */
function withoutStandIns(numbers: readonly LookedUp[]): (CheckedNumber & { at: number })[] {
  const shares = numbers.filter(({ written: { standsFor } }) => standsFor !== undefined);
  return numbers.flatMap(({ at, text, origin, written: { standsFor, isNone } }) => {
    if (standsFor !== undefined || (isNone && origin !== null)) return [];
    const share = shares.find((each) => at >= each.at && at < each.at + (each.written.standsFor ?? 0));
    return [{ at, text, origin: origin ?? share?.origin ?? null }];
  });
}

/** An earlier answer's numbers are of its question: beside what is asked now they say nothing, unless they are compared with what was fetched. */
function heldToThisTurn(numbers: readonly LookedUp[], sentences: Sentences, { chat }: Evidence): LookedUp[] {
  const isEarlier = ({ origin }: LookedUp) =>
    origin !== null && "derived" in origin && origin.derived === "earlier_answer";
  if (!chat || !numbers.some(isEarlier)) return [...numbers];
  const fetched = new Set(numbers.flatMap(({ origin, sentence }) => (hasCells(origin) ? sentence : [])));
  return numbers.map((each) =>
    isEarlier(each) && !fetched.has(each.sentence) && isSaidAnew(sentences.texts[each.sentence] ?? "", chat)
      ? { ...each, origin: null }
      : each,
  );
}

const hasCells = (origin: Origin): boolean => origin !== null && ("cell" in origin || origin.from.length > 0);

/** The number of a thing in the order in which they came. */
function numberedBy<Thing>(numbers: Map<Thing, number>, thing: Thing): number {
  const known = numbers.get(thing) ?? numbers.size;
  numbers.set(thing, known);
  return known;
}

/** Whether a sentence is about what is left over, and the whole numbers of it and of the one before it. */
function saidIn({ texts }: Sentences, at: number) {
  const sentence = texts[at] ?? "";
  return { isLeftOver: LEFT_OVER.test(sentence), counts: countsIn(`${texts[at - 1] ?? ""} ${sentence}`) };
}

const textOf = ({ texts }: Evidence, kind: TextKind): string =>
  texts.flatMap((each) => (each.kind === kind ? each.text : [])).join("\n");

interface Context {
  evidence: Evidence;
  names: CellNames;
  /** The numbers of the texts, read when they are first needed. */
  texts: Map<string, readonly number[]>;
}

/** True for a share or a multiple that is said roughly, where the cell near it counts something: nine customers are not a tenth. */
const isCountFor = ({ isSpelled, isPercent, isCoarse }: Written, { value }: Figure): boolean =>
  (isCoarse === true || (isSpelled === true && isPercent)) && Number.isInteger(value);

const TEXTS_AFTER_DATA = ["query", "reading", "instructions", "document", "schema", "earlier_answer"] as const;

/** What a number is without arithmetic. */
function knownAs(written: Written, cell: Figure | null, context: Context): Origin | undefined {
  if (cell && isExact(written, cell.value)) return { cell: place(cell) };
  if (isIn(written, context, "question")) return derived("question");
  if (cell) return { cell: place(cell) };
  if (isCount(written, context.evidence.results)) return derived("count");
  const name = nameOf(written, context.names);
  return name ? { derived: "name", from: [name] } : undefined;
}

/** What a number is that stands in no cell. */
function originOf(written: Written, derivation: Derivation | null, context: Context): Origin {
  if (derivation) return { derived: derivation.name, from: derivation.from.map(place) };
  if (isDate(written, context.names)) return derived("date");
  const kind = TEXTS_AFTER_DATA.find((each) => isIn(written, context, each));
  return kind ? derived(kind) : null;
}

const noneOf = (isWrong: boolean): Origin => (isWrong ? null : derived("count"));
const derived = (what: string): Origin => ({ derived: what, from: [] });
const place = ({ result, row, column }: CellPlace): CellPlace => ({ result, row, column });

/** True if a text of a kind has the number, as it is or rounded. */
function isIn(written: Written, { evidence, texts }: Context, kind: TextKind): boolean {
  let values = texts.get(kind);
  if (!values) {
    values = evidence.texts.flatMap((each) => (each.kind === kind ? valuesIn(each.text) : []));
    texts.set(kind, values);
  }
  return values.some((value) => fits(written, value));
}

/** Characters of one text in which numbers are looked for. */
const KNOWN_TEXT_CHARACTERS = 20_000;

/** All numbers of a text that the answer was made from; of dates their parts, too, and what SQL holds in code. */
function valuesIn(text: string): number[] {
  const begin = text.slice(0, KNOWN_TEXT_CHARACTERS);
  const { written } = numbersIn(begin.replaceAll("`", " "));
  const digits = [...begin.matchAll(/\d+(?:\.\d+)?/g)].map(([each]) => Number(each));
  return [
    ...new Set([
      ...countsIn(begin),
      ...[...written, ...multiplesIn(begin), ...changesIn(begin)].flatMap(({ meanings }) =>
        meanings.map(({ value }) => value),
      ),
      ...digits,
    ]),
  ];
}

/** Rows that are named before the text says how many more there are. */
const ROWS_BEFORE_MORE = 20;

/** True for a number of rows: all, those that are left, or those that were chosen. */
function isCount(written: Written, results: readonly QueryResult[]): boolean {
  const { isPlain, isSpelled = false, meanings, before, after, isPercent, isMultiple } = written;
  const value = meanings[0]?.value ?? 0;
  if (isPercent || isMultiple || !Number.isInteger(value)) return false;
  return results.some(({ row_count: count, columns, rows }) => {
    // The one row of a total is what holds the figure, and nothing that anybody counts.
    if (count === 1 && value === 1 && isTotal(rows[0] ?? []) && !ROWS_AFTER.test(after)) return false;
    if (value === count) return true;
    // Some of the rows, and figures beside each other in one.
    if (isSpelled) return value <= Math.max(count, columns.length);
    if (value > count || !isPlain) return false;
    if (MORE.test(after)) return value >= count - ROWS_BEFORE_MORE;
    return SELECTS.test(before) || SELECTED.test(after) || RANKS.test(before);
  });
}

const isTotal = (row: readonly Cell[]): boolean => row.every((cell) => numberOf(cell) !== null);
const ROWS_AFTER =
  /^\s(?:rows?|results?|entr(?:y|ies)|records?|match(?:es)?|zeilen?|ergebnis\p{L}*|treffer|einträge?)(?!\p{L})/iu;

/** True for a year, a day after its month, and a span of time that ends now. */
function isDate({ text, isPlain, isSpelled = false, meanings, before, after }: Written, names: CellNames): boolean {
  if (!isPlain || isSpelled) return false;
  const value = meanings[0]?.value ?? 0;
  const isCounting = /^\s\p{L}/u.test(after) && !AFTER_YEAR.test(after);
  if (value >= 1900 && value <= 2100) {
    // "The best year was 2024" is a figure as little as the months of that year are.
    if (BEFORE_FIGURE.test(before)) return (names.get(text)?.length ?? 0) > 0;
    return !isCounting || BEFORE_YEAR.test(before);
  }
  if (value >= 1 && value <= 31 && DAY_AFTER_MONTH.test(before)) return !isCounting;
  return SPAN_BEFORE.test(before) && SPAN_AFTER.test(after);
}
