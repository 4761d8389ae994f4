import type { Catalog, CatalogColumn } from "./catalog.ts";

/** Columns that share a name with another table's key, where nothing declares a link between the two tables. */
export function guessLinks(catalog: Catalog): void {
  const linked = new Set(catalog.links.map((link) => pairKey(link.from[0], link.to[0])));
  for (const target of catalog.tables) {
    for (const to of target.columns) {
      const unique = to.isPrimary ? target.primaryKey.length === 1 : isUnique(to);
      if (!unique || to.words.join(" ") === "id") continue;
      // Two people of one name are not one person; a state's name in two tables is one state.
      const own = to.stems.some((name) => target.stems.includes(name));
      if (!to.isPrimary && !own) continue;
      if (/^(first |last |full )?name$|^title$/.test(to.words.join(" "))) continue;
      for (const table of catalog.tables) {
        if (table === target) continue;
        for (const from of table.columns) {
          if (from.name.toLowerCase() !== to.name.toLowerCase() || from.isNumber !== to.isNumber) continue;
          const key = pairKey(from, to);
          if (linked.has(key) || linked.has(pairKey(to, from))) continue;
          linked.add(key);
          catalog.links.push({ from: [from], to: [to], cost: 2.2 });
        }
      }
    }
  }
}

/** "manager_id", "leadId", "parent": a row of the same table, where nothing declares a key and no other table fits. */
export function guessSelf(catalog: Catalog): void {
  for (const table of catalog.tables) {
    const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
    if (key === undefined || catalog.links.some((link) => link.from[0]?.table === table && link.to[0]?.table === table))
      continue;
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

/** A text column whose values are all names of another table's rows ("traverse" of rivers holds states). */
export function guessByValues(catalog: Catalog): void {
  const linked = new Set(
    catalog.links.flatMap((link) => [pairKey(link.from[0], link.to[0]), pairKey(link.to[0], link.from[0])]),
  );
  for (const target of catalog.tables) {
    const keys = target.columns.filter(
      (column) => column.isText && isUnique(column) && column.source.values.length >= 5,
    );
    for (const to of keys) {
      const values = new Set(to.source.values.map((value) => value.toLowerCase()));
      for (const table of catalog.tables) {
        if (table === target || linked.has(pairKey(table.columns[0], to))) continue;
        for (const from of table.columns) {
          if (!from.isText || from.source.values.length < 5 || isUnique(from)) continue;
          const shared = from.source.values.filter((value) => values.has(value.toLowerCase())).length;
          if (shared < 0.9 * from.source.values.length) continue;
          linked.add(pairKey(from, to));
          catalog.links.push({ from: [from], to: [to], cost: 2.6 });
          break;
        }
      }
    }
  }
}

export function isUnique(column: CatalogColumn): boolean {
  const rows = column.table.source.row_count;
  return rows > 1 && column.source.distinct_count !== null && column.source.distinct_count >= rows && !column.isDate;
}

function pairKey(from: CatalogColumn | undefined, to: CatalogColumn | undefined): string {
  return `${from?.table.name} ${to?.table.name}`;
}
