import { othersIn } from "./synonyms.ts";
import { learningAndHealth } from "./thesaurus/learning-and-health.ts";
import { moneyAndTrade } from "./thesaurus/money-and-trade.ts";
import { organizations } from "./thesaurus/organizations.ts";
import { people } from "./thesaurus/people.ts";
import { places } from "./thesaurus/places.ts";
import { qualitiesAndDeeds } from "./thesaurus/qualities-and-deeds.ts";
import { sportAndTravel } from "./thesaurus/sport-and-travel.ts";
import type { Theme } from "./thesaurus/theme.ts";
import { timeAndEvents } from "./thesaurus/time-and-events.ts";
import { worksAndMedia } from "./thesaurus/works-and-media.ts";
import { singular } from "./words.ts";

const themes: readonly Theme[] = [
  people,
  organizations,
  places,
  moneyAndTrade,
  timeAndEvents,
  worksAndMedia,
  learningAndHealth,
  sportAndTravel,
  qualitiesAndDeeds,
];

const listed = (strength: keyof Theme): string =>
  themes.map((theme) => theme[strength].trim().replace(/\s*\n\s*/g, ";")).join(";");

// By the words themselves: by their stems a lecturer would be a lecture, and an applicant an application.
const nears = othersIn(listed("near"), singular);
const likes = othersIn(listed("like"), singular);
// Customers may be kept as accounts; an account that is spoken of is seldom a customer.
for (const word of ["customer", "client"]) likes.set(word, new Set([...(likes.get(word) ?? []), "account"]));

const NO_OTHERS: ReadonlySet<string> = new Set();

const isOne = (word: string): boolean => !word.includes("_");

const othersOf = (sets: ReadonlyMap<string, ReadonlySet<string>>, said: string): ReadonlySet<string> =>
  sets.get(said) ?? sets.get(singular(said)) ?? NO_OTHERS;

/** Words that are read with those beside them, whatever a schema has: units of time, rates, amounts, who and what. */
const ofQuestions =
  /^(?:(?:second|minute|hour|week|month|quarter|year|time|date|today|rate|ratio|percent|share|money|value|amount|total|sum|worth|balance|revenue|sale|income|turnover|profit|figure|number|count|thing|one)s?|weekly|monthly|yearly|annual|daily)$/;

export const isOfQuestions = (said: string): boolean => ofQuestions.test(said);

/** What a word may stand for, in the singular, where nothing is called by it: what is nearly the same, and what is like it. */
export const looseWords = (said: string): Record<"near" | "like", ReadonlySet<string>> =>
  isOfQuestions(said)
    ? { near: NO_OTHERS, like: NO_OTHERS }
    : { near: othersOf(nears, said), like: othersOf(likes, said) };

/** Expressions of several words and what else is said for them, and words for which one is said. */
export const expressions = (): (readonly [said: string, meant: string])[] =>
  [nears, likes].flatMap((sets) =>
    [...sets].flatMap(([said, others]) =>
      [...others].flatMap((meant): (readonly [string, string])[] =>
        isOne(said) && isOne(meant) ? [] : [[said.replaceAll("_", " "), meant.replaceAll("_", " ")]],
      ),
    ),
  );
