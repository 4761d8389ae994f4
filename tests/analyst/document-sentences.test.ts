import type { Citation } from "@parley/contract/message";
import { saysWhatIsNamed } from "@parley/analyst/documents/tells";
import type { Question } from "@parley/core/answer/answer";
import { describe, expect, test } from "vitest";
import { useHandbook } from "./handbook.ts";
import { ask, questionOf, toolsOf } from "./support.ts";

const library = `# Library rules

Valid from 1 May.

## Lending

Books are lent for four weeks. The day of lending does not count. Ms. Orr, Dr. Pell and two volunteers look after the desk.

Films are lent for 3 days. Games stay in the house.

## Costs of sending books back

Books that are sent back by post travel at the reader's risk. Parcels above 10 kg cost 12 euros.

## Lost books

A lost book is replaced by the reader. We refund what was paid within ten days after the book has turned up. The refund is made in cash only.

## Who bears what

| case | fee | who pays the postage |
|---|---|---|
| The library sent a wrong book | none | the library |
| The book was damaged on its way | none | the carrier |
| The reader has moved to another town | 2 euros | the reader and the library, one half each |
| The reader has lost the card | 4 euros | the reader |
| The book was ordered and is not wanted any more | 3 euros | the reader |

## Council

The chair read out the wish for a reading garden from the box of ideas. It would cost 900 euros. Six members agreed; Ivo Brand voted against.

Whoever is unhappy may turn to the trustee, Prof. Ada Lind, at any time. Her desk is on the second floor.

## Rooms

The small room costs 8 euros an hour for each of its chairs. The small room has 12 chairs, the hall 80.

Drivers of the book van must be at least 25 years old.

## Payment

Cards are accepted from 5 euros on.

## Wishes

Titles of wishes have at least 5 letters. A title is looked at every Monday.
`;
const german = `# Anleitung

## Fehler F7

Der Filter ist voll. Leeren Sie ihn über dem Waschbecken.

## Die grüne Lampe blinkt

Das Gerät wärmt auf.
`;

describe("the sentence that is quoted", () => {
  const handbook = useHandbook(library, "library-rules.md");
  const citedFor = async (message: string, more: Partial<Question> = {}): Promise<Citation[]> => {
    const { organization, scope, files } = handbook;
    const { answer } = await ask(questionOf({ organization, scope, message, ...more }), toolsOf({ files }));
    return answer.metadata.citations ?? [];
  };
  const firstFor = async (message: string) => (await citedFor(message))[0]?.quote;

  test.each([
    [
      "tells the time that is asked for, in words, too",
      "When do I get my money back?",
      /^We refund .* within ten days/,
    ],
    [
      "is not ended by an abbreviation",
      "Who looks after the desk with Dr. Pell?",
      /^Ms\. Orr, Dr\. Pell and two volunteers/,
    ],
    [
      "has the sentence before it that names whom it is about",
      "Where is the desk of the trustee?",
      /Ada Lind.*second floor\.$/,
    ],
    [
      "has the whole of its paragraph that the question speaks of",
      "Who voted against the reading garden?",
      /garden.*Ivo Brand/s,
    ],
    [
      "counts what is asked, not what is paid for each",
      "How many chairs does the small room have?",
      /^The small room has 12 chairs/,
    ],
    ["speaks of what is done by its name", "How old must I be to drive the book van?", /^Drivers of the book van/],
    [
      "speaks of what is sent back as of what is returned",
      "How much is it to return a parcel of 14 kg?",
      /above 10 kg cost 12/,
    ],
    [
      "has the length that is asked for, not a time",
      "How long must a title be?",
      /^Titles of wishes have at least 5 letters/,
    ],
    ["says of paying what a heading calls payment", "Can I pay by card?", /^Cards are accepted/],
  ])("%s", async (_what, message, quote) => {
    expect(await firstFor(message)).toMatch(quote);
  });

  test("is of a time where one is asked, and what has none is not quoted beside it", async () => {
    const cited = await citedFor("How long are books lent?");
    expect(cited[0]?.quote).toMatch(/^Books are lent for four weeks/);
    expect(cited.every(({ quote }) => /week|day|May/.test(quote))).toBe(true);
  });

  test("is every row of a table whose column is called like the question", async () => {
    for (const message of ["who pays the postage?", "Who bears the cost of the postage?"]) {
      const quote = (await firstFor(message)) ?? "";
      expect(quote).toMatch(/^\| case \| fee \| who pays the postage \|/);
      expect(quote).toMatch(/ordered and is not wanted any more \| 3 euros \| the reader \|$/);
    }
  });

  test.each([
    "How much is the membership?",
    "How many visitors has the library?",
    "May I bring a dog?",
    "payment gateway",
  ])("is none where no passage tells: %s", async (message) => {
    expect(await citedFor(message)).toEqual([]);
  });
});

describe("a thing that is named in two words", () => {
  test.each([
    ["bounce rate", "shipping-rates rows 1–5 zone: A", false],
    ["what is the bounce rate?", "shipping-rates rows 1–5 zone: A", false],
    ["staff discount", "Onboarding › Staff discount Employees buy at 25 percent off", true],
    ["returns policy", "Returns Valid from 1 January", true],
    ["How long are books lent?", "nothing of it", true],
  ])("is told by a passage that has both of them: %s", (question, passage, isSaid) => {
    expect(saysWhatIsNamed(question, passage)).toBe(isSaid);
  });
});

describe("a German question that begins with “was”", () => {
  const handbook = useHandbook(german, "anleitung.md");

  test.each([
    ["Was bedeutet der Fehler F7?", "Der Filter ist voll."],
    ["Was tun, wenn die grüne Lampe blinkt?", "Das Gerät wärmt auf."],
  ])("does not ask what was: %s", async (message, said) => {
    const { organization, scope, files } = handbook;
    const { answer } = await ask(questionOf({ organization, scope, message }), toolsOf({ files }));
    expect(answer.metadata.citations?.[0]?.quote).toContain(said);
  });
});
