import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const WHEN = /^(?:last|this|in|since|during|on|before|after|between|until|so|yesterday|today)$/;

/** "how many times was machine M1 repaired", of which each repair is a row: the number of repairs of it. */
export const timesDone: Rewriter = (tokens, at, catalog) => {
  const lead = leadOf(tokens);
  if (lead === 0) return null;
  const time = tokens.findIndex(({ lower, kind }, i) => i > lead && (WHEN.test(lower) || kind === "punctuation"));
  const verb = (time < 0 ? tokens.length : time) - 1;
  if (at !== 0 && at !== verb) return null;
  const rows = verb > lead ? rowsOf(tokens[verb], catalog) : null;
  if (rows === null) return null;
  const done = tokens[verb];
  if (at === verb) return done === undefined ? null : { tokens: written([done], ["had"]), end: at + 1 };
  const name = [...rows.words.slice(0, -1), plural(rows.words.at(-1) ?? "")];
  return { tokens: written(tokens.slice(0, lead), ["how", "many", ...name, "has"]), end: lead };
};

/** How many words ask how often something was done to what follows; 0 where none do. */
function leadOf(tokens: readonly Token[]): number {
  const said = tokens.slice(0, 5).map(({ lower }) => lower);
  const asked = said[0] !== "how" ? 0 : said[1] === "often" ? 2 : said[1] === "many" && said[2] === "times" ? 3 : 0;
  return asked > 0 && /^(?:was|were|has|have|is|are)$/.test(said[asked] ?? "") ? asked + 1 : 0;
}

/** The only rows that are called by the deed and more: repair_jobs of what was repaired. */
function rowsOf(verb: Token | undefined, { tablesByStem, columnsByStem }: Catalog): CatalogTable | null {
  if (verb === undefined || !/[a-z]{3}ed$/.test(verb.lower)) return null;
  const tables = (tablesByStem.get(verb.stem) ?? []).filter(({ isView }) => !isView);
  const [only, ...more] = tables.filter(({ stems }) => stems.length === 2 && stems[0] === verb.stem);
  const isDay = columnsByStem.get(verb.stem)?.some(({ isDate }) => isDate) === true;
  return only === undefined || more.length > 0 || tables.length > 1 || isDay ? null : only;
}
