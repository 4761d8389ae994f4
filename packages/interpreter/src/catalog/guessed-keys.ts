import type { Catalog, CatalogColumn, CatalogTable, Link } from "./catalog.ts";
import { isPerson } from "./persons.ts";

/** Links that are guessed from names: as many as there are pairs of 500 tables. */
const MAX_GUESSES = 125_000;

/** Columns that share a name with another table's key, where nothing declares a link between the two tables. */
export function* guessLinks(catalog: Catalog): Generator<void, void> {
  const columns = catalog.tables.flatMap((table) => table.columns);
  const byName = Map.groupBy(columns, (column) => column.name.toLowerCase());
  let guesses = 0;
  const linked = new Set(catalog.links.map((link) => pairKey(link.from[0], link.to[0])));
  const parents = new Map(catalog.links.map((link) => [link.from[0], link.to[0]]));
  // Keys first: of two columns that have one of them in common, neither is the other's.
  for (const isKey of [true, false])
    for (const target of catalog.tables) {
      for (const to of target.columns) {
        if (to.isPrimary !== isKey || !mayBeReferredTo(to)) continue;
        for (const from of byName.get(to.name.toLowerCase()) ?? []) {
          if (from.table === target || from.isNumber !== to.isNumber) continue;
          const isBeside = parents.has(from) && parents.get(from) === parents.get(to);
          const key = pairKey(from, to);
          if (isBeside || linked.has(key) || linked.has(pairKey(to, from))) continue;
          if (++guesses > MAX_GUESSES) return;
          linked.add(key);
          parents.set(from, to);
          catalog.links.push({ from: [from], to: [to], cost: 2.2 });
        }
      }
      yield;
    }
}

/** True for a column that tells the rows of its table apart, and is called after it. */
function mayBeReferredTo(to: CatalogColumn): boolean {
  const unique = to.isPrimary ? to.table.primaryKey.length === 1 : isUnique(to);
  if (!unique || to.words.join(" ") === "id") return false;
  // Two people of one name are not one person; a state's name in two tables is one state.
  const own = to.stems.some((name) => to.table.stems.includes(name));
  if (!to.isPrimary && !own) return false;
  return !/^(first |last |full )?name$|^title$/.test(to.words.join(" "));
}

/**
 * "room_no" of lessons and of tutors, each of whom has one of their own: where nothing else leads from one table to the other,
 * the one in which it stands once is what the other refers to.
 */
export function guessShared({ tables, links }: Catalog): void {
  const columns = tables.flatMap((table) => (table.isView ? [] : table.columns.filter(isOfPlace)));
  const together = connected(tables, links);
  for (const shared of Map.groupBy(columns, ({ name }) => name.toLowerCase()).values()) {
    if (shared.length < 2 || shared.length > MOST_SHARING) continue;
    for (const to of shared.filter(isUnique))
      for (const from of shared) {
        if (from.isPrimary || together.get(from.table) === together.get(to.table) || !mayRefer(from, to)) continue;
        links.push({ from: [from], to: [to], cost: 2.4 });
      }
  }
}

/** Tables that have a number in common: of more of them none is known to be the one that it is of. */
const MOST_SHARING = 8;

/** For each table the first of those that keys lead to from it, and so on. */
function connected(tables: readonly CatalogTable[], links: readonly Link[]): Map<CatalogTable, CatalogTable> {
  const first = new Map(tables.map((table) => [table, table]));
  const parts = new Map(tables.map((table) => [table, [table]]));
  for (const { from, to } of links) {
    const [child, parent] = [from[0]?.table, to[0]?.table].map((table) => table && first.get(table));
    if (child === undefined || parent === undefined || child === parent) continue;
    const [less, more] = [parts.get(child) ?? [], parts.get(parent) ?? []];
    const [kept, moved, own] = less.length > more.length ? [child, more, less] : [parent, less, more];
    for (const table of moved) {
      first.set(table, kept);
      own.push(table);
    }
  }
  return first;
}

/** Where rows are, or a number that they go by: what two tables may have in common and neither is called after. */
const isOfPlace = ({ words, isDate, isFlag }: CatalogColumn): boolean =>
  !isDate &&
  !isFlag &&
  /^(?:[a-z]*room|class|section|desk|seat|table|gate|line|route|locker|bay|slot|station|unit|house|code|number|no|sku|barcode|plate|email)$/.test(
    words.at(-1) ?? "",
  );

/** "head_emp_no" of departments, where staff have an emp_no: one of them in a role, where nothing declares a link. */
export function guessRoles(catalog: Catalog): void {
  const declared = new Set(catalog.links.flatMap(({ from }) => from));
  const keys = catalog.tables.flatMap((table) => {
    const key = onlyKey(table);
    return key === null || table.isView || key.words.length < 2 ? [] : [key];
  });
  for (const to of keys) {
    const ending = nameEnd(to);
    for (const { columns } of catalog.tables)
      for (const from of columns) {
        if (!ending.test(from.name) || declared.has(from) || from.isPrimary || !mayRefer(from, to)) continue;
        from.isForeign = true;
        // Departments and staff meet by where these work, unless the head is spoken of.
        const others = catalog.links.filter((link) => between(link, from.table, to.table));
        const cost = Math.max(SURE_ROLE, ...others.map((link) => link.cost + BESIDE_ANOTHER));
        catalog.links.push({ from: [from], to: [to], cost });
      }
  }
}

