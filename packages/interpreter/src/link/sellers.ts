import { boughtOf, measuresOf } from "../catalog/measures.ts";
import { stem } from "../language/inflection.ts";
import { plural } from "../language/words.ts";
import type { Cue } from "../language/cues.ts";
import { everybody } from "./everybody.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

const buy = `(?:do|does|did) ${everybody} (?:buy|order|purchase)`;

/** "what sells best", "what do customers buy most": one thing. */
const one = new RegExp(
  `^(?:what|which) (?:(?:sells?|sold|is sold|was sold|is bought|was bought|has sold) (?:the )?(most|best|least|worst)|${buy} (?:the )?(most|least))(?: often)?(?! recently)(?= |$)`,
);
/** "our best sellers", "top 5 sellers", "what do customers buy": a list. */
const list = new RegExp(
  `^(?:(?:what (?:are|were)|show|show me|list|give me) )?(?:the |our |my )*(?:(?:best|top) ?(\\d+)? ?(?:best )?sellers|(\\d+) best sellers|best selling (?:items?|things?|stuff)|what ${buy}(?=$| (?:[?.!]|from us|here|in|on|last|this|since|during|today)(?: |$)))(?= |$)`,
);

/** What is sold and not named: the things that the lines of orders speak of, by how many of them were sold. */
export function sellersAsked({ words, catalog }: Asked, at: number): Piece | null {
  if (at > 0) return null;
  const question = words.join(" ");
  const [most, ofList] = [one.exec(question), list.exec(question)];
  // Where sellers are rows of their own, they are meant.
  if (ofList?.[0].includes("sellers") && catalog.tables.some(({ stems }) => stems.includes(stem("sellers"))))
    return null;
  const said = most?.[0] ?? ofList?.[0];
  const [sales] = measuresOf(catalog).quantity;
  const table = boughtOf(catalog);
  if (said === undefined || sales === undefined || table === null) return null;
  const end = said.split(" ").length;
  const where = { start: 0, end };
  const cue = (is: Cue, text: string): Item => ({ kind: "cue", cue: is, other: null, ...where, text });
  const text = plural(table.words.join(" "));
  const things: Item = {
    kind: "schema",
    ...where,
    text,
    mention: mentionOf({ ...where, text, tables: [{ table, score: 1 }] }),
  };
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
