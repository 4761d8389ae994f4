import type { Catalog } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";

/** "and led the most" after who sold the most: by another of the keys that lead to the same people. */
export const OTHER_DEED =
  /^(?:and |what about |how about )*(?:who )?([a-z]+(?:ed|ld|nt|ught|wn|de))(?: (?:the )?(most|least|fewest))?(?: of (?:them|those|these))?$/;

/** The answer before by the key that is called after another deed. Null where its rows have none, or several. */
export function byOtherDeed(
  form: LogicalForm,
  [, deed = "", end]: readonly (string | undefined)[],
  { byName, links }: Catalog,
): LogicalForm | null {
  const figure = [...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)].find(
    isAggregate,
  );
  const rows = figure === undefined ? undefined : byName.get(tablesOf(figure)[0] ?? "");
  const [group] = form.groups;
  if (rows === undefined || group?.kind !== "column" || group.role !== undefined || group.table === rows.name)
    return null;
  const keys = links.flatMap(({ from: [key], to: [to] }) =>
    key?.table === rows && to?.table.name === group.table ? [key] : [],
  );
  const [only, ...more] = keys.filter((key) => key.stems[0] === stem(deed) && / by(?: id)?$/.test(nameInFull(key)));
  const via = `${rows.name}.${only?.name ?? ""}`;
  if (only === undefined || more.length > 0 || keys.length < 2 || form.via.includes(via)) return null;
  const direction = end === undefined ? undefined : end === "most" ? ("descending" as const) : ("ascending" as const);
  return {
    ...form,
    via: [via, ...form.via.filter((one) => !keys.some(({ name }) => one === `${rows.name}.${name}`))],
    order: form.order.map((one) => ({ ...one, direction: direction ?? one.direction })),
  };
}
