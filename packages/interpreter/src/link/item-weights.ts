import type { Catalog } from "../catalog/catalog.ts";
import type { Mention } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { PARTIAL } from "./values.ts";
import type { Token } from "../language/tokens.ts";
import type { Cue } from "../language/cues.ts";
import { cueAt } from "../language/vocabulary.ts";

interface Weighed {
  mention: Mention;
  /** Several words that cover a table's name only in part. */
  partial: boolean;
  schema: number;
  value: number;
}

/** "orders ordered by": a phrase that says how to order or compare is not part of a name. */
function swallowsCue(words: readonly string[], mention: Mention): boolean {
  for (let i = mention.start + 1; i < mention.end; i++) {
    const found = cueAt(words, i);
    if (
      found !== null &&
      found.length >= 2 &&
      ["order", "compare", "between", "negation", "or_more", "or_less", "group"].includes(found.cue.is)
    )
      return true;
  }
  return false;
}

export function bestMention(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
  catalog: Catalog,
): Weighed | null {
  let best: Weighed | null = null;
  for (const mention of mentionsAt(tokens, at, catalog)) {
    if (swallowsCue(words, mention)) continue;
    // "states border": a thing and what it does, rather than a loose part of another name.
    const loose = Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0) < 0.8;
    const first = tokens[mention.start]?.stem ?? "";
    if (
      loose &&
      mention.end - mention.start === 2 &&
      mention.values.length === 0 &&
      mention.owners.some(
        (table) => table.stems.length === 1 && table.stems[0] === first && table !== mention.columns[0]?.column.table,
      ) &&
      mention.columns[0]?.column.table.stems.includes(tokens[mention.start + 1]?.stem ?? "") === true
    )
      continue;
    const state = tokens[mention.start];
    if (
      mention.end - mention.start > 1 &&
      mention.columns[0]?.column.isDate === true &&
      (mention.tables[0]?.score ?? 0) < 0.9 &&
      state !== undefined &&
      isState([state], catalog.values.has(state.lower) ? 1 : 0, null)
    )
      continue;
    const span = tokens.slice(mention.start, mention.end);
    const content = span.filter((token) => !["of", "the", "in", "a", "an", "for", "and"].includes(token.lower)).length;
    const column = mention.columns[0]?.score ?? 0;
    const table = mention.tables[0]?.score ?? 0;
    const schema = Math.max(column, table) * content;
    const written = span.some(
      (token) => (token.capitalised && !token.first) || token.kind === "quoted" || token.kind === "number",
    );
    const exact = mention.values[0]?.score ?? 0;
    // A bare number is a number, whatever texts are stored.
    const bare = span.length === 1 && span[0]?.kind === "number";
    const value =
      exact === 0 || bare
        ? 0
        : exact * (exact === 1 ? Math.max(content, span.length) : content) +
          (written
            ? 0.3
            : span.length > 1
              ? 0.1
              : isState(span, exact, mention)
                ? 0.35
                : isPartial(mention)
                  ? 0
                  : -0.3);
    const weighed = {
      mention,
      partial: content > 1 && table > column && table < 0.95 && exactIsZero(mention),
      schema,
      value,
    };
    // A verb beside a noun must not turn a full name into part of another: "branch registered".
    if (best !== null && best.partial && column < 0.95 && table >= 0.95) best = null;
    if (Math.max(schema, value) > (best === null ? 0.28 : Math.max(best.schema, best.value) + 0.01)) best = weighed;
  }
  return best;
}

/** "paid invoices", "the cancelled ones": a state that rows are stored with, whatever date bears its name. */
function isState(span: readonly Token[], exact: number, mention: Mention | null): boolean {
  if (exact !== 1 || span.length !== 1) return false;
  const column = mention?.columns[0];
  if (column?.column.isDate === true) return (mention?.tables[0]?.score ?? 0) < 0.6;
  const other = Math.max(column?.score ?? 0, mention?.tables[0]?.score ?? 0);
  return (
    other < 0.5 &&
    /(ed|paid|sent|sold|lost|won|open|active|pending|overdue|live|done|late|new)$/.test(span[0]?.lower ?? "")
  );
}

/** One word of a longer value, where it stands like a name. */
const isPartial = ({ values }: Mention): boolean => values[0]?.score === PARTIAL;

function exactIsZero(mention: Mention): boolean {
  return mention.values.length === 0;
}

export function prefersValue(weighed: Weighed, tokens: readonly Token[]): boolean {
  const first = tokens[weighed.mention.start];
  if (weighed.mention.quoted) return true;
  if (first?.kind === "number") return weighed.value > 0;
  return weighed.value > weighed.schema;
}

/** A cue phrase gives way to a longer name ("number of employees") and to a value written like a name. */
export function outweighs(weighed: Weighed, cue: Cue, cueLength: number, tokens: readonly Token[]): boolean {
  const { mention } = weighed;
  const length = mention.end - mention.start;
  const span = tokens.slice(mention.start, mention.end);
  const likeName = span.every(
    (token) => token.kind === "quoted" || (token.capitalised && !token.first) || token.kind === "number",
  );
  if (likeName && length >= cueLength && weighed.value >= length && cue.is !== "comma" && cue.is !== "end") return true;
  const full = Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0);
  if (length > cueLength && full >= 0.95)
    return cue.is !== "group" && cue.is !== "relative" && cue.is !== "preposition" && cue.is !== "and";
  if (length > cueLength && weighed.value >= length) return cue.is !== "command";
  if (cue.is === "noise" && cueLength === 1 && full >= 0.95)
    return (
      !(span[0]?.lower ?? "").endsWith("ed") && !["all", "a", "an", "the", "own", "s"].includes(span[0]?.lower ?? "")
    );
  if (cue.is === "command" && cueLength === 1 && !(span[0]?.first ?? false)) return full >= 0.95;
  return false;
}
