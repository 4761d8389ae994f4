import { distance, isToOne } from "../catalog/joins.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { areAnimals, isPerson, isPersonColumn, mayBePerson, worksHere } from "../catalog/persons.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import { withMentions } from "./mentions.ts";
import { dayAfter } from "../language/periods.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import { type Context, contextOf } from "../resolve/context.ts";

/** "Who works on Apollo?", "Who bought it?": the nearest people, where the question names none. */
export function takePersonAsked(context: Context): Context {
  const { sketch, catalog, subject } = context;
  // "who checked in yesterday": the day is what restricts, not what is asked for.
  const dated = sketch.filters.some((filter) => filter.kind === "period");
  const isDay = (output: Sketch["outputs"][number]) =>
    output.kind === "column" && output.mention.columns[0]?.column.isDate === true;
  // "who gave the biggest gift": what was done, where only its day is called so.
  const isDone = (output: Sketch["outputs"][number]) => output.kind === "column" && output.at === 1;
  const isOther = sketch.outputs.some((output) => !(isDay(output) && (dated || isDone(output))));
  if (subject === null || !sketch.said.has("who does") || isOther || isPerson(subject)) return context;
  const buying = sketch.buying !== null && !sketch.buying.sold;
  const [deed] = sketch.said.words("who sold");
  const sellersFirst = (one: CatalogTable, other: CatalogTable) => Number(worksHere(other)) - Number(worksHere(one));
  // "who completed Pottery": those nearest to what was done; "who sold most": the house, however far.
  const soldBy = /\bs(?:old|ells)$/i.test(deed ?? "") ? sellersFirst : () => 0;
  // "who earned the most commission"
  const doneBy = deed === undefined && !isPayRanked(sketch) ? () => 0 : sellersFirst;
  const othersFirst = (one: CatalogTable, other: CatalogTable) => Number(worksHere(one)) - Number(worksHere(other));
  // "who lives in North house": none of those who look after it, however near they are.
  const livedIn = saysDeed(LIVING, sketch) ? othersFirst : () => 0;
  // "who lives in flat 7", of flats that belong to owners: the tenants, of whom it is kept from when to when
  const stays = (one: CatalogTable) => Number(stayOf(one, context) === null);
  const staying = saysDeed(LIVES, sketch)
    ? (one: CatalogTable, other: CatalogTable) => stays(one) - stays(other)
    : () => 0;
  // "who called more than twice": those who did, rather than those who took the calls.
  const calledBy = saysDeed(OF_CLIENTS, sketch) ? othersFirst : () => 0;
  const isOnlyDoers = !catalog.tables.some((table) => isPerson(table) && table.label.length > 0);
  const near = catalog.tables
    .filter(
      (table) =>
        (isPerson(table) || (isOnlyDoers && mayBePerson(table))) &&
        table.label.length > 0 &&
        !areAnimals(table) &&
        (!buying || table.isCustomer),
    )
    .map((table) => ({ table, far: distance(catalog, innermost(context) ?? subject, table) }))
    .filter(({ far }) => Number.isFinite(far))
    .toSorted(
      (a, b) =>
        soldBy(a.table, b.table) ||
        livedIn(a.table, b.table) ||
        staying(a.table, b.table) ||
        a.far - b.far ||
        doneBy(a.table, b.table) ||
        calledBy(a.table, b.table) ||
        isFirm(a.table) - isFirm(b.table),
    )[0];
  if (near === undefined) return subject.isView ? withoutPeople(context) : context;
  const restricting = withMentions(context, context.named, { zone: "modifier" });
  // "who has tickets": those with some, where nothing else is said of either.
  const theirs = restricting.named.filter(({ table }) => isToOne(catalog, table, near.table));
  const read = withMentions(restricting, theirs, { required: true });
  const [day] = sketch.outputs;
  const target = day?.kind === "column" ? day.mention : null;
  const filters = sketch.filters.map((filter) =>
    filter.kind === "period" && filter.target === null ? { ...filter, target } : filter,
  );
  const there = stillThere(near.table, context);
  const unknown = read.sketch.unknown.filter(({ text }) => there.length === 0 || !LIVES.test(text));
  const made = { ...read.sketch, outputs: [], filters: [...filters, ...there], unknown };
  return { ...read, sketch: made, subject: near.table };
}

