import { expressions } from "../language/loose-synonyms.ts";
import { otherNames } from "./other-names.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { formsOf, isInsideValue, isName } from "./schema-names.ts";

export function inOtherWords(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const first = tokens[at];
  for (const { said, from, meant, stems } of namesFrom(tokens, at, catalog)) {
    const isSaid = stems.every((name, i) => tokens[at + i]?.kind === "word" && tokens[at + i]?.stem === name);
    const isPlural = from.length === 1 && said.endsWith("s");
    if (!isSaid || (isPlural && first?.lower !== said)) continue;
    if (from.length > 1 && isOfOthers(from, tokens[at - 1], catalog)) continue;
    // "jobs", where people have a job title: no table but that of the work orders.
    const isRows = isPlural && !catalog.tablesByStem.has(stem(said));
    // "number of visitors", where visitors are rows: how many there are.
    const isCount = from[0] === "number" && from[1] === "of" && !isKeptCount(stems.at(-1) ?? "", meant, catalog);
    // To stay is what one does, and stays are rows.
    const isOwn = !isRows && isName(stems, catalog);
    if (isCount || isOwn || !isName(meant.split(" ").map(stem), catalog)) continue;
    return { tokens: written(tokens.slice(at, at + from.length), meant.split(" ")), end: at + from.length };
  }
  return null;
}

/** The names that may begin at a place; none within the name of a row. */
function namesFrom(tokens: readonly Token[], at: number, catalog: Catalog): readonly OtherName[] {
  const first = tokens[at];
  const names = first?.kind === "word" ? (namesByFirst().get(first.stem) ?? []) : [];
  return names.length === 0 || isInsideValue(tokens, at, catalog) ? [] : names;
}

/** "data types of products" are no product types; a "credit card", where a card is one of "Credit", is no card number. */
const isOfOthers = (from: readonly string[], before: Token | undefined, catalog: Catalog): boolean =>
  formsOf(catalog).together.has(`${before?.stem} ${stem(from[0] ?? "")}`) ||
  from.some((word) => catalog.values.has(word));

/** True where a number of things is a column of its own, and neither they nor what they are called by are rows. */
function isKeptCount(things: string, meant: string, { tablesByStem, columnsByStem }: Catalog): boolean {
  const name = stem(meant.split(" ").at(-1) ?? "");
  const isRows = tablesByStem.has(name) || (tablesByStem.has(things) && meant !== "population");
  return !isRows && (columnsByStem.get(name) ?? []).some(({ isNumber, isKey }) => isNumber && !isKey);
}

/** Another name, in the words it is said by. */
interface OtherName {
  said: string;
  meant: string;
  from: readonly string[];
  stems: readonly string[];
}

let byFirst: ReadonlyMap<string, readonly OtherName[]> | undefined;

/** The other names, in their order, by the stem of their first word. */
function namesByFirst(): ReadonlyMap<string, readonly OtherName[]> {
  byFirst ??= Map.groupBy(
    [...otherNames, ...expressions()].map(([said, meant]): OtherName => {
      const from = said.split(" ");
      return { said, meant, from, stems: from.map(stem) };
    }),
    ({ stems: [first = ""] }) => first,
  );
  return byFirst;
}

/** "department number", where departments have ids and nothing has such a number. */
export function numberOfKey(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [thing, number] = [tokens[at], tokens[at + 1]];
  if (thing?.kind !== "word" || thing.possessive || number?.stem !== "number") return null;
  if (tokens[at + 2]?.lower === "of") return null;
  const { together: pairs } = formsOf(catalog);
  const isKey = pairs.has(`${thing.stem} id`);
  if (!isKey || ["number", "no", "num", "code"].some((name) => pairs.has(`${thing.stem} ${name}`))) return null;
  return { tokens: [thing, ...written([number], ["id"])], end: at + 2 };
}

const KIND = /^(?:kind|type|sort|category|categorie|class|classe)s?$/;

/** "kinds of rooms", where something is called the type of a room. */
export function kindOf(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [kind, of, thing] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (kind?.kind !== "word" || !KIND.test(kind.lower) || of?.lower !== "of" || thing?.kind !== "word") return null;
  const { together: pairs } = formsOf(catalog);
  // "data types of products" are no product types.
  if (pairs.has(`${tokens[at - 1]?.stem} ${kind.stem}`)) return null;
  const called = ["type", "kind", "category", "class"].find((name) => pairs.has(`${thing.stem} ${stem(name)}`));
  if (called !== undefined) return { tokens: written([thing, kind], [thing.lower, called]), end: at + 3 };
  // "type of service", where each parcel has a service and there are but a few
  const columns = catalog.columnsByStem.get(thing.stem) ?? [];
  const isKind = columns.some(({ words, isText, source }) => words.length === 1 && isText && source.values_complete);
  const isOwn = isKind && !catalog.tablesByStem.has(thing.stem) && !catalog.vocabulary.has(kind.stem);
  return isOwn ? { tokens: [thing], end: at + 3 } : null;
}
