import type { Mention } from "../../link/mention.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import { isCue, isTable, lastColumn } from "../reader.ts";
import type { Ranked } from "./ranking.ts";
import { rankBy } from "./ranking.ts";

/** "the most common country": the value that occurs most often, in the column that follows or the one shown last. */
export function readCommon(given: Ranked): Part {
  const ranked = { ...given, mention: given.mention === null ? null : (kindOfRows(given.mention) ?? given.mention) };
  const { reader, mention, start, at } = ranked;
  if (mention === null) return rankBy(ranked, { kind: "common", mention: lastColumn(reader) }, at);
  // "the total weight of the looms of the most common type": a figure of those rows.
  const isTheirs =
    isCue(reader.items[start - 1], "preposition") && reader.sketch.outputs.some((output) => output.kind !== "column");
  // "names of members using the most common plan": which of them are meant.
  const last = reader.sketch.outputs.at(-1);
  const isOfShown = last?.kind === "column" && last.at === start - 1 && last.mention.end < ranked.item.start - 1;
  const isShown = reader.zone === "focus" && !isTable(mention) && !isTheirs && !isOfShown;
  const part = rankBy(ranked, { kind: "common", mention }, at + 1);
  return together(
    {
      outputs: isShown ? [{ kind: "column", mention, at: start }] : [],
      tables: isTable(mention) ? [{ mention }] : [],
    },
    isOfShown
      ? { ...part, superlatives: part.superlatives?.map((one) => ({ ...one, zone: "modifier" as const })) ?? [] }
      : part,
  );
}

/** What rows without names are told apart by. */
const kind = /^(?:kind|type|category|subject|topic|reason|cause|issue|problem)$/;

/** "the most common complaint", of complaints that have a subject each: no row is common, but what it is about. */
function kindOfRows(mention: Mention): Mention | null {
  const table = isTable(mention) ? mention.tables[0]?.table : undefined;
  if (table === undefined || table.label.length > 0) return null;
  const [only, ...more] = table.columns.filter(
    ({ isText, isKey, isForeign, words }) => isText && !isKey && !isForeign && kind.test(words.at(-1) ?? ""),
  );
  if (only === undefined || more.length > 0) return null;
  return { ...mention, tables: [], owners: [table], columns: [{ column: only, score: 1 }] };
}
