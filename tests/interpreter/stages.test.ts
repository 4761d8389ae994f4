import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "@parley/interpreter/resolve/context";
import { rewritten } from "@parley/interpreter/rewrite/steps";
import { assemble } from "../../packages/interpreter/src/assemble/assemble.ts";
import { catalogOf } from "../../packages/interpreter/src/catalog/build.ts";
import { tokenise } from "../../packages/interpreter/src/language/tokens.ts";
import { itemise } from "../../packages/interpreter/src/link/items.ts";
import { read } from "../../packages/interpreter/src/read/read.ts";
import type { Sketch } from "../../packages/interpreter/src/read/sketch.ts";
import { steps } from "../../packages/interpreter/src/rewrite/steps.ts";
import { type Business, NOW } from "./business.ts";
import { openDepartmentStore } from "./department-store.ts";

let store: Business;
beforeAll(async () => {
  store = await openDepartmentStore();
});
afterAll(() => store.datasource.close());

/** The sketch of a question; whoever writes to it, or to what it lists, fails. */
function frozenSketch(question: string): Sketch {
  const tokens = tokenise(question);
  const sketch = read(itemise(tokens, catalogOf(store.schema), NOW), tokens, NOW);
  for (const part of Object.values(sketch)) {
    if (!Array.isArray(part)) continue;
    for (const each of part) Object.freeze(each);
    Object.freeze(part);
  }
  return Object.freeze(sketch);
}

describe("stages after the reading", () => {
  it.each([
    "Average revenue per customer",
    "Average number of orders per day",
    "When was the first order?",
    "orders delivered late",
    "overdue orders by month",
    "Which category has the highest return rate?",
    "How many repeat customers do we have?",
    "Average delivery time in days",
    "orders that took more than 5 days to deliver",
    "top 3 products per category by revenue",
    "Revenue growth in 2023",
    "Who bought the most?",
    "customers who never ordered",
    "employees and their managers",
    "new customers per month",
  ])("leave the sketch of “%s” as it was", (question) => {
    const catalog = catalogOf(store.schema);
    expect(() => assemble(rewritten(contextOf(frozenSketch(question), catalog)))).not.toThrow();
  });

  it("have rewriting steps with names of their own", () => {
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  });
});