const SURE_ROLE = 1.4;
/** What a role costs more than another way between the same tables: less than what a key that is named costs less. */
const BESIDE_ANOTHER = 0.15;

const between = (link: Link, one: CatalogTable, other: CatalogTable): boolean => {
  const [from, to] = [link.from[0]?.table, link.to[0]?.table];
  return (from === one && to === other) || (from === other && to === one);
};

/** A name that has one word more before the name of a key. */
const nameEnd = ({ name }: CatalogColumn): RegExp => {
  const words = name.split(/_|(?<=[a-z])(?=[A-Z])/);
  return new RegExp(`^[a-z]{2,20}_?${words.join("_?")}$`, "i");
};

/** The key of a table whose rows are told by one column. */
const onlyKey = ({ primaryKey: [key, ...more] }: CatalogTable): CatalogColumn | null =>
  key === undefined || more.length > 0 ? null : key;

/** Whether the numbers of a column lie between the least and the highest of another; null where they are not known. */
function liesWithin(
  { min, max }: CatalogColumn["source"],
  { min: first, max: last }: CatalogColumn["source"],
): boolean | null {
  const isKnown =
    typeof min === "number" && typeof max === "number" && typeof first === "number" && typeof last === "number";
  return isKnown ? first <= min && max <= last : null;
}

/** True where the values of a column may all be found in a key. */
function mayRefer(from: CatalogColumn, to: CatalogColumn): boolean {
  const [own, others] = [from.source, to.source];
  if (from.isNumber !== to.isNumber || own.type !== others.type) return false;
  const known = new Set(others.values);
  return (
    liesWithin(own, others) !== false && (!others.values_complete || own.values.every((value) => known.has(value)))
  );
}

/** "late_parcels (id, …)": a view called after a table, with a column called like that table's key, shows some of its rows. */
export function guessViews(catalog: Catalog): void {
  for (const view of catalog.tables) {
    if (!view.isView) continue;
    const shown = catalog.tables.filter(
      (table) =>
        !table.isView &&
        view.stems.length > table.stems.length &&
        table.stems.every((name) => view.stems.includes(name)),
    );
    const longest = Math.max(0, ...shown.map(({ stems }) => stems.length));
    for (const table of shown.filter(({ stems }) => stems.length === longest)) {
      const [to, ...others] = table.primaryKey;
      const keyName = to?.words.join(" ") === "id" ? [...table.stems, "id"].join(" ") : null;
      const from = view.columns.find(
        ({ name, stems }) => name.toLowerCase() === to?.name.toLowerCase() || stems.join(" ") === keyName,
      );
      if (to === undefined || from === undefined || others.length > 0 || from.isNumber !== to.isNumber) continue;
      const isLinked = catalog.links.some(
        (link) =>
          pairKey(link.from[0], link.to[0]) === pairKey(from, to) ||
          pairKey(link.to[0], link.from[0]) === pairKey(from, to),
      );
      if (!isLinked) catalog.links.push({ from: [from], to: [to], cost: 1.2 });
    }
  }
}

/** "lease_id" of a view, where that of payments is declared to refer to leases: so does that of the view, though leases call it "id". */
export function guessViewKeys({ tables, links }: Catalog): void {
  const declared = Map.groupBy(
    links.filter(({ from, to }) => from.length === 1 && to[0]?.isPrimary === true && to[0].name !== from[0]?.name),
    ({ from: [key] }) => key?.name.toLowerCase() ?? "",
  );
  if (declared.size === 0) return;
  const linked = new Set(links.map(({ from, to }) => pairKey(from[0], to[0])));
  for (const view of tables) {
    if (!view.isView) continue;
    for (const from of view.columns) {
      const targets = new Set((declared.get(from.name.toLowerCase()) ?? []).flatMap(({ to }) => to[0] ?? []));
      const [to, ...others] = targets;
      if (to === undefined || others.length > 0 || from.isNumber !== to.isNumber || linked.has(pairKey(from, to)))
        continue;
      from.isForeign = true;
      links.push({ from: [from], to: [to], cost: 1.2 });
    }
  }
}

/** Who somebody is to a row: the column holds the key of a person. */
const ROLE_OF_PERSON =
  /^(?:advis[eo]r|tutor|mentor|supervisor|instructor|teacher|lecturer|professor|coach|trainer|doctor|physician|nurse|surgeon|therapist|vet|agent|broker|clerk|officer|driver|pilot|captain|mechanic|technician|engineer|manager|lead|leader|owner|author|editor|reviewer|chair|chairman|director|cleaner|guide|inspector|consultant|lawyer|attorney|judge|host|organi[sz]er|contact|assignee|creator|reporter|approver|handler|keeper|salesperson)(?: (?:id|no|number|code|key))?$/;

