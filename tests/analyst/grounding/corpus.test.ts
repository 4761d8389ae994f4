import { type CheckedNumber, checkNumbers } from "@parley/analyst/grounding/number-origins";
import type { QueryResult } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";
import { timesOf } from "../../support/sampled.ts";
import { random, salesOf } from "./tables.ts";

const LOCALES = [
  "en-US",
  "de-DE",
  "de-CH",
  "de-AT",
  "fr-FR",
  "es-ES",
  "en-IN",
  "sv-SE",
  "it-IT",
  "pt-BR",
  "ar-EG",
  "hi-IN-u-nu-deva",
  "fa-IR",
];

/** A statement about a result: its text, and a figure in it that is meant to be checked. */
type Statement = (figures: Figures, write: Writer) => string;
type Figures = Row & { sum: number; first: Row; second: Row; third: Row; last: Row; other: Row };
interface Row {
  name: string;
  orders: number;
  revenue: number;
  returned: number;
}
interface Writer {
  number: (value: number, decimals?: number) => string;
  percent: (value: number, decimals?: number) => string;
}

/** Numbers of one style as the locale writes them. A format is made once for each number of decimals. */
function numbersOf(locale: string, style: "decimal" | "percent"): (value: number, decimals: number) => string {
  const formats = new Map<number, Intl.NumberFormat>();
  return (value, decimals) => {
    const options = { style, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const format = formats.get(decimals) ?? new Intl.NumberFormat(locale, options);
    formats.set(decimals, format);
    return format.format(value);
  };
}

function writerIn(locale: string): Writer {
  const [decimal, percentage] = [numbersOf(locale, "decimal"), numbersOf(locale, "percent")];
  return {
    number: (value, decimals = 0) => decimal(value, decimals),
    percent: (value, decimals = 1) => percentage(value, decimals),
  };
}

const right: Record<string, Statement> = {
  "a whole number": ({ name, orders }, { number }) => `${name} has ${number(orders)} orders.`,
  "an amount": ({ name, revenue }, { number }) => `Der Umsatz in ${name} war ${number(revenue, 2)} €.`,
  "an amount before its currency": ({ name, revenue }, { number }) => `${name}: €${number(revenue, 2)}, that is all.`,
  "a number in bold": ({ name, orders }, { number }) => `**${name}**: **${number(orders)}**`,
  "a number in a table": ({ name, orders, revenue }, { number }) =>
    `| ${name} | ${number(orders)} | ${number(revenue, 2)} |`,
};
const rounded: Record<string, Statement> = {
  "to the whole": ({ name, revenue }, { number }) => `${name} made ${number(Math.round(revenue))} EUR`,
  "to one decimal": ({ name, revenue }, { number }) =>
    `In ${name} sind es ${number(Math.round(revenue * 10) / 10, 1)} €`,
  "to thousands": ({ name, revenue }, { number }) => `${name}: ${number(revenue / 1e3, 1)}k of revenue`,
  "to millions": ({ name, revenue }, { number }) => `${name}: ${number(revenue / 1e6, 2)} million`,
  "to millions in German": ({ name, revenue }, { number }) => `${name}: ${number(revenue / 1e6, 2)} Mio. €`,
  "a share as a percentage": ({ name, returned }, { percent }) => `${percent(returned)} were returned in ${name}`,
  "a share as a percentage, without its row's name": ({ first }, { percent }) =>
    `The rate of return is ${percent(first.returned)} at the top.`,
  "the end of the list": ({ last }, { number }) => `The last one has ${number(last.orders)} orders.`,
  "one of several in a list": ({ name, returned, other }, { percent }) =>
    `| ${name} | ${percent(returned)} |\n| ${other.name} | ${percent(other.returned)} |`,
  "a whole percentage": ({ name, returned }, { percent }) => `In ${name} ${percent(returned, 0)} were returned.`,
  about: ({ name, orders }, { number }) => `${name} has about ${number(Math.round(orders / 10) * 10)} orders`,
};
const derived: Record<string, Statement> = {
  "a sum": ({ sum }, { number }) => `Altogether ${number(sum)} orders`,
  "a difference": ({ name, orders, other }, { number }) =>
    `${name} has ${number(Math.abs(orders - other.orders))} orders more or less than ${other.name}.`,
  "a share of the sum": ({ name, orders, sum }, { percent }) => `${name} stands for ${percent(orders / sum)} of them.`,
  "a change": ({ name, orders, other }, { percent }) =>
    `${name} gegen ${other.name}: ${percent((orders - other.orders) / other.orders)}`,
  "a quotient of a row": ({ name, revenue, orders }, { number }) =>
    `An order in ${name} is worth ${number(revenue / orders, 2)} € on average.`,
  "the first together": ({ first, second, third }, { number }) =>
    `The first three have ${number(first.orders + second.orders + third.orders)} orders.`,
  "the first together in German": ({ first, second, third }, { number }) =>
    `Die ersten 3 haben ${number(first.orders + second.orders + third.orders)} Bestellungen.`,
  "the share of the first": ({ first, second, third, sum }, { percent }) =>
    `${percent((first.orders + second.orders + third.orders) / sum)} of the orders are of the top three.`,
  "what is left": ({ first, second, third, sum }, { number }) =>
    `The rest, without the first three, has ${number(sum - first.orders - second.orders - third.orders)} orders.`,
  "the share of what is left": ({ name, orders, sum }, { percent }) =>
    `Die übrigen Länder neben ${name} haben ${percent(1 - orders / sum)}.`,
  "a list and its total": ({ first, second, third }, { number }) =>
    `- ${first.name}: ${number(first.orders)}\n- ${second.name}: ${number(second.orders)}\n- ${third.name}: ${number(third.orders)}\n\nTogether: ${number(first.orders + second.orders + third.orders)}`,
  "what is said in the next sentence": ({ name, orders, sum }, { number, percent }) =>
    `Look at ${name} with ${number(orders)} orders. That is ${percent(orders / sum)} of all.`,
  "a multiple": ({ name, revenue, other }, { number }) =>
    `${name} made ${number(revenue / other.revenue, 2)} times what ${other.name} made.`,
};

function rowsOf({ rows }: QueryResult): Row[] {
  return rows.map(([name, orders, revenue, returned]) => ({
    name: String(name),
    orders: Number(orders),
    revenue: Number(revenue),
    returned: Number(returned),
  }));
}

/** Every statement about some rows of a result of `size` rows. */
function* said(statements: Record<string, Statement>, locale: string, size: number) {
  const next = random(size * 7 + locale.length);
  const writer = writerIn(locale);
  const result = salesOf(next, size);
  const rows = rowsOf(result);
  const sum = rows.reduce((total, { orders }) => total + orders, 0);
  for (const [what, statement] of Object.entries(statements)) {
    for (let round = 0; round < timesOf(6); round++) {
      const row = rows[Math.floor(next() * rows.length)];
      const other = rows[((row ? rows.indexOf(row) : 0) + 1) % rows.length];
      const [first, second, third] = rows;
      const last = rows.at(-1);
      if (!row || !other || !first || !second || !third || !last) throw new Error("no rows");
      yield { what, result, text: statement({ ...row, sum, first, second, third, last, other }, writer) };
    }
  }
}

const without = (numbers: readonly CheckedNumber[]) => numbers.flatMap(({ text, origin }) => (origin ? [] : text));

describe.each(LOCALES)("numbers written as in %s", (locale) => {
  it.each([
    ["right", right],
    ["rounded", rounded],
    ["derived", derived],
  ])("%s numbers have a source", (_, statements) => {
    for (const size of [4, 8, 60, 400]) {
      for (const { what, result, text } of said(statements, locale, size)) {
        const numbers = checkNumbers(text, { results: [result], texts: [] });
        expect(numbers.length, `${what}: ${text}`).toBeGreaterThan(0);
        expect(without(numbers), `${what}: ${text}`).toEqual([]);
      }
    }
  });

  it("invented numbers have none", () => {
    const next = random(locale.length);
    const { number, percent } = writerIn(locale);
    let [invented, missed] = [0, 0];
    for (const size of [3, 8, 60, 400]) {
      const result = salesOf(next, size);
      for (let round = 0; round < timesOf(60); round++) {
        const [row] = result.rows;
        const text = [
          `${String(row?.[0])} has ${number(Math.floor(next() * 90_000) + 10_000)} orders.`,
          `The revenue was ${number(next() * 4e6 + 1e5, 2)} €.`,
          `That is ${percent(next() * 0.9 + 0.05)} of it.`,
          `Es waren ${number(next() * 40 + 2, 1)}-mal so viele.`,
          `${String(row?.[0])} grew by ${percent(next() * 0.9 + 0.05)}.`,
          `${percent(next() * 0.9 + 0.05)} of the orders are of the top three.`,
        ][round % 6];
        invented += 1;
        if (without(checkNumbers(text ?? "", { results: [result], texts: [] })).length === 0) missed += 1;
      }
    }
    expect(missed / invented).toBeLessThan(0.05);
  });
});
