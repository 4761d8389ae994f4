import { distance, isToOne } from "../catalog/joins.ts";
import type { Context, Named } from "../resolve/context.ts";
import { explain } from "../resolve/context.ts";

/** Words between two nouns that are no deed, or one that was not done. */
const noDeed =
  /^(stop(?:s|ped|ping)?|ceased?|quit|fail(?:s|ed)?|refused?|declined?|forgot|forget|avoid(?:s|ed)?|miss(?:es|ed)?|postponed?|other|total|new|current|all|any|various|certain|same|available|existing|main|own|actual|given|specific|free|members?|people|persons?|types?|kinds?)$/i;

/** What rows that link somebody to something never say: who had a lesson with a teacher did not complain about them by it. */
export const ofItsOwn =
  /^(?:complain(?:s|ed|ing)?|prais(?:es?|ed|ing)|critici[sz](?:es?|ed|ing)|argu(?:es?|ed|ing)|thank(?:s|ed)|dislik(?:es?|ed)|hat(?:es?|ed)|steals?|stole|stolen|robbed|injured|sued|threatened)$/i;

/** What is done to something is known by rows of it, or by rows that link both. */
const MOST_JOINS_BETWEEN = 2;

/** "customers who hold an account": a verb that means nothing here, and what it is done to, of which there must be rows. */
export function isDoneWith({ table, mention }: Named, context: Context): boolean {
  const { sketch, named, subject, catalog } = context;
  const isNoun = (mention.mention.tables[0]?.score ?? 0) >= 0.9 && !mention.each && !table.isBridge;
  if (!isNoun || sketch.groups.length > 0) return false;
  const doer = named.findLast((entry) => entry.mention.at < mention.at && entry.table !== table);
  if (doer === undefined || doer.table !== subject || isToOne(catalog, subject, table)) return false;
  // "parcels that fit in a van", of which is only known which were on a trip of one
  if (distance(catalog, subject, table) > MOST_JOINS_BETWEEN) return false;
  const from = doer.mention.mention.end;
  const to = mention.mention.start;
  const [verb, ...others] = sketch.unknown.filter(({ token }) => token !== undefined && token >= from && token < to);
  if (
    verb?.token === undefined ||
    others.length > 0 ||
    verb.capitalised ||
    verb.role === "names" ||
    noDeed.test(verb.text) ||
    ofItsOwn.test(verb.text)
  )
    return false;
  // Nothing but "who" and "an" may stand around it.
  if (verb.token > from + 1 || to > verb.token + 3) return false;
  explain(context, (word) => word === verb);
  return true;
}
