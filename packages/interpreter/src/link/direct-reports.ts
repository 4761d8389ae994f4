import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isBoss, isPerson } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** The people who report to others of them, where there is one kind of such. */
function whoReport({ links }: Catalog): CatalogTable | null {
  const [only, ...more] = new Set(
    links.flatMap(({ from: [key], to: [target] }) =>
      key !== undefined && key.table === target?.table && isPerson(key.table) && isBoss(key) ? [key.table] : [],
    ),
  );
  return only === undefined || more.length > 0 ? null : only;
}

/** "how many people report to Kim", where nothing is called people. */
export const peopleWhoReport: Rewriter = (tokens, at, catalog) => {
  const [people, report, to] = tokens.slice(at, at + 3);
  if (people === undefined || !/^(?:people|persons?)$/.test(people.lower) || catalog.vocabulary.has(people.stem))
    return null;
  const isReport = /^report(?:s|ed|ing)?$/.test(report?.lower ?? "") && to?.lower === "to";
  const table = isReport ? whoReport(catalog) : null;
  if (table === null) return null;
  return { tokens: written([people], [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")]), end: at + 1 };
};

/** "direct reports per manager", "subordinates": the people, where a key says to whom of them each reports. */
export const directReports: Rewriter = (tokens, at, catalog) => {
  const [first, second] = tokens.slice(at, at + 2);
  const isPair = first?.lower === "direct" && second?.lower === "reports";
  const said = isPair ? [first, second] : first?.lower === "subordinates" ? [first] : [];
  if (said.length === 0 || said.some(({ stem }) => catalog.vocabulary.has(stem))) return null;
  const only = whoReport(catalog);
  if (only === null) return null;
  const words = [...only.words.slice(0, -1), plural(only.words.at(-1) ?? "")];
  return { tokens: written(said, words), end: at + said.length };
};

/** "how many fitters does Kim train", of whom a trainer_id says who trained them: who they are to others by what they do. */
export const deedOfRole: Rewriter = (tokens, at, { links, vocabulary }) => {
  const [deed, next] = tokens.slice(at, at + 2);
  if (deed?.kind !== "word" || deed.capitalised || vocabulary.has(deed.stem)) return null;
  if (next !== undefined && next.kind !== "punctuation") return null;
  if (!tokens.slice(1, at).some(({ lower }) => /^(?:does|did)$/.test(lower))) return null;
  const roles = new Set([`${deed.lower}er`, `${deed.lower}r`, `${deed.lower}or`]);
  const [only, ...more] = new Set(
    links.flatMap(({ from: [key], to: [target] }) =>
      key !== undefined && key.table === target?.table && roles.has(key.words[0] ?? "") ? (key.words[0] ?? []) : [],
    ),
  );
  return only === undefined || more.length > 0 ? null : { tokens: written([deed], [only]), end: at + 1 };
};

/** "who leads the brass section", "who supervises each team", of rows with a leader_id or a supervisor_id: who is that to them. */
export const whoInRole: Rewriter = (tokens, at, { links, tablesByStem }) => {
  const [who, deed] = tokens;
  if (at !== 1 || who?.lower !== "who" || deed?.kind !== "word" || tablesByStem.has(deed.stem)) return null;
  const root = /^([a-z]{3,}?)e?s$/.exec(deed.lower)?.[1] ?? "";
  const roles = new Set(["er", "or", "r", ""].map((end) => `${root}${end}`));
  const after = new Set(tokens.slice(2).flatMap(({ stem }) => tablesByStem.get(stem) ?? []));
  const keys = links.flatMap(({ from: [key], to: [target] }) =>
    key !== undefined &&
    target !== undefined &&
    key.table !== target.table &&
    after.has(key.table) &&
    isPerson(target.table) &&
    roles.has(key.words[0] ?? "") &&
    key.words.filter((word) => word !== "id").length === 1
      ? [key.words[0] ?? ""]
      : [],
  );
  const [only, ...more] = new Set(keys);
  return only === undefined || more.length > 0 ? null : { tokens: written([deed], ["is", "the", only, "of"]), end: 2 };
};
