import { chartOf } from "@parley/analyst/charts/build-chart";
import { figuresOf } from "@parley/console/chat/figures.ts";
import { numberSpec } from "@parley/console/parts/number-spec.ts";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, it } from "vitest";

interface Item {
  text?: string;
  items?: Item[];
}

/** The texts that Vega draws of a specification which Vega-Lite takes without a warning. */
async function textsOf(spec: unknown): Promise<string[]> {
  const complain = (...words: readonly unknown[]): never => expect.fail(words.join(" "));
  const logger = { level: () => logger, error: complain, warn: complain, info: () => logger, debug: () => logger };
  // The compiler itself says whether it is one.
  const view = await new View(parse(compile(spec as TopLevelSpec, { logger }).spec), { renderer: "none" }).runAsync();
  const texts: string[] = [];
  const collect = (item: Item): void => {
    if (item.text !== undefined) texts.push(item.text);
    for (const inner of item.items ?? []) collect(inner);
  };
  collect((view.scenegraph() as unknown as { root: Item }).root);
  view.finalize();
  return texts;
}

describe("the Vega-Lite specification of a single number", () => {
  it.each([
    [{ value: 1_234_567.5, label: "Revenue", unit: "EUR" }, ["Revenue (EUR)", "1,234,567.5"]],
    [{ value: 260, label: "Orders" }, ["Orders", "260"]],
    [{ value: 0, label: "Returns" }, ["Returns", "0"]],
    [{ value: -0.012345, label: "Change" }, ["Change", "−0.0123"]],
    [{ value: 0.256, label: "Share", isShare: true }, ["Share", "25.6%"]],
    [{ value: 3, label: "constructor" }, ["constructor ", "3"]],
  ])("is drawn by Vega: %j", async (number, texts) => {
    expect((await textsOf(numberSpec(number))).toSorted()).toEqual(texts.toSorted());
  });

  it("is the service's own where a chart of one value asks to be a figure", async () => {
    const result = {
      columns: [{ name: "revenue_eur", type: "number" as const }],
      rows: [[1_234_567.5]],
      row_count: 1,
      truncated: false,
      duration_ms: 1,
    };
    const chart = chartOf("c", "t", result, {
      chart_type: "bar",
      value: "revenue_eur",
      display: "kpi",
      title: "Revenue",
    });
    const turn = { key: "t", answer: null, steps: [], visualizations: [chart] };
    const [figure] = figuresOf(turn as unknown as Parameters<typeof figuresOf>[0]); // what figures are made of
    expect(figure).toMatchObject({ chart: null, number: { value: 1_234_567.5 } });
    expect(await textsOf(figure?.spec)).toContain("1,234,567.5 EUR");
  });
});
