import type { Assembled } from "../assemble/assemble.ts";
import { isAggregate } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import { joined } from "../language/words.ts";

/** Words that were read but have no place in the form: an answer would leave them out. */
export function lostWords(sketch: Sketch, { form, context }: Assembled): string[] {
  const lost = [...context.notes.lost];
  const { said } = sketch;
  const [ranked] = said.words("a later place");
  if (ranked !== undefined && form.offset === undefined) lost.push(ranked);
  if (said.has("top") && sketch.superlatives.length === 0 && form.limit === null) lost.push("top");
  const isGrouped = form.per !== undefined || form.groups.length > 0;
  if (sketch.groups.length > 0 && sketch.superlatives.length > 0 && form.limit === 1 && !isGrouped)
    lost.push("for each");
  // "what is the order" of nothing: rows in no order, cut off somewhere, are not an answer.
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  if (said.has("top few") && form.limit !== null && form.order.length === 0 && !figures) lost.push("top");
  return [...new Set(lost)];
}

/** Marks of what could not be told, as clauses of a sentence. */
const clauses: ReadonlyMap<string, string> = new Map([
  ["a comparison", "what the comparison is with"],
  ["the comparison", "what the comparison is with"],
  ["what is compared", "by which figure to compare"],
  ["on average", "which figure to average"],
  ["for each", "for each of what"],
  ["top", "by which figure to rank"],
]);

/** One plain sentence for the words that were read but could not be placed. */
export function lostText(lost: readonly string[]): string {
  const told = lost.flatMap((one) => clauses.get(one) ?? []);
  const quoted = lost
    .filter((one) => !clauses.has(one))
    .map((one) => `“${one.replace(/^(by|sum of|avg of|min of|max of|median of|count of) (?=.)/, "")}”`);
  const [only] = quoted;
  const words =
    only === undefined ? [] : [`what ${joined(quoted)} ${quoted.length === 1 ? "refers" : "refer"} to in the data`];
  return `I could not tell ${[...words, ...told].join(", nor ")}.`;
}
