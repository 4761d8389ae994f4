import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { filtersOf } from "./filters.ts";
import { isToOne } from "../catalog/joins.ts";
import { columnMention } from "../link/column-links.ts";
import { mentionsAt } from "../link/mentions.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import {
  MAX_GUIDANCE_CHARACTERS,
  MAX_GUIDANCE_SENTENCES,
  MAX_GUIDANCE_SENTENCE_CHARACTERS,
} from "../language/question-size.ts";
import { tokenise } from "../language/tokens.ts";
import type { Expression } from "../form/logical-form.ts";
import type { DefaultFilter, Guidance, Metric } from "./definitions.ts";

/** Reads rules and memories for this schema. Sentences that say something else are left alone. */
export function readGuidance(sentences: readonly string[], catalog: Catalog, now: Date): Guidance {
  const guidance: Guidance = { synonyms: [], metrics: [], filters: [], thousands: false, fiscalStart: null };
  let room = MAX_GUIDANCE_CHARACTERS;
  for (const sentence of sentences
    .flatMap((text) => text.split(/(?<=[.!;])\s+|\n+/))
    .slice(0, MAX_GUIDANCE_SENTENCES)
    .filter((text) => text.length <= MAX_GUIDANCE_SENTENCE_CHARACTERS)
    .map((text) => text.trim().replace(/[.!;]+$/, ""))) {
    if (sentence === "" || room < 0) continue;
    if (/\b(in|as) thousands\b/i.test(sentence)) guidance.thousands = true;
    const fiscal =
      /\b(?:fiscal|financial|business) year\b.*\b(?:starts?|begins?|runs from)\b.*\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/i.exec(
        sentence,
      )?.[1];
    if (fiscal !== undefined) guidance.fiscalStart = monthNames.indexOf(fiscal.toLowerCase());
    const filters = fiscal === undefined ? filtersOf(sentence, catalog, now) : null;
    const defined = definitionOf(sentence, catalog, now);
    guidance.filters.push(...(filters ?? []), ...(defined?.filters ?? []));
    guidance.synonyms.push(...(defined?.synonyms ?? []));
    guidance.metrics.push(...(defined?.metrics ?? []));
    room -= sentence.length * ((filters === null ? 0 : 1) + (defined === null ? 0 : 1));
  }
  return guidance;
}

const monthNames = "january,february,march,april,may,june,july,august,september,october,november,december".split(",");

// ---- definitions ----

const operators = /\s+(?:(less|minus|net of|times|multiplied by|plus|and|divided by|over)|([*×+/-]))\s+/i;
const signs: Record<string, "+" | "-" | "*" | "/"> = Object.assign(Object.create(null), {
  less: "-",
  minus: "-",
  "net of": "-",
  "-": "-",
  times: "*",
  "multiplied by": "*",
  "*": "*",
  "×": "*",
  plus: "+",
  and: "+",
  "+": "+",
  "divided by": "/",
  over: "/",
  "/": "/",
});

type Synonym = Guidance["synonyms"][number];

/** What a definition says. */
interface Definition {
  synonyms?: Synonym[];
  metrics?: Metric[];
  filters?: DefaultFilter[];
}