const namesPeople = ({ words }: CatalogColumn): boolean =>
  /^(?:(?:first|last|full|family) name|surname)$/.test(words.join(" "));

/** "advisor" of students, whose numbers are all keys of the one other table of people: a key that nothing declares. */
export function guessPeopleInRoles({ tables, links }: Catalog): void {
  const people = tables.filter((table) => !table.isView && (isPerson(table) || table.columns.some(namesPeople)));
  // "aid" of authors is written out as their id, and leads there by its name already.
  const leading = new Set(links.flatMap(({ from }) => from));
  for (const table of tables) {
    if (table.isView) continue;
    for (const from of table.columns) {
      if (from.isForeign || from.isPrimary || leading.has(from)) continue;
      if (!from.isNumber || !ROLE_OF_PERSON.test(from.words.join(" "))) continue;
      const fitting = people.flatMap((one) => {
        const key = onlyKey(one);
        return key !== null && one !== table && holdsKeysOf(from, key) ? [key] : [];
      });
      const [to, ...others] = fitting;
      // Those of the table itself may be meant as well.
      const [own] = table.primaryKey;
      if (
        to === undefined ||
        others.length > 0 ||
        (own !== undefined && people.includes(table) && holdsKeysOf(from, own))
      )
        continue;
      from.isForeign = true;
      links.push({ from: [from], to: [to], cost: 1.5 });
    }
  }
}

/** True where the numbers of a column lie within those of a key, and are not too few to tell. */
const holdsKeysOf = ({ source }: CatalogColumn, key: CatalogColumn): boolean =>
  key.isNumber && (source.distinct_count ?? 0) >= 3 && liesWithin(source, key.source) === true;

/** "manager_id", "leadId", "parent": a row of the same table, where nothing declares a key and no other table fits. */
export function guessSelf(catalog: Catalog): void {
  const linked = new Set<CatalogTable>();
  for (const { from, to } of catalog.links)
    if (from[0] !== undefined && from[0].table === to[0]?.table) linked.add(from[0].table);
  for (const table of catalog.tables) {
    const key = onlyKey(table);
    if (key === null || linked.has(table)) continue;
    const from = table.columns.find(
      (column) =>
        column !== key &&
        !column.isForeign &&
        column.isNumber === key.isNumber &&
        column.source.type === key.source.type &&
        /^(manager|lead|leader|boss|supervisor|superior|parent|mentor|head|referrer|referred by|reports to)( id| code| no| number)?$/.test(
          column.words.join(" "),
        ),
    );
    if (from === undefined) continue;
    from.isForeign = true;
    catalog.links.push({ from: [from], to: [key], cost: 1.5 });
  }
}

/** Values that are compared to find links: enough for all pairs of 500 tables, as most columns differ in their first value. */
const MAX_COMPARED = 20_000_000;

/** A text column whose values are all names of another table's rows ("traverse" of rivers holds states). */
export function* guessByValues(catalog: Catalog): Generator<void, void> {
  const linked = new Set(
    catalog.links.flatMap((link) => [pairKey(link.from[0], link.to[0]), pairKey(link.to[0], link.from[0])]),
  );
  const texts = catalog.tables.map((table) => ({ table, columns: repeatingTexts(table) }));
  let compared = 0;
  for (const target of catalog.tables) {
    const keys = target.columns.filter(
      (column) => column.isText && isUnique(column) && column.source.values.length >= 5 && tellsRows(column),
    );
    for (const to of keys) {
      const values = new Set(to.source.values.map((value) => value.toLowerCase()));
      for (const { table, columns } of texts) {
        if (columns.length === 0 || table === target || linked.has(pairKey(table.columns[0], to))) continue;
        for (const { column, spoken } of columns) {
          const differing = spoken.length - Math.ceil(0.9 * spoken.length);
          let missed = 0;
          let at = 0;
          while (at < spoken.length && missed <= differing) if (!values.has(spoken[at++] ?? "")) missed += 1;
          compared += at;
          if (missed > differing) continue;
          linked.add(pairKey(column, to));
          catalog.links.push({ from: [column], to: [to], cost: 2.6 });
          break;
        }
      }
      if (compared > MAX_COMPARED) return;
      yield;
    }
  }
}

/** True for what rows are called by: people who were born in the town of a theatre have nothing to do with that theatre. */
const tellsRows = (column: CatalogColumn): boolean =>
  column.isPrimary ||
  column.table.label.includes(column) ||
  column.stems.some((name) => column.table.stems.includes(name));

/** Text columns of several values that repeat, with their values in lower case. */
const repeatingTexts = ({ columns }: CatalogTable) =>
  columns
    .filter((column) => column.isText && column.source.values.length >= 5 && !isUnique(column))
    .map((column) => ({ column, spoken: column.source.values.map((value) => value.toLowerCase()) }));

export function isUnique(column: CatalogColumn): boolean {
  const rows = column.table.source.row_count;
  return rows > 1 && column.source.distinct_count !== null && column.source.distinct_count >= rows && !column.isDate;
}

function pairKey(from: CatalogColumn | undefined, to: CatalogColumn | undefined): string {
  return `${from?.table.name} ${to?.table.name}`;
}
