import { destinations, origins } from "../resolve/columns.ts";
import type { Context } from "../resolve/context.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** Foreign keys whose own words the question uses ("origin airport", "home team"). */
export function preferredKeys(context: Context): string[] {
  const { said } = context.sketch;
  const named = [...context.anchors].flatMap(([table, weight]) => (weight >= 0.6 ? [table.name] : []));
  const columns = context.catalog.links.flatMap((link) =>
    link.from
      .filter((column) =>
        column.stems.some(
          (name) => name !== "id" && name !== "code" && said.stem(name) && !link.to[0]?.table.stems.includes(name),
        ),
      )
      .map((column) => `${column.table.name}.${column.name}`),
  );
  const leaving = said.has("leaving");
  const arriving = said.has("arriving");
  const ways = context.catalog.links.flatMap((link) =>
    link.from
      .filter((column) => {
        const words = column.words.join(" ");
        return (leaving && origins.test(words)) || (arriving && destinations.test(words));
      })
      .map((column) => `${column.table.name}.${column.name}`),
  );
  return [...named, ...new Set([...columns, ...ways])];
}

/** A word that may mean several things of which the question does not say which, and those things. */
export interface Ways {
  word: string;
  meanings: string[];
}

/** "shipments by depot" where a shipment has two: which of them is meant must be said. */
export function severalWays(form: LogicalForm, context: Context): Ways | null {
  const via = new Set(form.via);
  for (const group of form.groups) {
    if (group.kind !== "column" || group.table === form.subject || group.role !== undefined) continue;
    const keys = context.catalog.links.flatMap((link) =>
      link.from[0]?.table.name === form.subject && link.to[0]?.table.name === group.table && link.from.length === 1
        ? [link.from[0]]
        : [],
    );
    if (keys.length < 2 || keys.some((key) => via.has(`${key.table.name}.${key.name}`))) continue;
    return { word: group.table, meanings: keys.map((key) => key.words.filter((word) => word !== "id").join(" ")) };
  }
  return null;
}
