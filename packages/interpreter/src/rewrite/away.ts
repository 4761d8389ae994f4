import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isNamesake } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import { startDay } from "../catalog/running-rows.ts";
import type { Condition } from "../form/logical-form.ts";
import { dayAfter } from "../language/periods.ts";
import { columnExpression } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";

const absences = /^(?:absences?|leaves?|holidays?|vacations?|pto)$/;
const ends = /\b(?:end|ends|to|until|till|last)\b/;
const spokenFor = /^(?:who|whos|on|leave|leaves|absent|absence|away|off|out|work|still|of|office)$/i;

/** Rows that say from when to when people are away, and whose they are. */
interface Absences {
  people: CatalogTable;
  table: CatalogTable;
  from: CatalogColumn;
  to: CatalogColumn;
}

/** "who is on leave today", "how many people are away this week": people with an absence that runs then. */
export function takeAway(context: Context): Context {
  const { sketch, notes } = context;
  const away = sketch.said.has("being away") ? absencesOf(context) : null;
  const kinds = away === null ? null : kindsOfAbsence(sketch.filters, away.table);
  if (away === null || kinds === null) return context;
  const { people, table, from, to } = away;
  const time = sketch.filters.find(({ kind }) => kind === "period");
  const period = time?.kind === "period" ? time.period : null;
  const first = period?.from ?? sketch.today;
  const end = period?.to ?? dayAfter(sketch.today);
  const label = period?.label ?? "today";
  const where: Condition[] = [
    { kind: "period", left: columnExpression(from), from: null, to: end, label: `before ${end}`, negated: false },
    { kind: "compare", left: columnExpression(to), operator: ">=", right: { kind: "literal", value: first } },
    ...kinds,
    ...approved(table),
  ];
  notes.assumptions.push(
    `Away are those with ${approved(table).length > 0 ? "approved " : ""}rows in ${table.name} that run ${label}.`,
  );
  const elsewhere: Condition = { kind: "related", subject: people.name, table: table.name, where, negated: false };
  const isOther = (tables: readonly { table: CatalogTable }[]) => tables[0]?.table !== people;
  return {
    ...context,
    subject: people,
    named: context.named.filter((one) => one.table === people || one.mention.each),
    notes: { ...notes, lost: [] },
    sketch: {
      ...sketch,
      filters: [],
      lost: [],
      tables: sketch.tables.filter(({ mention, each }) => each || !isOther(mention.tables)),
      outputs: sketch.outputs.flatMap((one) =>
        one.kind === "count"
          ? [one.mention !== null && isOther(one.mention.tables) ? { ...one, mention: null } : one]
          : [],
      ),
      unknown: sketch.unknown.filter(({ text }) => !spokenFor.test(text)),
      strangeHead: false,
    },
    meant: { ...context.meant, elsewhere },
  };
}

/** "on sick leave", "on holiday": which absences; null where something else is said, too. */
function kindsOfAbsence(filters: Context["sketch"]["filters"], table: CatalogTable): Condition[] | null {
  const found: Condition[] = [];
  for (const filter of filters) {
    if (filter.kind === "period") continue;
    const [value] = filter.kind === "value" && !filter.negated ? filter.mention.values : [];
    if (value?.column.table !== table) return null;
    const left = columnExpression(value.column);
    found.push({ kind: "compare", left, operator: "=", right: { kind: "literal", value: value.value } });
  }
  return found;
}

/** The one table of absences of people. */
function absencesOf({ catalog }: Context): Absences | null {
  const found = catalog.tables.flatMap((table): Absences[] => {
    if (table.isView || !table.words.some((word) => absences.test(word))) return [];
    const from = startDay(table);
    const to = table.columns.find((column) => column !== from && column.isDate && ends.test(column.words.join(" ")));
    const keys = catalog.links.filter(
      ({ from: [key], to: [target] }) => key?.table === table && target !== undefined && isPerson(target.table),
    );
    const own = keys.find(
      ({ from: [key], to: [target] }) => key !== undefined && target !== undefined && isNamesake(target.table)(key),
    );
    const people = (own ?? (keys.length === 1 ? keys[0] : undefined))?.to[0]?.table;
    return from === null || to === undefined || people === undefined ? [] : [{ people, table, from, to }];
  });
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only;
}

/** What is asked for or refused is no absence, where it is kept which are approved. */
function approved({ columns }: CatalogTable): Condition[] {
  return columns.flatMap((column): Condition[] => {
    const value = column.source.values.find((one) => /^approved$/i.test(one));
    return value === undefined || !column.isText
      ? []
      : [{ kind: "compare", left: columnExpression(column), operator: "=", right: { kind: "literal", value } }];
  });
}