/** "who lives in flat 7", of leases from a day to a day: those whose lease has not come to its end. */
function stillThere(people: CatalogTable, context: Context): FilterWish[] {
  const { sketch } = context;
  if (!saysDeed(LIVES, sketch) || sketch.filters.some(({ kind }) => kind === "period")) return [];
  const held = stayOf(people, context);
  const end = held === null ? null : endDay(held);
  if (end === null) return [];
  const target = mentionOf({ start: 0, end: 0, text: end.name, columns: [{ column: end, score: 1 }] });
  return [{ at: 0, connector: null, zone: "modifier", kind: "missing", target, negated: false, orAhead: true }];
}

/** The only rows of people that last from a day to a day: leases of tenants. */
function stayOf(people: CatalogTable, { catalog }: Context): CatalogTable | null {
  const [held, ...more] = catalog.tables.filter(
    (table) =>
      !table.isView &&
      startDay(table) !== null &&
      endDay(table) !== null &&
      catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === people),
  );
  return more.length === 0 ? (held ?? null) : null;
}

/** "who got an A in Statistics", of certificates of a course: of all rows whose values are said, those that belong to the others. */
function innermost({ sketch, catalog }: Context): CatalogTable | null {
  const tables = new Set(
    sketch.filters.flatMap((one) => {
      const of =
        one.kind === "value" && !one.negated ? new Set(one.mention.values.map(({ column }) => column.table)) : [];
      const [only, ...more] = of;
      return only === undefined || more.length > 0 || only.isView ? [] : [only];
    }),
  );
  if (tables.size < 2) return null;
  return [...tables].find((one) => [...tables].every((other) => one === other || isToOne(catalog, one, other))) ?? null;
}

/** What people who live somewhere do. */
const LIVING = /^(?:lives?|lived|living|resides?|rents?|rented|renting|occup(?:y|ies)|inhabits?)$/i;
const LIVES = /^(?:lives?|resides?|occup(?:y|ies)|inhabits?)$/i;
/** What comes from those for whom the house works. */
const OF_CLIENTS =
  /^(?:call(?:s|ed)?|phon(?:es?|ed)|rang|complain(?:s|ed)?|pa(?:ys?|id)|owe[sd]?|order(?:s|ed)?|cancel(?:s|led|ed)?|return(?:s|ed)?|renew(?:s|ed)?)$/i;

const saysDeed = (deed: RegExp, { unknown, tables, names, filters }: Sketch): boolean =>
  [
    ...unknown.map(({ text }) => text),
    ...tables.map(({ mention }) => mention.text),
    ...names.map(({ text }) => text),
    ...filters.flatMap((one) => (one.kind === "value" ? [one.mention.text] : [])),
  ].some((text) => deed.test(text));

/** "who gave the most", of which a view of months alone speaks: none of its rows is anybody. */
function withoutPeople(context: Context): Context {
  if (context.subject?.columns.some((column) => isPersonColumn(column)) === true) return context;
  return { ...context, notes: { ...context.notes, lost: [...context.notes.lost, "who"] } };
}

/** "who earned the most commission": what the house pays to its own people. */
const isPayRanked = ({ superlatives }: Sketch): boolean =>
  superlatives.some(
    ({ target }) =>
      target.kind === "column" &&
      target.mention.columns[0]?.column.words.some((word) =>
        /^(?:commissions?|bonus|tips?|wages?|salary)$/.test(word),
      ) === true,
  );

/** Clients that are companies are asked for by "which" rather than "who". */
const isFirm = ({ label }: CatalogTable): number =>
  Number(label.some(({ words }) => words.some((word) => /^(company|firm|business|organi[sz]ation)$/.test(word))));

