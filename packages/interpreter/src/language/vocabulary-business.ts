import type { Phrases } from "./cues.ts";
import { add } from "./cues.ts";

/** Measures every business has, and adjectives that mean a column. */
export function businessWords(phrases: Phrases): void {
  add(
    phrases,
    { is: "measure", measure: "money" },
    "revenue,revenues,sales,turnover,total sales,gross sales,total revenue,sales revenue,income,spending,total spending,spend,spent,money spent,amount spent,total amount spent,gmv,earnings,sales amount,sales value,money made,proceeds,how much money,bring in,brought in,generated,order volume in money,purchase amount,purchase total,total purchases,total purchase amount,total value of orders,how much revenue,net sales",
  );
  add(
    phrases,
    { is: "measure", measure: "quantity" },
    "units sold,items sold,quantity sold,sold,copies sold,number of units sold,number of items sold,quantity ordered,units ordered,number of units,units,total units,total quantity,number sold,how many units,how many items,sales volume,sell,sells",
  );
  add(
    phrases,
    { is: "measure", measure: "order_value" },
    "average order value,aov,average basket size,average basket value,average basket,average order size,average purchase value,average order amount,average order total,average ticket,average transaction value,mean order value,average invoice value,average value of an order,average value of orders",
  );

  add(
    phrases,
    { is: "measure", measure: "profit" },
    "profit,profits,net profit,gross profit,total profit,total profits,gross income,earned profit,overall profit",
  );
  add(
    phrases,
    { is: "measure", measure: "margin" },
    "margin,profit margin,gross margin,margins,profit margins,gross profit margin,margin percentage,profitability",
  );

  add(
    phrases,
    { is: "buying" },
    "buy,buys,bought,buying,purchase,purchased,purchases,purchasing,shop,shopped,placed an order,place an order,placed orders,bought something,bought anything,buy anything,purchased anything,ordered something,ordered anything,order anything",
  );
  add(phrases, { is: "adjective", hint: "price" }, "expensive,costly,pricey");
  add(phrases, { is: "adjective", hint: "rating" }, "rated");
  for (const [adjectives, hint] of [
    ["old", "age"],
    ["long", "length"],
    ["tall,high", "height"],
    ["big,large", "size"],
    ["heavy", "weight"],
    ["expensive,costly", "price"],
    ["fast", "speed"],
    ["deep", "depth"],
    ["populous", "population"],
    ["far", "distance"],
  ] as const) {
    for (const adjective of adjectives.split(","))
      add(phrases, { is: "how", hint }, `how ${adjective},how ${adjective} is,how ${adjective} are`);
  }
  add(phrases, { is: "how", hint: "size" }, "size");
  add(
    phrases,
    { is: "how", hint: "population" },
    "how many people live in,how many people are in,how many people live,how many inhabitants,how many residents,number of people living in,number of inhabitants,number of citizens,how many citizens,how many citizens live in,how many citizens are in,number of residents,number of people,how many people lived in,how many residents live in,how many inhabitants live in",
  );
}
