import type { Reader } from "../reader.ts";

/** Words that stand where a group would, and are none. */
const noGroup = /^(month|day|week|quarter|year|hour|one|them|himself|herself|itself|themselves|name|names|which)s?$/i;

/** "revenue by brand" where nothing is called brand: an answer without the groups would be to another question. */
export function unknownGroup({ items, tokens, sketch }: Reader, at: number): string[] {
  const word = items[at];
  if (word?.kind !== "word" || word.capitalised || sketch.orders.length > 0 || noGroup.test(word.text)) return [];
  if (sketch.outputs.length + sketch.tables.length === 0 || /(ing|ed)$/i.test(word.text)) return [];
  // "songs performed by the artist X": who did it.
  const before = tokens[(items[at - 1]?.start ?? 0) - 1]?.lower ?? "";
  const isNamed = /^(the|a|an)$/.test(tokens[word.start - 1]?.lower ?? "");
  const isDoer = /(ed|made|sung|written)$/.test(before) && items[at - 1]?.text.toLowerCase() === "by";
  return isNamed || isDoer ? [] : [word.text];
}