/** "how many people work here": the staff, whatever else is stored as a person. */
export function takeStaff(context: Context): Context {
  const { sketch, catalog } = context;
  if (!sketch.said.has("who work here")) return context;
  // The trainings of employees are none of them.
  const [staff, ...more] = catalog.tables.filter(
    (table) => !table.isView && worksHere(table) && table.label.length > 0,
  );
  if (staff === undefined || more.length > 0) return context;
  const filters = sketch.filters.filter(
    ({ kind, mention }: { kind: string; mention?: { text: string } | null }) =>
      !(kind === "value" && /^(?:people|persons?)$/i.test(mention?.text ?? "")),
  );
  const unknown = sketch.unknown.filter(({ text }) => !/^(?:here|people|persons|works?|working|employed)$/i.test(text));
  // "how many people work at the harbour": no hours that were worked.
  const outputs = sketch.outputs.map((wish) =>
    wish.kind === "count" && /^work/i.test(wish.mention?.text ?? "") ? { ...wish, mention: null } : wish,
  );
  // Those who left work here no longer.
  const isDated = filters.some(({ kind }) => kind === "period" || kind === "missing");
  const here = endDay(staff) === null || isDated ? [] : [{ text: "current", capitalised: false }];
  return {
    ...context,
    subject: staff,
    sketch: { ...sketch, outputs, filters, unknown: [...unknown, ...here], strangeHead: false },
  };
}

const PEOPLE = /^(?:people|persons)$/i;

/** "how many people pay by card", of payments that refer to the people who made them: the people are counted, each once. */
export function takePeopleCounted(context: Context): Context {
  const { sketch, catalog, subject, happened, metric, formOf } = context;
  const said = sketch.said.has("people to count") ? sketch.unknown.find(({ text }) => PEOPLE.test(text)) : undefined;
  // "how many people made a booking": a noun right after them would say of what people.
  const isDeed = ({ start, text }: Mention) => start > (said?.token ?? 0) + 1 || text.endsWith("ed");
  const wish = sketch.outputs.find((one) => one.kind === "count" && (one.mention === null || isDeed(one.mention)));
  const isOther =
    subject === null || isPerson(subject) || sketch.groups.length > 0 || sketch.tables.some(({ each }) => each);
  if (said === undefined || wish === undefined || isOther) return context;
  const near = catalog.tables.filter(
    (table) =>
      !table.isView &&
      isPerson(table) &&
      catalog.links.some(({ from, to }) => from[0]?.table === subject && to[0]?.table === table),
  );
  const who = near.filter((table) => !worksHere(table));
  const [only, ...more] = who.length > 0 ? who : near;
  if (only === undefined || more.length > 0) return context;
  const mention = mentionOf({ start: wish.at, end: wish.at, text: said.text, tables: [{ table: only, score: 1 }] });
  const outputs = sketch.outputs.map((one) => (one === wish && one.kind === "count" ? { ...one, mention } : one));
  const rows = { mention, at: wish.at, zone: "focus", negated: false, required: false, each: false } as const;
  const unknown = sketch.unknown.filter((one) => one !== said);
  const tables = sketch.tables.map((one) => ({ ...one, zone: "modifier" as const, required: true }));
  const filters = whenDone(wish.kind === "count" ? wish.mention : null, sketch);
  const read = { ...sketch, outputs, unknown, filters, tables: [rows, ...tables] };
  return contextOf(read, catalog, { subject: only, happened, metric, formOf });
}

/** "unsubscribed this year": the time is of the day on which that was done, where rows have one; all days up to now without it. */
function whenDone(deed: Mention | null, { filters, today }: Sketch): FilterWish[] {
  if (deed === null || deed.tables.length > 0 || deed.columns[0]?.column.isDate !== true) return [...filters];
  const isTime = (one: FilterWish) => one.kind === "period" && one.target === null;
  if (filters.some(isTime))
    return filters.map((one) => (one.kind === "period" && isTime(one) ? { ...one, target: deed } : one));
  const period = { from: null, to: dayAfter(today), label: "up to today", year: null, length: 0, certain: true };
  const placed = { at: deed.start, connector: null, zone: "modifier" } as const;
  return [...filters, { ...placed, kind: "period", period, target: deed, negated: false }];
}

/** "how many people report to Kim": the rows asked for are people; that something else is a person restricts nothing. */
export function takePeople(context: Context): Context {
  const { sketch, subject } = context;
  if (subject === null || !isPerson(subject)) return context;
  const isWord = (filter: Context["sketch"]["filters"][number]) =>
    filter.kind === "value" &&
    /^(people|persons?)$/i.test(filter.mention.text) &&
    !filter.mention.quoted &&
    filter.mention.values.every(({ column }) => column.table !== subject);
  if (!sketch.filters.some(isWord)) return context;
  return { ...context, sketch: { ...sketch, filters: sketch.filters.filter((filter) => !isWord(filter)) } };
}
