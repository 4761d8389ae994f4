import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "when did Mira Holt leave", "leaving date", of people with a day on which they left. */
export const whenLeft: Rewriter = (tokens, at, catalog) => {
  const [said, next] = tokens.slice(at, at + 2);
  if (said === undefined || !/^(?:leaves?|leaving|quit|quits)$/.test(said.lower)) return null;
  const days = (catalog.columnsByStem.get("left") ?? []).filter(
    ({ isDate, words, table }) => isDate && !table.isView && words[0] === "left" && words.length <= 2,
  );
  const isCalled = catalog.vocabulary.has(said.stem) || catalog.valuesByWord.has(said.stem);
  if (days.length === 0 || isCalled) return null;
  if (/^(?:date|day)$/.test(next?.lower ?? ""))
    return { tokens: written(tokens.slice(at, at + 2), ["left", "date"]), end: at + 2 };
  const isDone = tokens.slice(0, at).some(({ lower }) => /^(?:did|do|does)$/.test(lower));
  return isDone || said.lower.startsWith("quit") ? { tokens: written([said], ["left"]), end: at + 1 } : null;
};

/** "called off", where rows may be cancelled and nothing is stored as called off. */
export const calledOff: Rewriter = (tokens, at, { vocabulary, values, valuesByStem }) => {
  const said = tokens.slice(at, at + 2);
  if (said[0]?.lower !== "called" || said[1]?.lower !== "off" || values.has("called off")) return null;
  const cancelled = stem("cancelled");
  const isKept = vocabulary.has(cancelled) || valuesByStem.has(cancelled);
  return isKept ? { tokens: written(said, ["cancelled"]), end: at + 2 } : null;
};
