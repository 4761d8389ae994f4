import type { Catalog, CatalogTable } from "./catalog.ts";

const KINDS = /^(?:type|kind|category|categorie|class|classe|genre|model|style|variety|varietie|specie|breed|sort)s?$/;

/** True for a table that is called a list of kinds. */
const listsKinds = ({ words }: CatalogTable): boolean => KINDS.test(words.at(-1) ?? "");

/** "bikes" of bike_types, "beers" of styles that a table of links gives them: the only things that are of those kinds. */
export function thingsOfKinds(kinds: CatalogTable, { links }: Catalog): CatalogTable | null {
  if (!listsKinds(kinds)) return null;
  const referring = new Set(
    links.flatMap(({ from, to }) =>
      to[0]?.table === kinds && from[0] !== undefined && !from[0].table.isView && from[0].table !== kinds
        ? [from[0].table]
        : [],
    ),
  );
  const things = [...referring].flatMap((table) => {
    if (!table.isBridge || table.label.length > 0) return [table];
    return links.flatMap(({ from, to }) =>
      from[0]?.table === table && to[0] !== undefined && to[0].table !== kinds ? [to[0].table] : [],
    );
  });
  const [only, ...more] = new Set(things);
  return more.length === 0 ? (only ?? null) : null;
}
