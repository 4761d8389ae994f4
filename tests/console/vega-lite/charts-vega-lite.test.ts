import type { Chart } from "@parley/client";
import { stackSpans } from "@parley/console/parts/chart/stacks.ts";
import * as fc from "fast-check";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, it } from "vitest";
import { chartTypes, laidOut, type LaidOut, samples } from "../charts.ts";

const RUNS = 200;

const silent = {
  level: () => silent,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
};

interface Channel {
  field?: string;
  type?: string;
  [property: string]: unknown;
}

/** What Vega draws of a mark. */
interface Item {
  datum: Record<string, unknown>;
  startAngle?: number;
  endAngle?: number;
}

interface Group {
  name?: string;
  marktype?: string;
  items: (Item & { items?: Group[] })[];
}

/**
 * The payload's own specification with exact domains, as Vega-Lite rounds them outwards and we do not. Vega-Lite stacks series and
 * slices in the order of their names, and we in the payload's: the specification says it.
 */
function exactSpec(chart: Chart, { model }: LaidOut): TopLevelSpec {
  const spec = structuredClone(chart.vega_lite) ?? {};
  const encoding = spec["encoding"] as Record<string, Channel>; // the service's own
  for (const channel of Object.values(encoding))
    if (channel.type === "quantitative" && channel.field !== undefined && !("theta" in encoding))
      channel["scale"] = { nice: false };
  if (model.isStacked) encoding["order"] = { field: "place", sort: "descending" };
  // Areas above and below zero would cover each other: they are drawn as lines.
  if (model.type === "area" && !model.isStacked && model.series.length > 1)
    for (const channel of Object.values(encoding)) if (channel.field === "value") channel["stack"] = null;
  if ("theta" in encoding) encoding["order"] = { field: "at", sort: "ascending" };
  const values = chart.data.values.map((value, at) => ({
    ...value,
    at,
    place: model.series.indexOf(value.series ?? ""),
  }));
  return { ...spec, data: { values } } as TopLevelSpec; // valid, or it does not compile
}

async function drawnByVega(spec: TopLevelSpec) {
  const compiled = compile(spec, { logger: silent }).spec;
  const view = await new View(parse(compiled), { renderer: "none" }).runAsync();
  const scales = new Set(compiled.scales?.map(({ name }) => name));
  const items: Item[] = [];
  const collect = (group: Group) => {
    for (const item of group.items) {
      // Of a line the points are its marks, too: each once.
      if (group.name?.endsWith("marks") && group.marktype !== "group" && group.marktype !== "line") items.push(item);
      for (const inner of item.items ?? []) collect(inner);
    }
  };
  collect((view.scenegraph() as unknown as { root: Group }).root);
  const domain = (name: string): unknown[] => (scales.has(name) ? view.scale(name).domain() : []);
  return { domain, items, done: () => view.finalize() };
}

const channelOf = (chart: Chart, field: string): string =>
  Object.entries((chart.vega_lite?.["encoding"] ?? {}) as Record<string, Channel>).find(
    ([channel, encoding]) => encoding.field === field && /^[xy]$/.test(channel),
  )?.[0] ?? "";

function expectSameDomains(chart: Chart, { layout, model }: LaidOut, domain: (name: string) => unknown[]): void {
  if (layout.kind === "donut") return expect(domain("color")).toEqual(model.labels);
  if (layout.kind === "points") {
    expect(domain("x")).toEqual(layout.across.extent);
    return expect(domain("y")).toEqual(layout.values.extent);
  }
  const measures = domain(channelOf(chart, "value")).map(Number);
  // A pie that is drawn as bars has no such scale.
  if (model.type !== "pie") {
    const size = Math.max(...measures.map(Math.abs));
    for (const [at, end] of layout.values.extent.entries())
      expect(Math.abs((measures[at] ?? Number.NaN) - end)).toBeLessThanOrEqual(size * 1e-9);
  }
  expect(domain(model.type === "pie" ? "color" : channelOf(chart, "label"))).toEqual(model.labels);
}

/** Marks by what they stand for: Vega's own order of drawing differs for lines. */
const keyOf = (label: unknown, series: unknown) => JSON.stringify([label, series ?? ""]);

function expectSameMarks(chart: Chart, drawn: LaidOut, items: readonly Item[]): void {
  const { layout, model } = drawn;
  if (layout.kind === "donut") {
    const angles = items.map(({ startAngle = 0, endAngle = 0 }) => [startAngle, endAngle].toSorted((a, b) => a - b));
    for (const [at, { startAngle, endAngle }] of layout.slices.entries()) {
      expect(angles[at]?.[0]).toBeCloseTo(startAngle, 9);
      expect(angles[at]?.[1]).toBeCloseTo(endAngle, 9);
    }
    return;
  }
  const spans = model.isStacked ? stackSpans(model) : undefined;
  const ours = layout.places.map(({ mark }) => ({ key: keyOf(mark.label, mark.series), mark, span: spans?.get(mark) }));
  if (model.isStacked) {
    const theirs = new Map(items.map(({ datum }) => [keyOf(datum["label"], datum["series"]), datum]));
    // In areas Vega-Lite puts a zero where a series has no value: there is no mark of ours.
    const keys = [...theirs.keys()].filter((key) => model.type !== "area" || ours.some((each) => each.key === key));
    expect(keys.toSorted()).toEqual(ours.map(({ key }) => key).toSorted());
    const size = Math.max(...chart.data.values.map(({ value }) => Math.abs(value))) * chart.data.values.length;
    for (const { key, span = [Number.NaN, Number.NaN] } of ours) {
      const datum = theirs.get(key);
      const ends = [Number(datum?.["value_start"]), Number(datum?.["value_end"])].toSorted((a, b) => a - b);
      for (const [at, end] of span.toSorted((a, b) => a - b).entries())
        expect(Math.abs((ends[at] ?? Number.NaN) - end)).toBeLessThanOrEqual(size * 1e-12);
    }
    return;
  }
  const written = ({ label, series, value }: { label: unknown; series?: unknown; value: unknown }) =>
    `${keyOf(label, series)}\u0000${String(value)}`;
  const theirs = items.map(({ datum }) =>
    written({ label: datum["label"], series: datum["series"], value: datum["value"] }),
  );
  expect(ours.map(({ mark }) => written(mark)).toSorted()).toEqual(theirs.toSorted());
}

/** Vega keeps what it groups by name in an object: under this one it changes every object of the process. */
const breaksVega = ({ data }: Chart): boolean =>
  data.values.some(({ label, series }) => label === "__proto__" || series === "__proto__");

describe.each(chartTypes)("Vega-Lite's %s chart of a payload", (type) => {
  it("has the domains, the order and the marks of ours", async () => {
    await fc.assert(
      fc.asyncProperty(samples(type), async ({ chart }) => {
        fc.pre(!breaksVega(chart));
        const drawn = laidOut(chart);
        const { domain, items, done } = await drawnByVega(exactSpec(chart, drawn));
        expectSameDomains(chart, drawn, domain);
        expectSameMarks(chart, drawn, items);
        done();
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});
