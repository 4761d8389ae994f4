import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

const yes = /^(?:yes|y)$/i;
const no = /^(?:no|n)$/i;
/** Words of what was asked that name no column. */
const LITTLE_OF_DEED = /^(?:it|us|this|that|them|to|a|the|our|you|friends?|others?|again)$/;

/** "would recommend it", of people who could say yes, no or maybe: those who said yes. */
export const wouldSay: Rewriter = (tokens, at, catalog) => {
  const [would] = tokens.slice(at, at + 1);
  if (would === undefined || !/^would(?:n't)?$/.test(would.lower)) return null;
  const isDenied = would.lower !== "would" || tokens[at + 1]?.lower === "not";
  const start = at + (tokens[at + 1]?.lower === "not" ? 2 : 1);
  const deed = tokens[start];
  if (deed === undefined) return null;
  const [column, ...more] = (catalog.columnsByStem.get(deed.stem) ?? []).filter(
    (one) => one.isText && !one.isFlag && one.stems[0] === deed.stem && answersOf(one, yes) !== undefined,
  );
  const answer = column === undefined ? undefined : answersOf(column, isDenied ? no : yes);
  if (column === undefined || answer === undefined || more.length > 0) return null;
  let end = start + 1;
  while (column.stems.includes(tokens[end]?.stem ?? "") || LITTLE_OF_DEED.test(tokens[end]?.lower ?? "")) end++;
  const value: Token = {
    ...would,
    text: answer,
    lower: answer.toLowerCase(),
    stem: answer.toLowerCase(),
    kind: "quoted",
  };
  return { tokens: [...written([would], ["with", ...column.words]), value], end };
};

const answersOf = ({ source }: CatalogColumn, said: RegExp): string | undefined =>
  source.values.find((value) => said.test(value));
