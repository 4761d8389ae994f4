import type { Chart as ChartPayload } from "@parley/client";
import { Chart } from "@parley/console/parts/chart/chart.tsx";
import { figureText } from "@parley/console/parts/number-figure.tsx";
import { LanguageContext, loadWords } from "@parley/console/words/words.ts";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";

type Values = ChartPayload["data"]["values"];

const payload = (chart_type: ChartPayload["chart_type"], values: Values): ChartPayload => ({
  id: "chart",
  type: "chart",
  chart_type,
  title: "Revenue by month",
  data: { values, x_axis_label: "month", y_axis_label: "total_amount" },
});

/** Does it, and draws what comes of it. */
const drawn = (work: () => void): void => void act(work);

const host = document.createElement("div");
afterEach(() => {
  render(null, host);
  host.remove();
});

await loadWords("de");

function show(chart: ChartPayload, language: "en" | "de" = "en", unit?: string): HTMLElement {
  document.body.append(host);
  drawn(() =>
    render(
      <LanguageContext.Provider value={language}>
        <Chart chart={chart} unit={unit} />
      </LanguageContext.Provider>,
      host,
    ),
  );
  return host;
}

const find = (selector: string) => {
  const found = host.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const press = (key: string) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  drawn(() => void find(".chart-plot").dispatchEvent(event));
  return event;
};
const said = () => find("[role=status]").textContent;

const months = payload("line", [
  { label: "2025-01", value: 96_682.32 },
  { label: "2025-02", value: 88_019.43 },
  { label: "2025-04", value: 135_307.97 },
]);
const twoSeries = payload("bar", [
  { label: "2025-Q1", value: 3, series: "Company" },
  { label: "2025-Q1", value: 4, series: "Person" },
  { label: "2025-Q2", value: -5, series: "Company" },
]);

