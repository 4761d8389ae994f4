import { type Rewriter, written } from "./rewriter.ts";

/** "trams out of service", where nothing is kept under that name: those that are not in it, unless a service is something else here. */
export const outOfService: Rewriter = (tokens, at, { tablesByStem, columnsByStem, values }) => {
  const said = tokens.slice(at, at + 3);
  const [out, of, what] = said;
  if (out?.lower !== "out" || of?.lower !== "of" || what === undefined) return null;
  if (!/^(?:service|use|operation)$/.test(what.lower)) return null;
  const isKept = (columnsByStem.get(what.stem) ?? []).some(({ words }) => words.includes("out"));
  if (isKept || values.has(`out of ${what.lower}`)) return null;
  // Nobody can tell: rows without any services are others.
  if (tablesByStem.has(what.stem)) return { tokens: written(said, [`out-of-${what.lower}`]), end: at + 3 };
  return { tokens: written(said, ["not", "in", what.lower]), end: at + 3 };
};
