import type { Catalog } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { candidates } from "./similarity.ts";

/** Words that mean nothing in a name. */
export const linkNoise: ReadonlySet<string> = new Set(["of", "the", "in", "a", "an", "s", "on", "at"]);

/** Last words that may follow a name: "phone number" for a column "phone". */
export const fillers: ReadonlySet<string> = new Set(
  "number,numbers,code,codes,value,values,name,names,title,titles,score,scores,size,sizes,level,levels,figure,figures,date,dates".split(
    ",",
  ),
);

/** How a few words cover those of a name. */
interface Covered {
  /** The best scores of the name's words, summed up. */
  matched: number;
  /** True when a word of the name was said. */
  direct: boolean;
}

/**
 * Best score of each word of `names` against any word of the span. Null when a word of the span means nothing in them, nor
 * one of `extra`; a filler at the end may where `filling` allows it.
 */
export function cover(
  span: readonly Token[],
  names: readonly string[],
  catalog: Catalog,
  { extra, filling }: { extra: readonly string[]; filling: boolean },
): Covered | null {
  const best = new Map<string, number>();
  for (const [i, token] of span.entries()) {
    if (linkNoise.has(token.lower)) continue;
    const meanings = candidates(token, catalog);
    // "orders" are the last word of "purchase orders", and not the first one, too.
    const said = names.includes(token.stem) ? [token.stem] : names.filter((name) => meanings.has(name));
    if (isSaidAlready(token, said, { span, catalog, extra })) return null;
    for (const name of said) best.set(name, Math.max(best.get(name) ?? 0, meanings.get(name) ?? 0));
    if (said.length > 0 || extra.some((name) => meanings.has(name))) continue;
    if (!filling || best.size === 0 || !isFiller(span, i)) return null;
  }
  let matched = 0;
  for (const score of best.values()) matched += score;
  return { matched, direct: best.size > 0 };
}

/** "purchase orders" are not all orders, where something else is called a purchase: the one word does not say the other again. */
function isSaidAlready(
  { stem, lower }: Token,
  said: readonly string[],
  { span, catalog, extra }: { span: readonly Token[]; catalog: Catalog; extra: readonly string[] },
): boolean {
  if (said.length === 0 || !catalog.vocabulary.has(stem) || [...said, ...extra].includes(stem)) return false;
  return said.every((name) => span.some((other) => other.lower !== lower && other.stem === name));
}

function isFiller(span: readonly Token[], at: number): boolean {
  const last = span[at]?.lower ?? "";
  const isAddress = /^address(?:es)?$/.test(last) && /^e-?mails?$/.test(span[at - 1]?.lower ?? "");
  const isLast = at === span.length - 1 && (fillers.has(last) || isAddress);
  return isLast && !linkNoise.has(span[at - 1]?.lower ?? "the");
}

/** True when some word stands for a word of a name without doubt. */
export function isSaid(name: string, words: readonly Token[], catalog: Catalog): boolean {
  return words.some((token) => (candidates(token, catalog).get(name) ?? 0) >= 0.7);
}
