import { of, type Phrase, phrase, rowsOf, shown } from "../phrase.ts";
import { literal } from "../words.ts";

const MONEY = /price|amount|cost|salary|budget|fee|revenue|wage|rent|fund|income/;

/** Amounts as people type them. */
function typedAmounts(amount: number): string[] {
  const grouped = amount.toLocaleString("en-US");
  const thousands =
    amount >= 1_000 && amount % 100 === 0
      ? [`${amount / 1_000}k`, `$${amount / 1_000}k`, `${amount / 1_000} thousand`]
      : [];
  return [`$${grouped}`, `$${amount}`, `${amount} dollars`, `€${grouped}`, grouped, ...thousands];
}

/** About so much, in few digits. */
const roughly = (amount: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / unit) * unit;
};

/** Amounts with the signs of currencies, thousands with a k. */
export const MONEY_TYPED: readonly Phrase[] = [
  phrase("typed amount counted", ["number", "middle"], ({ table, number, middle, random }) => {
    if (!MONEY.test(number.said) || middle < 1) return undefined;
    const amount = roughly(middle);
    const typed = random.pick(typedAmounts(amount));
    return {
      question: [
        `how many ${table.many} have a ${number.said} over ${typed}?`,
        `number of ${table.many} with ${number.said} above ${typed}`,
      ],
      sql: [`select count(*) from ${rowsOf(table)} where ${of(number)} > ${amount}`],
    };
  }),
  phrase("typed amount listed", ["number", "high", "label"], ({ table, number, high, label, random }) => {
    if (!MONEY.test(number.said) || high < 1) return undefined;
    const amount = roughly(high);
    const typed = random.pick(typedAmounts(amount));
    const rest = `from ${rowsOf(table)} where ${of(number)} < ${amount}`;
    return {
      question: [
        `${table.many} with ${number.said} under ${typed}`,
        `which ${table.many} have a ${number.said} of less than ${typed}?`,
      ],
      sql: [...shown([of(label)], [of(number)], rest), `select t.* ${rest}`],
    };
  }),
  phrase(
    "typed amount of a kind",
    ["number", "middle", "category", "value"],
    ({ table, number, middle, category, value, random }) => {
      if (!MONEY.test(number.said) || middle < 1) return undefined;
      const amount = roughly(middle);
      return {
        question: `how many ${value} ${table.many} with a ${number.said} of at least ${random.pick(typedAmounts(amount))}?`,
        sql: [
          `select count(*) from ${rowsOf(table)} where ${of(category)} = ${literal(value)} and ${of(number)} >= ${amount}`,
        ],
      };
    },
  ),
];
