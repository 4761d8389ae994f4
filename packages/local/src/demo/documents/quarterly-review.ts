import { type Day, type Span, dayOf } from "../calendar.ts";
import { present } from "../random.ts";
import { CATEGORIES } from "../warehouse/products.ts";
import { type Line, type Order, lineTotal, orderTotal } from "../warehouse/orders.ts";
import { type Return, returnsOf } from "../warehouse/returns.ts";
import { type PdfLine, makePdf } from "./pdf.ts";

type Quarter = {
  orders: Order[];
  /** Cents, of all orders placed. */
  revenue: number;
  cancelled: { count: number; value: number };
  categories: { name: string; revenue: number; returns: number }[];
  products: { name: string; revenue: number }[];
  returns: Return[];
};

/**
 * The review of the third quarter of the last full year, with the figures the warehouse holds. It says nothing about customers or
 * regions, which a later anchor of the same year may spread differently.
 */
export function quarterlyReview(orders: readonly Order[], span: Span): Uint8Array {
  const year = span.year - 1;
  const returns = returnsOf(orders, span);
  const now = summarize(orders, returns, dayOf(year, 7, 1), dayOf(year, 10, 1));
  const before = summarize(orders, returns, dayOf(year - 1, 7, 1), dayOf(year - 1, 10, 1));
  return makePdf([summaryPage(year, now, before), categoryPage(now), outlookPage(year)]);
}

function summarize(allOrders: readonly Order[], allReturns: readonly Return[], from: Day, until: Day): Quarter {
  const isInside = (day: Day) => day >= from && day < until;
  const orders = allOrders.filter(({ day }) => isInside(day));
  const returns = allReturns.filter(({ returned }) => isInside(returned));
  const lines = orders.flatMap((order) => order.lines);
  const cancelled = orders.filter(({ status }) => status === "cancelled");
  const byProduct = [...Map.groupBy(lines, ({ product }) => product.name)].map(([name, sold]) => ({
    name,
    revenue: sumOf(sold),
  }));
  return {
    orders,
    returns,
    revenue: sumOf(lines),
    cancelled: { count: cancelled.length, value: cancelled.reduce((sum, order) => sum + orderTotal(order), 0) },
    categories: CATEGORIES.map(({ id, name }) => ({
      name,
      revenue: sumOf(lines.filter(({ product }) => product.categoryId === id)),
      returns: returns.filter(({ line }) => line.product.categoryId === id).length,
    })).toSorted((one, other) => other.revenue - one.revenue),
    products: byProduct.toSorted((one, other) => other.revenue - one.revenue).slice(0, 5),
  };
}

function summaryPage(year: number, now: Quarter, before: Quarter): PdfLine[] {
  const change = (100 * (now.revenue - before.revenue)) / before.revenue;
  const refunds = now.returns.reduce((sum, { refund }) => sum + refund, 0);
  return [
    { kind: "title", text: `Quarterly review: third quarter of ${year}` },
    { kind: "text", text: "Quillmere Home, prepared by Finance for the advisory board" },
    { kind: "heading", text: "Summary" },
    {
      kind: "text",
      text:
        `From July to September ${year} customers placed ${count(now.orders.length)} orders with a total of ${amount(now.revenue)}. ` +
        `In the same quarter of ${year - 1} it was ${amount(before.revenue)} in ${count(before.orders.length)} orders: ` +
        `the total ${change >= 0 ? "rose" : "fell"} by ${Math.abs(change).toFixed(1)} percent.`,
    },
    {
      kind: "text",
      text:
        `The average order was worth ${amount(Math.round(now.revenue / now.orders.length))}. ` +
        `${now.cancelled.count} orders worth ${amount(now.cancelled.value)} were cancelled; they are part of the totals above.`,
    },
    {
      kind: "text",
      text: `${now.returns.length} order lines came back during the quarter. ${amount(refunds)} were refunded.`,
    },
    { kind: "heading", text: "Why the summer is quiet" },
    {
      kind: "text",
      text:
        "July and August are the weakest months of every year: offices are empty and people travel. September is back at the level " +
        "of an ordinary month, and December alone brings about twice as many orders as July.",
    },
  ];
}

function categoryPage(now: Quarter): PdfLine[] {
  const best = present(now.categories[0]);
  const mostReturned = present(now.categories.toSorted((one, other) => other.returns - one.returns)[0]);
  const row = (first: string, second: string, third = ""): PdfLine => ({
    kind: "table",
    text: `${first.padEnd(26)}${second.padStart(20)}${third.padStart(12)}`.trimEnd(),
  });
  return [
    { kind: "heading", text: "Categories" },
    {
      kind: "text",
      text:
        `${best.name} was the strongest category with ${amount(best.revenue)}. ` +
        `Most returns were in ${mostReturned.name}: ${mostReturned.returns} lines.`,
    },
    { kind: "text", text: " " },
    row("Category", "Revenue", "Returns"),
    ...now.categories.map(({ name, revenue, returns }) => row(name, amount(revenue), String(returns))),
    { kind: "heading", text: "Five best products" },
    ...now.products.map(({ name, revenue }) => row(name, amount(revenue))),
  ];
}

function outlookPage(year: number): PdfLine[] {
  return [
    { kind: "heading", text: "Decisions and outlook" },
    { kind: "text", text: "1. The warehouse hires 12 temporary packers from 10 November to 23 December." },
    { kind: "text", text: "2. Support stays open until 20:00 on weekdays in December." },
    {
      kind: "text",
      text: "3. Quality control looks into returned Electronics: packaging of monitors is changed by 1 November.",
    },
    { kind: "text", text: `4. The budget for the campaign Gifts for the Home ${year} is released.` },
    { kind: "heading", text: "Risks" },
    {
      kind: "text",
      text: "Freight prices are fixed until the end of February. Two suppliers of Textiles announced higher prices.",
    },
    { kind: "text", text: "The next review is presented on the second Tuesday after the quarter ends." },
  ];
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

const twoDecimals = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeNumber = new Intl.NumberFormat("en-US");

/** `EUR 353,190.57` */
function amount(cents: number): string {
  return `EUR ${twoDecimals.format(cents / 100)}`;
}

function count(whole: number): string {
  return wholeNumber.format(whole);
}
