import { takeUndoneInTime } from "./undone-in-time.ts";
import { takeLeftInTime } from "./left-in-time.ts";
import { takeTheirManagers } from "./business-words.ts";
import { takeDoneTogether, takeTheirWorks } from "./done-together.ts";
import { takeDoneToThings } from "./done-to-things.ts";
import { takeCountedDeeds, takeDeeds, takeDeedsCounted, takeDeedsOfDoers } from "./deeds.ts";
import { takeFirstOrLastOfEach } from "./first-or-last-of-each.ts";
import { takeFlagAsked } from "./flags.ts";
import { takeDidMost, takeDidMostOf } from "./doers.ts";
import { takeToldBeside } from "./told-beside.ts";
import { takeToCome } from "./to-come.ts";
import { takeNotYet } from "./not-yet.ts";
import { takeNow } from "./now.ts";
import { takePay } from "./pay.ts";
import { takeVersions } from "./versions.ts";
import { takeOwnNumbers } from "./own-numbers.ts";
import { takeBothInTime } from "./both-in-time.ts";
import { takePaidMoreThan } from "./paid-more-than.ts";
import { takeWithoutHolders } from "./without-holders.ts";
import { takeAgesOfEach, takePeopleOfEach } from "./people-of-each.ts";
import { takePeople, takePeopleCounted, takePersonAsked, takeStaff } from "./persons.ts";
import { takeVacant } from "./vacant.ts";
import { takeVerbs } from "./verbs.ts";
import { takeWhereAsked } from "./where-asked.ts";
import type { Step } from "./step.ts";

