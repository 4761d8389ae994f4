import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isInsideValue, isOwnWord } from "./schema-names.ts";

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

/** "former members", of people with a day on which they left, or of whom some "left": those who did. */
export const formerRows: Rewriter = (tokens, at, catalog) => {
  const [said, rows] = tokens.slice(at, at + 2);
  if (said === undefined || rows?.kind !== "word" || !/^(?:former|ex)$/.test(said.lower)) return null;
  if (isOwnWord(said.lower, catalog) || isInsideValue(tokens, at, catalog)) return null;
  const [day] = (catalog.tablesByStem.get(rows.stem) ?? []).flatMap(({ columns, isView }) =>
    columns.filter(({ isDate, source, words }) => !isView && isDate && source.nullable && GONE.test(words[0] ?? "")),
  );
  return day === undefined ? null : { tokens: [rows, ...written([said], ["who", day.words[0] ?? ""])], end: at + 2 };
};

const GONE = /^(?:left|quit|resigned|retired|departed|cancelled|canceled|terminated)$/;
