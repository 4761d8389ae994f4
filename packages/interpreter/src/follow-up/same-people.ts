import type { Catalog } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import type { LogicalForm } from "../form/logical-form.ts";

/** What somebody did, and nothing of what it was done to: "how many ordered this year", but no "how many cancelled orders". */
const DID =
  /^((?:and |so |but )?how many )((?:have |had |actually |also |ever )*[a-z]{3,}ed|bought|paid|left)(?=\s*[?.!]*$| (?:up|in|out|off|back|this|last|in|on|since|during|before|after|between|more|at|twice|again|something|anything|nothing|yesterday|today|so)\b)/i;

/** Answers before the last one that may have told the people. */
const MOST_COUNTS_BACK = 3;

/**
 * "and how many ordered this year" after how many customers there are: how many of them did, and no number of orders; "and how
 * many returned something" after that, of all of them again. Returns the question so, and the answers up to those people.
 */
export function ofTheSamePeople(
  text: string,
  latestFirst: readonly LogicalForm[],
  catalog: Catalog,
): { text: string; latestFirst: readonly LogicalForm[] } {
  const said = text.replace(DID, "$1of them $2");
  const [before] = latestFirst;
  const people = before === undefined ? undefined : catalog.byName.get(before.subject);
  if (said === text || people === undefined || !isPerson(people)) return { text, latestFirst };
  const at = latestFirst.slice(0, MOST_COUNTS_BACK).findIndex((form) => isAllOfThem(form));
  const isOfSame = latestFirst.slice(0, at + 1).every((form) => form.subject === people.name && isOfPeople(form));
  return at < 0 || !isOfSame ? { text, latestFirst } : { text: said, latestFirst: latestFirst.slice(at) };
}

/** Their number, or a list of them. */
const isOfPeople = ({ subject, groups, outputs, limit }: LogicalForm): boolean =>
  groups.length === 0 &&
  limit === null &&
  outputs.every(({ expression }) =>
    expression.kind === "aggregate"
      ? expression.fn === "count" && expression.table === subject
      : expression.kind === "column" && expression.table === subject,
  );

/** True where nothing is told of what they did. */
const isAllOfThem = ({ where }: LogicalForm): boolean =>
  where.every(({ kind }) => kind !== "related" && kind !== "within" && kind !== "every" && kind !== "period");
