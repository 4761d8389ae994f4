import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { singular } from "../language/words.ts";
import { formsOf, isKnown } from "./schema-names.ts";

/** "which plays did she direct": a helping verb, whatever key is called by these letters. */
const HELPS = /^(?:did|was|has|had|is|are)$/;

export function asItStands(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "word" || catalog.values.has(token.lower) || HELPS.test(token.text)) return null;
  const { asWritten } = formsOf(catalog);
  const name = token.lower.replaceAll("-", "_");
  const words =
    asWritten.get(name) ?? (name.includes("_") || isKnown(token, catalog) ? undefined : asWritten.get(singular(name)));
  return words === undefined ? null : { tokens: written([token], words), end: at + 1 };
}

export function inFull(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  for (const { said, words } of formsOf(catalog).inFull) {
    let end = at;
    for (const word of said) {
      if (end > at && /^(?:the|an?)$/.test(tokens[end]?.lower ?? "")) end++;
      if (tokens[end]?.kind !== "word" || tokens[end]?.stem !== stem(word)) break;
      end++;
      if (word === said.at(-1)) return { tokens: written(tokens.slice(at, end), words), end };
    }
  }
  return null;
}

export function letter(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [name, said] = [tokens[at], tokens[at + 1]];
  if (name?.kind !== "word" || said?.kind !== "word" || !/^[A-Z]$/.test(said.text)) return null;
  const holds = (catalog.columnsByStem.get(name.stem) ?? []).some(({ source }) => source.values.includes(said.text));
  return holds ? { tokens: [name, { ...said, kind: "quoted" }], end: at + 2 } : null;
}

/** "arson-related", "Oslo-based": what it has to do with, where something is called or stored so. */
export function relatedTo(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  const [, head] = /^(\p{L}{3,})-(?:related|based|caused|induced)$/iu.exec(token?.text ?? "") ?? [];
  if (token === undefined || head === undefined || isKnown(token, catalog)) return null;
  return catalog.values.has(head.toLowerCase()) ? { tokens: written([token], [head]), end: at + 1 } : null;
}

/** "friendly type matches", "friendly-type matches", of matches with a type: those that are stored as friendly. */
export function kindAfterValue(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  const [, head = token?.lower ?? "", joined] = /^(\p{L}{2,})-(type|kind|style|class)$/u.exec(token?.lower ?? "") ?? [];
  const noun = joined ?? tokens[at + 1]?.lower ?? "";
  const end = at + (joined === undefined ? 2 : 1);
  if (token?.kind !== "word" || !/^(?:type|kind|style|class)$/.test(noun)) return null;
  const rows = catalog.tablesByStem.get(tokens[end]?.stem ?? "") ?? [];
  const isOfRows = (catalog.values.get(head) ?? []).some(
    ({ column }) => rows.includes(column.table) && column.words.length > 1 && column.words.at(-1) === noun,
  );
  return isOfRows ? { tokens: joined === undefined ? [token] : written([token], [head]), end } : null;
}

/** A quoted name of a person whose two parts stand in two columns of one table. */
export function inTwoParts(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "quoted" || catalog.values.has(token.lower)) return null;
  const parts = token.text.split(/\s+/);
  const [first, last] = [parts[0]?.toLowerCase() ?? "", parts.at(-1)?.toLowerCase() ?? ""];
  if (parts.length !== 2) return null;
  const owners = (part: string, name: string) =>
    (catalog.values.get(part) ?? []).flatMap(({ column }) => (column.stems.includes(name) ? [column.table] : []));
  const lasts = new Set(["last", stem("surname"), stem("family")].flatMap((name) => owners(last, name)));
  if (!owners(first, "first").some((table) => lasts.has(table))) return null;
  const words = parts.map((text, i) => {
    const lower = text.toLowerCase();
    const possessive = token.possessive && i === 1;
    return {
      ...token,
      text,
      lower,
      stem: stem(lower),
      kind: "word" as const,
      capitalised: true,
      first: false,
      possessive,
    };
  });
  return { tokens: words, end: at + 1 };
}

export function apart(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first?.kind !== "word" || second?.kind !== "word" || first.possessive) return null;
  if (first.lower.length < 3 || second.lower.length < 3) return null;
  const whole = `${first.lower}${second.lower}`;
  // "color red" is no way of writing what is coloured.
  if (stem(whole) === first.stem || catalog.values.has(second.lower)) return null;
  if (!catalog.vocabulary.has(stem(whole)) || formsOf(catalog).together.has(`${first.stem} ${second.stem}`))
    return null;
  return { tokens: written([first, second], [whole]), end: at + 2 };
}

/** "wifi" of a column WiFi. */
const SHORTEST_JOINED = 4;

export function together(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token === undefined || token.lower.length < SHORTEST_JOINED || isKnown(token, catalog)) return null;
  const whole = token.lower.replaceAll("-", "");
  // "check-ins" for checkin
  if (whole !== token.lower && catalog.vocabulary.has(stem(whole)))
    return { tokens: written([token], [whole]), end: at + 1 };
  // "no-shows" for no_show
  const words = formsOf(catalog).joined.get(stem(whole));
  const last = words?.at(-1);
  if (words === undefined || last === undefined) return null;
  const isSeveral = token.lower.includes("-") && token.lower === `${words.join("-")}s`;
  return { tokens: written([token], isSeveral ? [...words.slice(0, -1), `${last}s`] : words), end: at + 1 };
}

export function asInitials(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token === undefined || isKnown(token, catalog)) return null;
  const isShort = /^[a-z]{3,6}$/.test(token.lower) || /^[A-Z]{2}$/.test(token.text);
  const words = isShort ? formsOf(catalog).initials.get(token.lower) : undefined;
  return words === undefined ? null : { tokens: written([token], words), end: at + 1 };
}

/** Aggregates that names begin with: "maximum take-off weight". */
const figureWords = /^(maximum|minimum|average|total|mean|grand|gross|net)$/;

export function writtenOut(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  for (let length = 5; length >= 3; length--) {
    const span = tokens.slice(at, at + length);
    const initials = span.map(({ lower }) => lower[0] ?? "").join("");
    if (span.length < length || !catalog.vocabulary.has(initials)) continue;
    const isOpen = (token: Token) => token.kind === "word" && token.lower.length >= 3 && !isKnown(token, catalog);
    // Words that mean nothing else here: otherwise the letters meet by chance.
    if (span.filter(isOpen).length < 2) continue;
    if (span.every((token) => isOpen(token) || figureWords.test(token.lower)))
      return { tokens: written(span, [initials]), end: at + length };
  }
  return null;
}

/** Two words with a stroke between them, unless something is stored so. */
export function eitherOf(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "word" || !/^\p{L}{3,}(?:\/\p{L}{3,})+$/u.test(token.lower)) return null;
  if ([...catalog.values.keys()].some((value) => value.includes(token.lower))) return null;
  const words = token.text.split("/").flatMap((word, i) => (i === 0 ? [word] : ["or", word]));
  const either = words.map((text) => {
    const capitalised = /^\p{Lu}/u.test(text);
    const lower = text.toLowerCase();
    return { ...token, text, lower, stem: stem(lower), capitalised, possessive: false };
  });
  return { tokens: either, end: at + 1 };
}
