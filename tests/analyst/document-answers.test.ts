import { describe, expect, test } from "vitest";
import { useHandbook } from "./handbook.ts";
import { ask, questionOf, toolsOf } from "./support.ts";

const text = `# Handbook

## Leave

Call your team lead before 9 am on the first day. Sick pay is full salary for six weeks.

| parent | weeks at full pay | weeks at half pay |
|---|---|---|
| birth parent | 18 | 8 |
| adoptive parent | 12 | 6 |

Every employee is entitled to 27 days a year.

## First week

| day | what |
|---|---|
| Tuesday | Security training (90 minutes) |
| Friday | Lunch with your team, first talk about the week |

## Hours and holidays

The week has 38 hours. Core time is 10:00 to 15:00.

Holidays: 28 days, plus 24 December.

## What cannot be returned

- Textiles cut to length
- Kitchen knives whose sheath was opened
- Goods bought in a clearance sale

## Returns

Customers may return goods within 30 days.

## Warranty

| category | warranty |
|---|---|
| Furniture | 5 years |
| Kitchen | 2 years |

## Repairs

Spare parts for furniture are kept for 8 years. Repairs outside the warranty cost 38 euros an hour.

## Recalls

Every customer who bought the product in the last 6 years is written to within 48 hours.

## Conduct

Gifts are reported to the compliance officer, Ms Okafor.

Dogs may be brought to the office on Fridays.

## Packing line

PACKING LINE PL-400 of the warehouse
Every week: grease the chain with Lubra 7 oil.
Every month: check the tension of the belt.
E02  Belt jammed. Press RESET.
E07  Drive overheated. Let the drive cool.
Power: 4.2 kW. Weight: 860 kg.

## Probation

Probation lasts 6 months. There are talks with your manager after 30 and 60 days. The notice period during probation is 2
weeks, afterwards 2 months.

## Pausing

A membership can be paused once a year.

## How prices change

1. Finance proposes the percentage from the cost of the year.
2. The managing director decides by 5 February.

## Accounts

1. Passwords and sign-in

1.1 Passwords have at least 14 characters.

1.4 Accounts of people who leave are closed on their last day.

## Learning

Everybody has 900 euros a year for learning. It is paid with the salary of June.

## Meals

Lunch is up to 15 euros, dinner up to 32 euros.
`;
const german = `# Büroordnung

## Zutritt

Das Büro ist von 7 bis 20 Uhr geöffnet.

## Urlaub

Jeder hat Anspruch auf 30 Urlaubstage im Jahr.

## Krankmeldung

Wer krank ist, meldet sich bis 9 Uhr.

## Reisekosten

| Verkehrsmittel | Erstattung |
|---|---|
| Bahn | zweite Klasse |
| Auto | 0,30 Euro je Kilometer |

## Haustiere

Hunde dürfen freitags mitgebracht werden.
`;

describe("what a document says plainly", () => {
  const handbook = useHandbook(text);
  const quoteOf = async (message: string) => {
    const { organization, scope, files } = handbook;
    const { answer } = await ask(questionOf({ organization, scope, message }), toolsOf({ files }));
    return answer.type === "final" ? answer.content.split("\n").filter((line) => line.startsWith(">")) : answer.type;
  };
  const table = (head: string, row: string) => [`> ${head}`, `> ${head.replace(/[^|]+/g, "---")}`, `> ${row}`];

  test.each([
    [
      "What happens on Tuesday in the first week?",
      table("| day | what |", "| Tuesday | Security training (90 minutes) |"),
    ],
    [
      "How many weeks does an adoptive parent get?",
      table("| parent | weeks at full pay | weeks at half pay |", "| adoptive parent | 12 | 6 |"),
    ],
    ["How long is the warranty on furniture?", table("| category | warranty |", "| Furniture | 5 years |")],
    ["Can I send back a knife?", ["> - Kitchen knives whose sheath was opened"]],
    ["How long do customers have to return goods?", ["> Customers may return goods within 30 days."]],
    ["How many holidays do I get?", ["> Holidays: 28 days, plus 24 December."]],
    [
      "what does a repair outside the warranty cost per hour?",
      ["> Repairs outside the warranty cost 38 euros an hour."],
    ],
    ["who is the compliance officer?", ["> Gifts are reported to the compliance officer, Ms Okafor."]],
    ["Can I bring my dog?", ["> Dogs may be brought to the office on Fridays."]],
    ["What does E07 mean?", ["> E07  Drive overheated. Let the drive cool."]],
    ["How much does the packing line weigh?", ["> Weight: 860 kg."]],
    ["which oil is used for the chain?", ["> Every week: grease the chain with Lubra 7 oil."]],
    [
      "How much money do I get for learning?",
      ["> Everybody has 900 euros a year for learning. It is paid with the salary of June."],
    ],
    [
      "When is the budget for learning paid?",
      ["> Everybody has 900 euros a year for learning. It is paid with the salary of June."],
    ],
    [
      "how long is the probation period?",
      [
        "> Probation lasts 6 months. There are talks with your manager after 30 and 60 days. The notice period during probation is 2 weeks, afterwards 2 months.",
      ],
    ],
    [
      "What is the notice period during probation?",
      ["> The notice period during probation is 2 weeks, afterwards 2 months."],
    ],
    ["How long must passwords be?", ["> 1.1 Passwords have at least 14 characters."]],
    ["can I put my membership on hold?", ["> A membership can be paused once a year."]],
    ["who decides on price changes?", ["> 2. The managing director decides by 5 February."]],
    ["What is the limit for dinner?", ["> Lunch is up to 15 euros, dinner up to 32 euros."]],
  ])("is quoted, and nothing beside it: %s", async (message, quote) => {
    expect(await quoteOf(message)).toEqual(quote);
  });

  test.each([
    // Rows and sentences have the words, and none of them says it.
    "How many employees do we have?",
    "When was the last recall?",
    "What is the salary of a team lead?",
    "How many people work at Acme?",
    // No sentence has a price of it.
    "What does a dog cost?",
    "What does a kitchen knife cost on average?",
  ])("is all that is quoted: %s", async (message) => {
    expect(await quoteOf(message)).toBe("scope_notice");
  });
});

