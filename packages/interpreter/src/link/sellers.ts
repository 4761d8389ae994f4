import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { boughtOf, measuresOf } from "../catalog/measures.ts";
import { stem } from "../language/inflection.ts";
import { plural } from "../language/words.ts";
import type { Cue } from "../language/cues.ts";
import { everybody } from "./everybody.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const usually = "(?:usually|typically|mostly|normally|generally|mainly|often)";
const buy = `(?:do|does|did) ${everybody} (?:${usually} )?(?:buy|order|purchase)`;

/** "what sells best", "what do customers buy most": one thing. */
const one = new RegExp(
  `^(?:what|which) (?:(?:sells?|sold|is sold|was sold|is bought|was bought|has sold) (?:the )?(most|best|least|worst)|${buy} (?:the )?(most|least))(?: often)?(?! recently)(?= |$)`,
);
/** "our best sellers", "top 5 sellers", "what do customers buy": a list. */
const list = new RegExp(
  `^(?:(?:what (?:are|were)|show|show me|list|give me) )?(?:the |our |my )*(?:(?:best|top) ?(\\d+)? ?(?:best )?sellers|(\\d+) best sellers|best selling (?:items?|things?|stuff)|what ${buy}(?=$| (?:[?.!]|from us|here|in|on|last|this|since|during|today)(?: |$)))(?= |$)`,
);

/** "what did German customers buy", "what has Mira Holt ordered", "what was in order 12": which things, of whom the rest says. */
const ofSome = new RegExp(
  `^what (?:is|was|were|are|did) in (?:order|invoice|purchase|sale)\\b|^what (?:do|does|did|have|has) (?!(?:we|you|i|it|they|he|she|somebody|someone|anybody)\\b)(?:[^?\\s]+ ){1,8}?(?:buy|bought|order|ordered|purchased?)(?=$| (?:[?.!]|from us|here|in|on|last|this|since|during|today)(?: |$))`,
);
/** "what do German customers usually buy": those that they buy most. */
const isUsual = new RegExp(`^what .* ${usually} (?:buy|bought|order|ordered|purchased?)\\b`);
const isUsually = new RegExp(`^${usually}$`);

/** What is sold and not named: the things that the lines of orders speak of, by how many of them were sold. */
export function sellersAsked({ words, catalog }: Asked, at: number): Piece | null {
  const question = words.join(" ");
  if (at > 0) return isUsually.test(words[at] ?? "") && isUsual.test(question) ? { items: [], end: at + 1 } : null;
  const [most, ofList] = [one.exec(question), list.exec(question)];
  // Where sellers are rows of their own, they are meant.
  if (ofList?.[0].includes("sellers") && catalog.tables.some(({ stems }) => stems.includes(stem("sellers"))))
    return null;
  if (most === null && ofList === null)
    return ofSome.test(question) ? whichThings(catalog, isUsual.test(question)) : null;
  return rankedThings({ words, catalog }, most, ofList);
}

function rankedThings(
  { words, catalog }: Pick<Asked, "words" | "catalog">,
  most: RegExpExecArray | null,
  ofList: RegExpExecArray | null,
): Piece | null {
  const said = most?.[0] ?? ofList?.[0];
  const [sales] = measuresOf(catalog).quantity;
  const table = boughtOf(catalog);
  if (said === undefined || sales === undefined || table === null) return null;
  const end = said.split(" ").length;
  const where = { start: 0, end };
  const cue = (is: Cue, text: string): Item => ({ kind: "cue", cue: is, other: null, ...where, text });
  const things = thingsOf(table, where);
  const sold = cue({ is: "measure", measure: "quantity" }, "quantity sold");
  if (most !== null) {
    const direction = /^(?:least|worst)$/.test(most[1] ?? most[2] ?? "") ? "least" : "most";
    return {
      items: [
        things,
        cue({ is: "relative" }, "with"),
        cue({ is: "superlative", direction, hint: "size" }, direction),
        sold,
      ],
      end,
    };
  }
  const number = Number(ofList?.[1] ?? ofList?.[2] ?? Number.NaN);
  const limit: Item[] = Number.isNaN(number)
    ? []
    : [{ kind: "number", value: number, year: null, percent: false, ...where, text: String(number) }];
  const by = [cue({ is: "by" }, "by"), sold];
  return {
    items: [cue({ is: "top", direction: "most" }, "top"), ...limit, things, ...unlessSaid(by, words[end])],
    end,
  };
}

/** "best selling items by quantity" says itself by what. */
const unlessSaid = (by: Item[], next: string | undefined): Item[] => (next === "by" ? [] : by);

function thingsOf(table: CatalogTable, where: { start: number; end: number }): Item {
  const text = plural(table.words.join(" "));
  return { kind: "schema", ...where, text, mention: mentionOf({ ...where, text, tables: [{ table, score: 1 }] }) };
}

function whichThings(catalog: Catalog, areRanked: boolean): Piece | null {
  const table = boughtOf(catalog);
  if (table === null) return null;
  const where = { start: 0, end: areRanked ? 2 : 1 };
  const cue = (is: Cue, text: string): Item => ({ kind: "cue", cue: is, other: null, ...where, text });
  const things = thingsOf(table, where);
  const ranked = [cue({ is: "by" }, "by"), cue({ is: "measure", measure: "quantity" }, "quantity sold")];
  return areRanked
    ? { items: [cue({ is: "top", direction: "most" }, "top"), things, ...ranked], end: where.end }
    : { items: [cue({ is: "question" }, "which"), things], end: where.end };
}