/** Which rows, people and times are meant, in its order. */
export const ofRows: readonly Step[] = [
  {
    name: "undone in a time",
    recognises: "what nobody did to things in a time, or was not done to them: those without such rows then",
    example: "rooms nobody booked last month, boats not used this year",
    rewrite: takeUndoneInTime,
  },
  {
    name: "left in a time",
    recognises: "rows that were not dropped, and a time: those of that time that were not",
    example: "orders not cancelled in May",
    rewrite: takeLeftInTime,
  },
  {
    name: "first or last of each",
    recognises: "each one's own first or last in a time: there is one then, and none before it, or since",
    example: "gardeners whose last visit was before May",
    rewrite: takeFirstOrLastOfEach,
  },
  {
    name: "pay",
    recognises: "people who make the most money, where it is kept what they are paid",
    example: "who makes the most money",
    rewrite: takePay,
  },
  {
    name: "versions",
    recognises: "rows that follow one another, from a day to a day: those that hold now, where no other time is meant",
    example: "average wage by team, of wages that were valid from a day to a day",
    rewrite: takeVersions,
  },
  {
    name: "now",
    recognises: "now, of rows some of which are in a state that goes on: those, where nothing else restricts them",
    example: "the best paid job right now, of jobs that are open, filled or cancelled",
    rewrite: takeNow,
  },
  {
    name: "to come",
    recognises: "upcoming, of rows some of which are still to come: those from today on, or of the time that is said",
    example: "upcoming concerts",
    rewrite: takeToCome,
  },
  {
    name: "deeds of doers",
    recognises:
      "a state that is the verb of those asked for, where a key to them or a day of all rows is called so: no state",
    example: "which clerks booked the most visits, of visits that are booked, done or cancelled and have a booked_by",
    rewrite: takeDeedsOfDoers,
  },
  {
    name: "deeds counted beside others",
    recognises: "a second count of what is called like a state and like a day: of those that have the day",
    example: "how many members joined this year and how many left, of members that are active or left, with a left_on",
    rewrite: takeDeedsCounted,
  },
  {
    name: "deeds",
    recognises: "a state that is said like a deed, in a time, where the day on which it was done is kept: that day",
    example: "parcels sent last month, of which some have arrived since",
    rewrite: takeDeeds,
  },
  {
    name: "counted deeds",
    recognises: "rows that are counted after what was done to them, of which the day is kept: those that have it",
    example: "how many refunded tickets are there",
    rewrite: takeCountedDeeds,
  },
  {
    name: "not yet",
    recognises: "a state that rows are not in yet: those that were cancelled never will be",
    example: "parcels not delivered yet, of parcels that are delivered, open or cancelled",
    rewrite: takeNotYet,
  },
  {
    name: "verbs of values",
    recognises: "a verb that is like a table's name, right before a value that stands elsewhere: it names no rows",
    example: "members who play chess, where games are plays and chess is a hobby",
    rewrite: takeVerbs,
  },
  {
    name: "flag asked",
    recognises: "a column of yes and no that is counted, or said as a plural: the rows of which it holds",
    example: "who are the heads",
    rewrite: takeFlagAsked,
  },
  {
    name: "done to things",
    recognises: "what was done to a thing that is named, where rows have a day on which it was: those that have it",
    example: "who completed Pottery, of enrolments with a completed_on",
    rewrite: takeDoneToThings,
  },
  {
    name: "person asked",
    recognises: "who: the nearest people are asked for, where none are named",
    example: "who works on the harbour",
    rewrite: takePersonAsked,
  },
  {
    name: "where they are",
    recognises: "where rows in a place are, that is said already: which of them there are",
    example: "where is a garden in Fenwick",
    rewrite: takeWhereAsked,
  },
  {
    name: "their works",
    recognises: "the works by somebody, after people who are asked for: whoever made them, and none of those",
    example: "conductors of operas by Ada Holt",
    rewrite: takeTheirWorks,
  },
  {
    name: "done together",
    recognises: "people who did something with one of them: those who share a row of what was done",
    example: "singers who performed with Ada Holt",
    rewrite: takeDoneTogether,
  },
  {
    name: "did most",
    recognises: "who did most of something that is kept as rows of their own: the sum of its money, or how often",
    example: "who donated the most",
    rewrite: takeDidMost,
  },
  {
    name: "did most of",
    recognises: "who did something with most of others, where what was done is kept as rows of their own: how often",
    example: "who borrowed the most books, of loans of a book by somebody each",
    rewrite: takeDidMostOf,
  },
  {
    name: "staff",
    recognises: "people who work here: the table of those, where there is one",
    example: "how many people work here",
    rewrite: takeStaff,
  },
  {
    name: "people",
    recognises: "“people” where people are asked for anyway, although some column holds that word",
    example: "how many people report to Kim",
    rewrite: takePeople,
  },
  {
    name: "own numbers",
    recognises: "a number of the rows that is called like what others say of theirs: some of it, or none",
    example: "plans without joining fee, where payments are for a joining fee, too",
    rewrite: takeOwnNumbers,
  },
  {
    name: "both in one time",
    recognises: "two things that were done to rows in one time, where they have a day for each: both",
    example: "members who joined and left this year",
    rewrite: takeBothInTime,
  },
  {
    name: "paid more than",
    recognises: "a number that what was paid is compared with, of rows with the day and the amount: their sum for each",
    example: "donors who gave more than 500",
    rewrite: takePaidMoreThan,
  },
  {
    name: "without holders",
    recognises: "“without” and a title of people to one of whom each row leads: rows that lead to nobody",
    example: "plots without a head gardener, of plots with a gardener_id",
    rewrite: takeWithoutHolders,
  },
  {
    name: "people of each",
    recognises: "a number of people, where nobody is called so: those who belong to each row",
    example: "gardens with more than 3 people",
    rewrite: takePeopleOfEach,
  },
  {
    name: "ages of each",
    recognises: "the average age for each of what are no people: that of the people who belong to it",
    example: "average age per garden, of gardens whose members have a day of birth",
    rewrite: takeAgesOfEach,
  },
  {
    name: "people counted",
    recognises: "people who are counted, where rows of one kind refer to those who did them: each person once",
    example: "how many people pay by card",
    rewrite: takePeopleCounted,
  },
  {
    name: "told beside",
    recognises: "“with” and things of which each row has one: they are told beside, and restrict nothing",
    example: "claims over 4000 with client and insurer",
    rewrite: takeToldBeside,
  },
  {
    name: "their managers",
    recognises: "those above, shown beside each, are no value of a column",
    example: "gardeners and their supervisors",
    rewrite: takeTheirManagers,
  },
  {
    name: "vacant",
    recognises:
      "things that are empty, where people have them for a time, or without a current one: nobody has them now",
    example: "empty garages, garages without a current permit",
    rewrite: takeVacant,
  },
];