describe("a document whose lines are broken by its pages", () => {
  const review = `From July to September customers placed 874 orders with a total of EUR
300,795.67. In the quarter of the year before it was less than that: the
total rose.
Furniture was the strongest category with EUR 81,742.17. Most returns were in
Electronics: 34 lines.
1. The warehouse hires 12 packers from 10 November.
2. Quality control looks into Electronics: packaging of monitors is changed
by 1 November.
`;
  const handbook = useHandbook(review, "quarterly-review.txt");

  test.each([
    ["Where were most returns?", "> Most returns were in Electronics: 34 lines."],
    [
      "How many orders were placed from July to September?",
      "> From July to September customers placed 874 orders with a total of EUR 300,795.67.",
    ],
    [
      "What does the quarterly review say about monitors?",
      "> 2. Quality control looks into Electronics: packaging of monitors is changed by 1 November.",
    ],
  ])("is quoted in whole sentences: %s", async (message, quote) => {
    const { organization, scope, files } = handbook;
    const { answer } = await ask(questionOf({ organization, scope, message }), toolsOf({ files }));
    expect(answer.content).toContain(`says:\n\n${quote}`);
  });
});

describe("a document of rows", () => {
  const rates =
    "zone,countries,standard_euros,express_euros\nA,Germany; Austria,4.90,11.90\nB,France; Belgium,6.90,16.90\nC,Sweden; Poland,8.90,19.90\n";
  const handbook = useHandbook(rates, "rates.csv");
  const answerTo = async (message: string) => {
    const { organization, scope, files } = handbook;
    return (await ask(questionOf({ organization, scope, message }), toolsOf({ files }))).answer.content;
  };

  test("is quoted by the row that is asked for", async () => {
    expect(await answerTo("what does express to France cost?")).toMatch(
      /says:\n\n> - zone: B \| countries: France; Belgium \| standard_euros: 6.90 \| express_euros: 16.90$/,
    );
  });

  test("is quoted by all rows, and the columns that are asked for, where none of them has the question's words", async () => {
    expect(await answerTo("Which countries are in which zone?")).toMatch(
      /> - zone: A \| countries: Germany; Austria\n> - zone: B \| countries: France; Belgium\n> - zone: C \| countries: Sweden; Poland$/,
    );
  });
});

describe("what a German document says plainly", () => {
  const handbook = useHandbook(german);

  test.each([
    ["Wie viele Urlaubstage habe ich?", "Urlaub, steht:\n\n> Jeder hat Anspruch auf 30 Urlaubstage im Jahr."],
    ["Wie viel Urlaub bekomme ich?", "Jeder hat Anspruch auf 30 Urlaubstage im Jahr."],
    ["Wann wird das Büro geöffnet?", "Das Büro ist von 7 bis 20 Uhr geöffnet."],
    ["Bis wann muss ich mich krank melden?", "Wer krank ist, meldet sich bis 9 Uhr."],
    ["Wie viel wird pro Kilometer erstattet?", "| Auto | 0,30 Euro je Kilometer |"],
    ["Darf ich meinen Hund mitbringen?", "Hunde dürfen freitags mitgebracht werden."],
  ])("is told in German: %s", async (message, said) => {
    const { organization, scope, files } = handbook;
    const { answer } = await ask(questionOf({ organization, scope, message }), toolsOf({ files }));
    expect(answer.content).toMatch(/^In „handbook“, Büroordnung › /);
    expect(answer.content).toContain(said);
  });
});
