import type { VocabularyLine } from "./cues.ts";

/** Measures every business has, and adjectives that mean a column. */
export const businessWords: readonly VocabularyLine[] = [
  [
    { is: "measure", measure: "money" },
    `revenue, revenues, sales, turnover, total sales, gross sales, total revenue, sales revenue, income, spending,
     total spending, spend, spends, spent, money spent, amount spent, total amount spent, gmv, earnings, sales amount,
     sales value, total sales amount, total sales value, total sales revenue, revenue amount, total revenue amount,
     money made, takings, bring in money, brings in money, proceeds, how much money, bring in, brings in, brought in, brought out, generated, order volume in money,
     purchase amount, purchase total, total purchases, total purchase amount, total value of orders,
     how much revenue, net sales`,
  ],
  [
    { is: "measure", measure: "quantity" },
    `units sold, items sold, quantity sold, sold, copies sold, number of units sold, number of items sold,
     quantity ordered, units ordered, number of units, units, total units, total quantity, number sold,
     how many units, how many items, sales volume, sell, sells`,
  ],
  [
    { is: "measure", measure: "order_value" },
    `average order value, aov, average basket size, average basket value, average basket, average order size,
     average purchase value, average order amount, average order total, average ticket, average transaction value,
     mean order value, average invoice value, average value of an order, average value of orders`,
  ],
  [
    { is: "measure", measure: "profit" },
    `profit, profits, net profit, gross profit, total profit, total profits, gross income, earned profit,
     overall profit`,
  ],
  [
    { is: "measure", measure: "margin" },
    `margin, profit margin, gross margin, margins, profit margins, gross profit margin, margin percentage,
     profitability`,
  ],
  [
    { is: "buying" },
    `buy, buys, bought, buying, purchase, purchased, purchases, purchasing, shop, shopped, placed an order,
     place an order, placed orders, bought something, bought anything, buy anything, purchased anything,
     ordered something, ordered anything, order anything`,
  ],
  [{ is: "adjective", hint: "price" }, "expensive, costly, pricey"],
  [{ is: "adjective", hint: "rating" }, "rated"],
  [{ is: "how", hint: "age" }, "how old, how old is, how old are"],
  [{ is: "how", hint: "length" }, "how long, how long is, how long are"],
  [{ is: "how", hint: "height" }, "how tall, how tall is, how tall are, how high, how high is, how high are"],
  [{ is: "how", hint: "size" }, "how big, how big is, how big are, how large, how large is, how large are, size"],
  [{ is: "how", hint: "weight" }, "how heavy, how heavy is, how heavy are"],
  [
    { is: "how", hint: "price" },
    "how expensive, how expensive is, how expensive are, how costly, how costly is, how costly are",
  ],
  [{ is: "how", hint: "speed" }, "how fast, how fast is, how fast are"],
  [{ is: "how", hint: "depth" }, "how deep, how deep is, how deep are"],
  [
    { is: "how", hint: "population" },
    `how populous, how populous is, how populous are, how many people live in, how many people are in,
     how many people live, how many inhabitants, how many residents, number of people living in,
     number of inhabitants, number of citizens, how many citizens, how many citizens live in,
     how many citizens are in, number of residents, number of people, how many people lived in,
     how many residents live in, how many inhabitants live in`,
  ],
  [{ is: "how", hint: "distance" }, "how far, how far is, how far are"],
];
