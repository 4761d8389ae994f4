import { distance } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import { withMentions } from "./mentions.ts";
import type { Context } from "../resolve/context.ts";

/** "Who works on Apollo?", "Who bought it?": the nearest people, where the question names none. */
export function takePersonAsked(context: Context): Context {
  const { sketch, catalog, subject } = context;
  if (subject === null || !sketch.said.has("who does") || sketch.outputs.length > 0 || isPerson(subject))
    return context;
  const buying = sketch.buying !== null && !sketch.buying.sold;
  const near = catalog.tables
    .filter((table) => isPerson(table) && table.label.length > 0 && (!buying || table.isCustomer))
    .map((table) => ({ table, far: distance(catalog, subject, table) }))
    .filter(({ far }) => Number.isFinite(far))
    .toSorted((a, b) => a.far - b.far)[0];
  if (near === undefined) return context;
  return { ...withMentions(context, context.named, { zone: "modifier" }), subject: near.table };
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
