import type { CatalogColumn } from "../catalog/catalog.ts";
import type { Asked, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";

/** Words that stand between the parts of what is said. */
const STANDS_BETWEEN = /^(?:in|to|for|up|the|our|a|an|into|from|of)$/;
/** How far the parts of a flag's name may stand apart. */
const MOST_WORDS_APART = 5;

const SIGNED_UP = /^(?:subscribed|signed|opted|registered)$/;

/** "opted in to marketing", "subscribed to the newsletter", of a marketing_opt_in and a newsletter_subscribed: the flag, said apart. */
export function flagApart({ tokens, catalog }: Asked, at: number): Piece | null {
  const verb = tokens[at];
  if (verb?.kind !== "word" || !/[a-z]{3}ed$/.test(verb.text)) return null;
  const named = (catalog.columnsByStem.get(verb.stem) ?? []).filter(({ stems }) => stems.length > 1);
  // "subscribed to the newsletter", of a flag "newsletter"
  const listed = SIGNED_UP.test(verb.lower)
    ? tokens.slice(at + 1, at + MOST_WORDS_APART).flatMap((token) => catalog.columnsByStem.get(token.stem) ?? [])
    : [];
  const flags = [...new Set(named.length > 0 ? named : listed)].filter(({ isFlag, table }) => isFlag && !table.isView);
  const found = flags.flatMap((flag) => {
    const end = endOf(flag);
    return end === null ? [] : [{ flag, end }];
  });
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  const where = { start: at, end: only.end, text: verb.text };
  const mention = mentionOf({ ...where, columns: [{ column: only.flag, score: 1 }] });
  return { items: [{ kind: "schema", mention, ...where }], end: only.end };

  /** Where the last part of a flag's name ends; null where one is not said. */
  function endOf({ words, stems }: CatalogColumn): number | null {
    const parts = new Set(stems.filter((name, i) => name !== verb?.stem && !STANDS_BETWEEN.test(words[i] ?? "")));
    for (let place = at + 1; place <= at + MOST_WORDS_APART; place++) {
      const token = tokens[place];
      if (token === undefined || !(parts.delete(token.stem) || STANDS_BETWEEN.test(token.lower))) return null;
      if (parts.size === 0) return place + 1;
    }
    return null;
  }
}
