import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import { type Context, tableOf } from "../resolve/context.ts";

const PAID = /\b(?:paid|settled|received|collected)\b/;
const OWED = /\b(?:due|owed|owing|payable|billed|scheduled|instal?lment)\b/;

/** "total unpaid instalments", of rows that say what is due and what was paid, which is nothing for them: what is due. */
export function takeOwed(context: Context): Context {
  const rows = unpaidRows(context);
  const owed = rows === null ? null : owedOf(rows);
  if (owed === null) return context;
  const outputs = context.sketch.outputs.map((one) => (isOfPaid(one, owed, context) ? sumOf(owed, one) : one));
  if (outputs.every((one, i) => one === context.sketch.outputs[i])) return context;
  context.notes.assumptions.push(`What is not paid is told by ${toldAs(owed)}.`);
  const subject = context.sketch.groups.length > 0 ? context.subject : owed.table;
  return { ...context, subject, sketch: { ...context.sketch, outputs } };
}

/** The rows whose day of payment must be empty. */
function unpaidRows({ sketch, meant: { late }, catalog }: Context): CatalogTable | null {
  for (const filter of sketch.filters) {
    const day = filter.kind === "missing" && !filter.negated ? filter.target.columns[0]?.column : undefined;
    if (day?.isDate === true && PAID.test(day.words.join(" "))) return day.table;
  }
  const [open] = late?.kind === "every" ? late.conditions : [];
  return open?.kind === "missing" && open.left.kind === "column" ? (catalog.byName.get(open.left.table) ?? null) : null;
}

/** What is due of each row, where it is also kept what was paid of it. */
function owedOf({ columns }: CatalogTable): CatalogColumn | null {
  const numbers = columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);
  const called = (name: RegExp) => numbers.filter(({ words }) => name.test(words.join(" ")));
  const [owed, ...more] = called(OWED);
  return owed !== undefined && more.length === 0 && called(PAID).length > 0 ? owed : null;
}

/** A sum of what was paid of those rows, or of their amounts. */
function isOfPaid(one: Sketch["outputs"][number], owed: CatalogColumn, context: Context): boolean {
  if (one.kind === "measure") return one.measure === "money";
  if (one.kind !== "aggregate" || one.mention === null) return false;
  const best = one.mention.columns[0]?.column;
  if (isTable(one.mention)) return tableOf(one.mention, context) === owed.table;
  return best?.table === owed.table && PAID.test(best.words.join(" "));
}

function sumOf(owed: CatalogColumn, { at, ...one }: Sketch["outputs"][number]): Sketch["outputs"][number] {
  const mention = mentionOf({ start: at, end: at, text: owed.words.join(" "), columns: [{ column: owed, score: 1 }] });
  const fn = "fn" in one && one.fn !== null ? one.fn : "sum";
  return { kind: "aggregate", fn, mention, distinct: false, at };
}
