/**
 * "the ratio of ferries with a bar to ferries without one by line": two figures, of which the first is divided by the
 * second. "revenue minus refunds": the second is taken off the first.
 */
export interface Quotient {
  operator: "/" | "-";
  above: string;
  below: string;
  /** What is said of both, and by what they are grouped. */
  both: string;
  /** "the average ratio": of that of each row. */
  isMean: boolean;
  /** "as a percentage of": told in percent. */
  isShare?: true;
  order: "ascending" | "descending" | null;
}

const asking =
  "(?:(?:what(?:'s| is| was| are)|calculate|compute|determine|show(?: me)?|give(?: me)?|find|tell me|return|get) )?";
const asked = new RegExp(
  `^(?:((?:in|for|during) [^,]{2,40}), ?)?${asking}(?:the |our )?(average |mean |overall |percentage )?(ratio|proportion|quotient) (of|between) (.+)$`,
  "i",
);
/** "how does the ratio of … differ by town", as the ratio by town. */
const varying =
  /^how (?:does|do|did|has) (the (?:average |mean )?ratio (?:of|between) .+?) (?:var(?:y|ied)|differ(?:ed)?|changed?|compared?|developed?) (?:by|across|over|between|among|for|per|from)(?: (?:the|all|different|various))* (.+)$/i;
const ordered =
  /[,.;]? (?:and )?(?:order(?:ed)?|sort(?:ed)?|ranked)(?: (?:it|them|the results?))? (?:by|in) (?:the |this |that )?(?:(descending|ascending|decreasing|increasing) (?:order (?:of|by) )?)?(?:the )?ratios?(?:,? (?:in )?(?:(descending|ascending|decreasing|increasing)(?: order)?|(highest|lowest) first))?(?=[.?!\s]*$)/i;

/** What begins what is said of both: groups first, then times and places. */
const groups =
  / (?:(?:for|in|of|within|at|on|by|per|across|over) (?:each|every|all|different)|per|across|by(?! (?:\d|more|less|at least|over|under|an?\b|the\b)))\b.*$/i;
const places = ["in", "during", "since", "at", "for", "on", "last", "this"];

/** What is longer is no ratio of two figures; each way to read one takes as long as two questions. */
const MAX_QUOTIENT_CHARACTERS = 300;

const subtracted = new RegExp(
  `^${asking}(?:the |our )?([a-z][a-z -]*?) (?:minus|less) (?:the |our )?([a-z][a-z -]* ?.*)$`,
  "i",
);
const differing = new RegExp(
  `^${asking}(?:the |our )?difference between (?:the |our )?([a-z][a-z -]*?) and (?:the |our )?([a-z].*)$`,
  "i",
);

/** "revenue minus refunds by month", "the difference between what was claimed and what was paid": two figures of all rows or of the same groups. */
export function differencesIn(text: string): Quotient[] {
  if (text.length > MAX_QUOTIENT_CHARACTERS) return [];
  const plain = text.trim().replace(/[\s?.!]+$/, "");
  const [all, above = "", rest = ""] = subtracted.exec(plain) ?? differing.exec(plain) ?? [];
  // "between 2023 and 2024", "no less than"
  if (all === undefined || /\d|\b(?:no|not|much|or|each|every)$/i.test(above) || /^than\b/i.test(rest)) return [];
  return [{ operator: "-", above, ...shared(above, rest), isMean: false, order: null }];
}

/** All ways to tell the two figures apart, the likeliest first; none where no ratio of two is asked for. */
export function quotientsIn(text: string, isName: (word: string) => boolean): Quotient[] {
  if (text.length > MAX_QUOTIENT_CHARACTERS) return [];
  const plain = text.trim().replace(/[\s?.!]+$/, "");
  const order = ordered.exec(plain);
  const rest = (order === null ? plain : plain.slice(0, order.index)).replace(varying, byGroups);
  const [all, lead = "", mean = "", word = "", between = "", said = ""] = asked.exec(rest) ?? [];
  if (all === undefined) return [];
  const joint = between.toLowerCase() === "between" ? / and /gi : / to | out of /gi;
  const isMean = /average|mean/i.test(mean);
  const found = [...said.matchAll(joint)].flatMap(({ index, 0: to }) => {
    const above = said.slice(0, index);
    const { below, both } = shared(above, said.slice(index + to.length));
    const isAgain = firstNoun(below) !== "" && new RegExp(`\\b${firstNoun(below)}\\b`, "i").test(above);
    const isFigure = words(below).slice(0, 4).some(isName);
    // "the proportion of orders shipped to Oslo" is a share.
    if (!isFigure || (word.toLowerCase() === "proportion" && !isAgain && to.toLowerCase() === " to ")) return [];
    const sides = { above, below, both: [both, lead].filter((part) => part !== "").join(" ") };
    return [
      {
        isAgain,
        quotient: {
          operator: "/" as const,
          ...sides,
          isMean,
          ...(/percentage/i.test(mean) && { isShare: true as const }),
          order: order === null ? null : directionOf(order),
        },
      },
    ];
  });
  return found.toSorted((a, b) => Number(b.isAgain) - Number(a.isAgain)).map(({ quotient }) => quotient);
}

const byGroups = (_all: string, ratio: string, by: string): string =>
  `${ratio} by ${by.replace(/^years\b/i, "year").replace(/^months\b/i, "month")}`;

const directionOf = ([, before, after, first]: RegExpExecArray): "ascending" | "descending" =>
  /asc|incr|lowest/i.test(before ?? after ?? first ?? "") ? "ascending" : "descending";

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

const FIGURE_WORDS =
  /^(?:the|all|our|total|overall|number|count|amount|of|average|mean|max|maximum|min|minimum|that|who|which|with|without|have|has)$/;

/** "papers" of "the total number of papers that …". */
const firstNoun = (side: string): string => words(side).find((word) => !FIGURE_WORDS.test(word)) ?? "";

/** What follows the second figure and is said of the first as well. */
function shared(above: string, side: string): { below: string; both: string } {
  const grouped = groups.exec(side);
  const [bare, by] = grouped === null ? [side, ""] : [side.slice(0, grouped.index), grouped[0]];
  const place = new RegExp(
    ` (?:${places.filter((word) => !new RegExp(`\\b${word}\\b`, "i").test(above)).join("|")}) .*$`,
    "i",
  );
  const placed = place.exec(bare);
  const below = placed === null ? bare : bare.slice(0, placed.index);
  return { below: below.replace(/ overall$/i, ""), both: `${placed?.[0] ?? ""}${by}`.trim() };
}
