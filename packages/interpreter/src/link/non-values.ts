import { stem } from "../language/inflection.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "non-public schools", where "Public" is stored: those that are not, unless the schema has a word for them. */
export const nonValues: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  const [, value] = /^non-?([a-z]{4,})$/.exec(said?.lower ?? "") ?? [];
  if (said === undefined || value === undefined || catalog.vocabulary.has(said.stem)) return null;
  const isStored = catalog.values.has(value) || catalog.valuesByStem.has(stem(value));
  return isStored && !catalog.values.has(said.lower) ? { tokens: written([said], ["not", value]), end: at + 1 } : null;
};
