import type { Catalog } from "../catalog/catalog.ts";
import { conditionsOf } from "../assemble/conditions/conditions.ts";
import { negate } from "../assemble/conditions/negations.ts";
import { tablesOfCondition } from "../form/visit.ts";
import type { DefaultFilter } from "./definitions.ts";
import { itemise } from "../link/items.ts";
import { columnExpression } from "../resolve/measures.ts";
import { read } from "../read/read.ts";
import { contextOf } from "../resolve/context.ts";
import { tokenise } from "../language/tokens.ts";

const money = "(?:revenues?|sales|turnover|income|money|amounts?|totals?)";

/** Sentences that leave rows out, with what they leave out as their group. */
const excluding: readonly RegExp[] = [
  /^(?:please |always |by default,? )*(?:exclude|ignore|leave out|(?:do not|don't|never) (?:count|include|consider|show|use)|we (?:do not|don't|never) (?:count|include|consider)|skip|omit|without|filter out|disregard)\s+(?:all |any |the )?(.+)$/i,
  new RegExp(
    `^(?:our |the )?${money} (?:never |does not |do not |doesn't |don't |should not |must not |should never |must never |always )?(?:includes?|excludes?|counts?|contains?)\\s+(?:all |any |the )?(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:our |the )?${money} (?:is|are) (?:always )?(?:without|net of|excluding|counted without|reported without)\\s+(.+)$`,
    "i",
  ),
  /^(.+?) (?:(?:do|does|should|must|may) (?:not|never)|(?:don't|doesn't|shouldn't|mustn't)|never) (?:be )?(?:counted|count|included|considered|shown|used|appear|belong)(?: .*)?$/i,
  /^(.+?) (?:should|must|are|is|have to|need to)(?: to)?(?: always)?(?: be)? (?:always )?(?:excluded|ignored|left out|omitted|skipped|filtered out|removed|disregarded)(?: .*)?$/i,
  new RegExp(`^(.+?) (?:is|are) (?:not|no|never) (?:really )?(?:counted as |part of )?(?:our )?${money}$`, "i"),
];

/** Sentences that let only some rows through, with those as their group. */
const restricting: readonly RegExp[] = [
  /^(?:please |always |by default,? )*(?:we )?(?:only (?:count|include|use|show|consider|look at|report)|(?:count|include|consider|use|show|report) only|limit (?:it |everything )?to|restrict (?:it |everything )?to|focus (?:only )?on)\s+(?:the )?(.+)$/i,
  /^only (.+?) (?:count|counts|are counted|is counted|matter|matters|are relevant|are included)(?: .*)?$/i,
  new RegExp(
    `^(?:our |the )?${money} (?:only )?(?:is|are|means?|includes?|counts?) only\\s+(?:from )?(?:the )?(.+)$`,
    "i",
  ),
  new RegExp(`^(?:our |the )?${money} only (?:includes?|counts?)\\s+(?:the )?(.+)$`, "i"),
  /^(?:i|we)(?: am| are|'m|'re)?(?: only)? (?:care|cares|interested|look|work|responsible)(?: only)? (?:about|in|at|with|on|for) (?:only )?(?:the )?(.+?)(?: only)?$/i,
  /^my (?:region|country|area|market|team|segment|territory) is (.+)$/i,
];

const spoken =
  /\b(?:only|just|care|interested|responsible|my (?:region|country|area|market|team|segment|territory))\b/i;

function phraseOf(sentence: string): { phrase: string; isExcluded: boolean } | null {
  for (const pattern of excluding) {
    const phrase = pattern.exec(sentence)?.[1];
    // "Revenue includes shipping" leaves nothing out.
    const isKept =
      /^\S+ (?:always )?(?:includes?|counts?|contains?)\b/i.test(sentence) && !/\b(?:never|not|n't)\b/i.test(sentence);
    if (phrase !== undefined && !isKept && !/^only\b/i.test(phrase)) return { phrase, isExcluded: true };
  }
  if (!spoken.test(sentence) && !/^(?:please |always )*(?:limit|restrict|focus)/i.test(sentence)) return null;
  for (const pattern of restricting) {
    const phrase = pattern.exec(sentence)?.[1];
    if (phrase !== undefined) return { phrase, isExcluded: false };
  }
  return null;
}

/**
 * The filters of a sentence that says which rows count by default, told as `said`; null where it does not look like one.
 * They may be none where what is left out is not known here.
 */
export function filtersOf(sentence: string, catalog: Catalog, now: Date, said = sentence): DefaultFilter[] | null {
  const plain = sentence
    .replace(
      /,?\s*(?:unless|except when|if not) (?:i |we |you )?(?:am |are )?(?:asked?|told|stated|specified|say).*$/i,
      "",
    )
    .replace(
      /\s+(?:from|in) (?:all|every|any|the)?\s*(?:reports?|analys[ei]s|numbers|figures|totals|counts|results?)$/i,
      "",
    );
  const found = phraseOf(plain);
  if (found === null) return null;
  const phrase = found.phrase.replace(new RegExp(`\\s+(?:as|from|in|for|towards?) (?:our |the )?${money}$`, "i"), "");
  const tokens = tokenise(phrase);
  // A rule about revenue does not change how many orders there are.
  const ofMoney = new RegExp(`\\b${money}\\b`, "i").test(plain);
  const sketch = read(itemise(tokens, catalog, now), tokens, now);
  const known = contextOf(sketch, catalog);
  const context = { ...known, subject: known.named[0]?.table ?? null };
  const { where } = conditionsOf(context);
  const word = sketch.unknown[0]?.text;
  const label = context.subject?.label[0];
  // "ignore test customers": those with the word in their name.
  if (where.length === 0 && word !== undefined && sketch.unknown.length === 1 && label !== undefined) {
    where.push({ kind: "like", left: columnExpression(label), place: "contains", text: word, negated: false });
  }
  return where.flatMap((condition) => {
    const [table] = tablesOfCondition(condition);
    return table === undefined
      ? []
      : [{ table, condition: found.isExcluded ? negate(condition) : condition, sentence: said, ofMoney }];
  });
}
