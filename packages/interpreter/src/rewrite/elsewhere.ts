import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression } from "../resolve/measures.ts";

/** "bikes returned to a different depot", where a row has two keys to depots: that they are not the same. */
export function takeElsewhere(context: Context): Context {
  const { sketch, catalog, notes, subject } = context;
  const [said] = sketch.said.words("another place");
  const entry =
    said === undefined ? undefined : context.named.find(({ mention }) => isSaid(mention.mention.text, said));
  if (said === undefined || entry === undefined) return context;
  const { table } = entry;
  const rows = [subject, ...context.named.map((one) => one.table)].find(
    (one) => one !== null && one !== table && keysTo(table, one, context).length > 1,
  );
  const [one, other, ...more] = rows === null || rows === undefined ? [] : keysTo(table, rows, context);
  if (rows === null || rows === undefined || one === undefined || other === undefined || more.length > 0) {
    notes.lost.push(said);
    return context;
  }
  notes.assumptions.push(`Another ${table.words.join(" ")} means that ${one.name} and ${other.name} differ.`);
  const differs = {
    kind: "compare",
    left: columnExpression(one),
    operator: "!=",
    right: columnExpression(other),
  } as const;
  const isOf = (text: string) => isSaid(text, said);
  return {
    ...context,
    subject: catalog.byName.get(subject?.name ?? "") === table ? rows : subject,
    named: context.named.filter((named) => named !== entry),
    sketch: {
      ...sketch,
      distinct: false,
      tables: sketch.tables.filter(({ mention }) => !isOf(mention.text)),
      unknown: sketch.unknown.filter(({ text }) => !/^(?:another|other|different)$/i.test(text)),
    },
    meant: { ...context.meant, elsewhere: differs },
  };
}

const isSaid = (text: string, said: string): boolean => said.toLowerCase().endsWith(text.toLowerCase());

const keysTo = (table: CatalogTable, from: CatalogTable, { catalog }: Context): CatalogColumn[] =>
  catalog.links.flatMap((link) => {
    const [key] = link.from;
    return key?.table === from && link.to[0]?.table === table && link.from.length === 1 ? [key] : [];
  });