describe("<Chart>", () => {
  it("is a figure with the title, whose only stop is named by its summary", () => {
    show(months);
    expect(find("figure").getAttribute("aria-label")).toBe("Revenue by month");
    expect(host.querySelectorAll("[tabindex]")).toHaveLength(1);
    expect(find("[tabindex]").getAttribute("aria-label")).toBe(
      "Line chart: total amount by month. 3 values, from January 2025 to April 2025. " +
        "Highest: 135,307.97 (April 2025). Lowest: 88,019.43 (February 2025).",
    );
  });

  it("reads its marks as arrow keys go, and Escape ends it", () => {
    show(months);
    expect(said()).toBe("");
    expect(press("ArrowRight").defaultPrevented).toBe(true);
    expect(said()).toBe("January 2025, 96,682.32");
    press("ArrowRight");
    press("ArrowRight");
    press("ArrowRight");
    expect(said()).toBe("April 2025, 135,307.97");
    press("Escape");
    expect(said()).toBe("");
    expect(press("Escape").defaultPrevented).toBe(false);
    expect(press("a").defaultPrevented).toBe(false);
  });

  it("reads the other series by the other arrows, and says where one has no value", () => {
    show(twoSeries);
    press("ArrowRight");
    expect(said()).toBe("Q1 2025, Company, 3");
    press("ArrowDown");
    expect(said()).toBe("Q1 2025, Person, 4");
    press("ArrowRight");
    expect(said()).toBe("Q2 2025, Person, no value");
  });

  it("writes German in German", () => {
    show(months, "de");
    press("End");
    expect(said()).toBe("April 2025, 135.307,97");
    expect(find("[tabindex]").getAttribute("aria-label")).toContain("Liniendiagramm: total amount nach month.");
  });

  it("breaks its line where a month is missing", () => {
    show(months);
    expect(find(".chart-line").getAttribute("d")?.match(/M/g)).toHaveLength(2);
  });

  it("hides a series that is switched off in the legend, keeps the others' colours, and never hides all", () => {
    show(twoSeries);
    const colours = () =>
      [...host.querySelectorAll(".chart-marks .chart-mark")].map((mark) => mark.getAttribute("data-colour"));
    const [company, person] = host.querySelectorAll<HTMLElement>(".chart-legend-item");
    expect(colours()).toEqual(["1", "2", "1"]);
    drawn(() => company?.click());
    expect([company?.getAttribute("aria-pressed"), colours()]).toEqual(["false", ["2"]]);
    drawn(() => person?.click());
    expect(colours()).toEqual(["1", "2", "1"]);
  });

  it("folds a long list, which a button and the keys unfold", () => {
    show(
      payload(
        "bar",
        Array.from({ length: 60 }, (_, at) => ({ label: `Customer ${at}`, value: at })),
      ),
    );
    expect(find(".chart-plot").hasAttribute("data-folded")).toBe(true);
    expect(find(".chart-fold").textContent).toBe("Show all 60");
    press("End");
    expect([find(".chart-plot").hasAttribute("data-folded"), said()]).toEqual([false, "Customer 59, 59"]);
  });

  it("draws a pie of seven slices as bars, and one of six as a donut", () => {
    const slices = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ label: `Kind ${at}`, value: at + 1 }));
    show(payload("pie", slices(6)));
    expect(find("figure").dataset["kind"]).toBe("donut");
    expect(host.querySelectorAll(".chart-slices li")).toHaveLength(6);
    show(payload("pie", slices(7)));
    expect([find("figure").dataset["kind"], host.querySelectorAll(".chart-marks .chart-mark").length]).toEqual([
      "bars",
      7,
    ]);
    expect(find(".chart-plot").getAttribute("aria-roledescription")).toBe("Bar chart");
  });

  it("draws shares that are not all of them as bars: a ring would be the whole", () => {
    const largest = payload("pie", [
      { label: "Austria", value: 0.111 },
      { label: "Switzerland", value: 0.0905 },
    ]);
    show({ ...largest, formats: { value: { kind: "percent" } } });
    expect(find("figure").dataset["kind"]).toBe("bars");
    show(largest);
    expect(find("figure").dataset["kind"]).toBe("donut");
  });

  it("says a share once", () => {
    const values = [
      { label: "paid", value: 0.75 },
      { label: "open", value: 0.25 },
    ];
    show(payload("pie", values));
    expect(host.querySelectorAll(".chart-slice-share")).toHaveLength(2);
    show({ ...payload("pie", values), formats: { value: { kind: "percent" } } });
    expect(host.querySelector(".chart-slices")?.textContent).toBe("paid75%open25%");
    press("Home");
    expect(said()).toBe("paid, 75%");
    const percentages = values.map(({ label, value }) => ({ label, value: value * 100 }));
    show(payload("pie", percentages), "en", "%");
    expect(host.querySelector(".chart-slices")?.textContent).toBe("paid75open25");
  });

  it("says that there is nothing where there is nothing", () => {
    show(payload("bar", []));
    expect(host.textContent).toBe("There is nothing to draw.");
  });

  it("shows text as text", () => {
    show(payload("bar", [{ label: "<img src=x onerror=alert(1)>", value: 1 }]));
    expect(host.querySelector("img")).toBeNull();
    expect(host.textContent).toContain("<img");
  });
});

describe("a number figure", () => {
  it.each([
    [
      { value: 1_523_344.5, unit: "EUR" },
      { number: "€1,523,344.50", unit: "" },
    ],
    [
      { value: 1200, unit: "EUR" },
      { number: "€1,200", unit: "" },
    ],
    [
      { value: 12.345, unit: "days" },
      { number: "12.35", unit: "days" },
    ],
    [{ value: 0.0001234 }, { number: "0.000123", unit: "" }],
    [
      { value: 0.0428, isShare: true },
      { number: "4.3%", unit: "" },
    ],
  ])("of %j is %j", (value, text) => {
    expect(figureText(value, "en")).toEqual(text);
  });
});
