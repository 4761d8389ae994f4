import type { VocabularyLine } from "./cues.ts";

/** Small words that carry little or nothing. */
export const smallWords: readonly VocabularyLine[] = [
  [{ is: "possessive" }, "their, its, his, her"],
  [{ is: "copula" }, "is, are, was, were, be, been, being, will be"],
  [{ is: "named" }, "named, called, titled, entitled, by the name of, with value, known as"],
  [
    { is: "noise" },
    `(, ), the, a, an, do, did, all, any, some, there, it, they, them, we, you, me, i, us, our, your, my, this,
     these, please, can, could, would, should, will, may, might, just, so, such, s, full list of, list of,
     a list of, the list of, than, exist, exists, in the database, database, recorded, in the system, do we have,
     available, that is, currently, table, overall list, person who, would like to know, want to know, i want,
     i need, i'd like, like to see, see, know, let, out, possible, existing, present, registered, in our, only,
     together, respectively, corresponding, details of, kind of, kinds of, different ones, those, ones, one of,
     the one, given, records, record, following, same, other, various, respective, etc, e.g, happen, happened,
     occur, occurred, come, came, go, went, get, got, gets, does it, exactly how, as a difference, actually, really, simply,
     entire, whole, every single, each one, it's, i'm, has been, let's, need, would like, view, hey, hi, hello,
     thanks, thank you, ok, okay, well, now, much, many, own, owned, total of, within the, very, us about, them all,
     associated, related, particular, certain, specific, specified, having been, made, make, makes, done, does,
     doing, put, using, used, use, uses, involved, belong, located, contained, listed, based, based on, dollars,
     dollar, usd, eur, euro, euros, pounds, bucks, in terms of, in term of, terms of, regard, regarding, according to,
     according, s', type of data, data, look, look like, looks like, ever, want, information`,
  ],
];