/** What a sentence says that gives a word its meaning; null for any other. It may be of no use here. */
function definitionOf(sentence: string, catalog: Catalog, now: Date): Definition | null {
  const called =
    /^(?:our |the |we call |my )?([\p{L} _-]+?)\s+(?:are|is) (?:also )?(?:called|known as|referred to as|named)\s+["“']?([\p{L} _-]+?)["”']?$/iu.exec(
      sentence,
    ) ?? /^we call (?:our |the )?([\p{L}_-]+)\s+["“']?([\p{L}_-]+)["”']?$/iu.exec(sentence);
  if (called?.[1] !== undefined && called[2] !== undefined) {
    return { synonyms: synonymsOf(called[2], called[1], sentence, catalog) };
  }
  const means =
    /^(?:by |the |our |when i say |if i say )?["“']?([\p{L} _-]+?)["”']?,?\s+(?:means?|we mean|i mean|is defined as|stands for|refers to|equals|is calculated as|=|is|are)\s+(?:the )?(.+)$/iu.exec(
      sentence,
    );
  if (means?.[1] === undefined || means[2] === undefined) return null;
  const [name, body] = [means[1].trim(), means[2].replace(/^(?:sum|total) of\s+(?:the )?/i, "").trim()];
  // "a big order is an order over 1000 euros": the words stand for the longer ones.
  const noun =
    name
      .replace(/^(?:an? |the )/i, "")
      .split(" ")
      .at(-1) ?? "";
  const rest = new RegExp(`^(?:an? |the |all )?${noun.replace(/s$/, "")}s? (.+)$`, "i").exec(body)?.[1];
  if (rest !== undefined && /\s/.test(name)) {
    return {
      synonyms: [{ from: name.replace(/^(?:an? |the )/i, ""), to: `${noun.replace(/s$/, "")}s ${rest}`, sentence }],
    };
  }
  // "sales means revenue without cancelled orders"
  const without =
    /^(?:revenues?|sales|turnover|income|amounts?)\b.*?\b(?:without|excluding|except|net of)\s+(.+)$/i.exec(body)?.[1];
  if (without !== undefined && metricOf(body, catalog) === null) {
    return { filters: filtersOf(`Revenue never includes ${without}`, catalog, now, sentence) ?? [] };
  }
  if (/^(?:number|count) of /i.test(body)) return { synonyms: [{ from: name, to: body, sentence }] };
  const metric = metricOf(body, catalog);
  if (metric !== null) return { metrics: [{ name, source: metric, sentence }] };
  const isShort = !operators.test(body) && body.split(" ").length <= 3;
  return { synonyms: isShort ? synonymsOf(name, body, sentence, catalog) : [] };
}

/** One word for another, where one of them is known here and the other is not. */
function synonymsOf(a: string, b: string, sentence: string, catalog: Catalog): Synonym[] {
  const known = (text: string) => {
    const tokens = tokenise(text);
    return mentionsAt(tokens, 0, catalog).some(
      (mention) =>
        mention.end === tokens.length &&
        (mention.values.length > 0 || Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0) >= 0.7),
    );
  };
  const [first, second] = [a.trim(), b.trim()];
  if (known(first) === known(second)) return [];
  return [known(second) ? { from: first, to: second, sentence } : { from: second, to: first, sentence }];
}

/** "one minus discount", "(1 - discount)": what is left of a whole, which is one of the parts. */
const leftOfOne =
  /\(?\b(?:one|1)\s*(?:minus|less|-)\s*(?:the )?([\p{L}_ ]+?)\)?(?=\s+(?:times|multiplied|divided|plus|[*×/+])|\s*$)/giu;
const LEFT = "1−";

function metricOf(said: string, catalog: Catalog): MeasureSource | null {
  const body = said.replace(leftOfOne, (_, part: string) => LEFT + part.trim());
  const parts = body.split(operators).filter((part) => part !== undefined && part.trim() !== "");
  const first = operandColumn(parts[0] ?? "", null, catalog);
  if (first === null) return null;
  let value: Expression = columnExpression(first);
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const operator = signs[(parts[i] ?? "").toLowerCase()];
    const operand = (parts[i + 1] ?? "").trim();
    const column = operandColumn(operand.replace(LEFT, ""), first, catalog);
    if (operator === undefined || column === null) return null;
    const whole = operandExpression(column, first, catalog);
    if (whole === null) return null;
    const one: Expression = { kind: "literal", value: 1 };
    const right: Expression = operand.startsWith(LEFT)
      ? { kind: "arithmetic", operator: "-", left: one, right: whole }
      : whole;
    value = { kind: "arithmetic", operator, left: value, right };
  }
  return { table: first.table, value, label: said, score: 10 };
}

/** A column on another table's rows that belong to this one is summed up for each of them. */
function operandExpression(column: CatalogColumn, base: CatalogColumn, catalog: Catalog): Expression | null {
  if (isToOne(catalog, base.table, column.table)) return columnExpression(column);
  return { kind: "belonging", of: columnExpression(column), per: base.table.name };
}

function operandColumn(text: string, base: CatalogColumn | null, catalog: Catalog): CatalogColumn | null {
  const tokens = tokenise(text.replace(/^(?:the|sum of|total of|any)\s+/i, "")).filter(
    (token) => !["the", "of", "all", "any"].includes(token.lower),
  );
  if (tokens.length === 0) return null;
  const numbers = (columnMention(tokens, 0, tokens.length, catalog)?.columns ?? []).filter(
    (link) => link.column.isNumber && !link.column.isKey,
  );
  const near = (column: CatalogColumn) =>
    base === null
      ? /\b(order|invoice|sale|payment|transaction)/.test(column.table.words.join(" "))
        ? 0.2
        : 0
      : column.table === base.table
        ? 0.5
        : 0;
  return numbers.toSorted((a, b) => b.score + near(b.column) - a.score - near(a.column))[0]?.column ?? null;
}
