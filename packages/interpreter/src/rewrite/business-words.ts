import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { countOf } from "../resolve/measures.ts";
import type { Mention } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { buyingTable } from "../resolve/buying.ts";
import { selfKey } from "../resolve/self-key.ts";
import type { Condition } from "../form/logical-form.ts";

/** Words of business that the schema does not have: "new customers per month", "active subscriptions". */
export function takeBusinessWords(context: Context): void {
  const { sketch, subject } = context;
  if (subject === null) return;
  const bosses = sketch.said.words("their managers")[1];
  if (bosses !== undefined && selfKey(subject, context) !== null) {
    const before = sketch.filters.length;
    sketch.filters = sketch.filters.filter(
      (filter) =>
        !(filter.kind === "value" && bosses.toLowerCase().startsWith(filter.mention.text.toLowerCase().slice(0, 4))),
    );
    if (sketch.filters.length < before) sketch.unknown.push({ text: bosses, capitalised: false });
  }
  const dated = sketch.bucket !== null || sketch.filters.some((filter) => filter.kind === "period");
  sketch.unknown = sketch.unknown.filter((word) => {
    const undone = undoneColumn(word.text, subject);
    if (undone !== null) {
      const blank = { start: 0, end: 0, text: undone.name, tables: [], values: [], quoted: false, owners: [] };
      const target: Mention = { ...blank, columns: [{ column: undone, score: 1 }] };
      sketch.filters.push({ kind: "missing", target, at: 0, negated: false, connector: null, zone: "modifier" });
      context.assumptions.push(`${word.text} means without ${undone.words.join(" ")}.`);
      sketch.strangeHead = false;
      return false;
    }
    if (/^new$/i.test(word.text) && dated) return false;
    if (!/^(active|current|ongoing)$/i.test(word.text)) return true;
    const ended = subject.columns.find(
      (column) =>
        column.isDate &&
        column.source.nullable &&
        /\b(cancel|cancelled|canceled|end|ended|terminated|expired|churned|left|leave|leaving|termination|departure|exit|resigned)\b/.test(
          column.words.join(" "),
        ),
    );
    if (ended === undefined) return true;
    const target: Mention = {
      start: 0,
      end: 0,
      text: ended.name,
      columns: [{ column: ended, score: 1 }],
      tables: [],
      values: [],
      quoted: false,
      owners: [],
    };
    sketch.filters.push({ kind: "missing", target, at: 0, negated: false, connector: null, zone: "modifier" });
    context.assumptions.push(`Active means without ${ended.words.join(" ")}.`);
    return false;
  });
}

/** "unpaid", "unassigned", "outstanding": the day or the key that is still empty. */
function undoneColumn(word: string, subject: CatalogTable): CatalogColumn | null {
  const said = word.toLowerCase();
  const verb = said === "outstanding" ? "paid" : /^un([a-z]{4,})$/.exec(said)?.[1];
  if (verb === undefined) return null;
  const empty = subject.columns.filter((column) => column.source.nullable && (column.isDate || column.isForeign));
  if (verb === "assigned") {
    const keys = empty.filter((column) => column.isForeign);
    return keys.length === 1 ? (keys[0] ?? null) : null;
  }
  return empty.find((column) => column.isDate && column.stems.includes(stem(verb))) ?? null;
}

/** "repeat customers": more than one order each. */
export function repeatBuyers(context: Context): Condition[] {
  const { sketch } = context;
  const index = sketch.unknown.findIndex((word) => /^(repeat|returning|recurring)$/i.test(word.text));
  const bought = index < 0 ? null : buyingTable(context);
  if (bought === null || bought === context.subject) return [];
  sketch.unknown.splice(index, 1);
  context.assumptions.push(`Repeat means more than one row in ${bought.name}.`);
  return [{ kind: "compare", left: countOf(bought), operator: ">", right: { kind: "literal", value: 1 } }];
}
