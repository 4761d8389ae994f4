import { ChartType } from "@parley/contract/visualization";
import * as v from "valibot";
import { chartOf, type ChartRequest, ImpossibleChart } from "../charts/build-chart.ts";
import { type Outcome, type Session, SHOWN_BYTES, showTable, sizeOf } from "../answer-session.ts";
import { evidenceOf } from "../grounding/evidence.ts";
import { analystTool, ToolProblem } from "./tool.ts";

/** Shows a chart of a result, and its table before it. Throws `ImpossibleChart`. Returns the number of marks. */
export function showChart(session: Session, outcome: Outcome, request: ChartRequest): number {
  const chart = chartOf(
    session.tools.ids.next(),
    outcome.table_id ?? "",
    { ...outcome.result, units: outcome.units },
    request,
  );
  const table_id = showTable(session, outcome);
  const visualization = { ...chart, table_id };
  session.shown += sizeOf(visualization);
  if (session.shown > SHOWN_BYTES)
    throw new ImpossibleChart("This answer already shows as much as one answer can: no further chart fits");
  session.outbox.push({ type: "visualization", visualization });
  return chart.data.values.length;
}

/** Refuses a title with a number that nothing says which was read: a chart is believed as much as an answer. */
async function checkTitle(title: string, session: Session): Promise<void> {
  const { checkNumbers } = await import("../grounding/number-origins.ts");
  const strange = checkNumbers(title, evidenceOf(session)).flatMap(({ text, origin }) => (origin === null ? text : []));
  if (strange.length > 0)
    throw new ToolProblem(`The title says ${strange.join(", ")}, which no result has: title the chart without it`);
}

/** `make_chart`: a chart of rows that were fetched. */
export const makeChart = analystTool({
  name: "make_chart",
  description:
    "Draws a chart of a result that run_sql or query_upload fetched, and shows its table. Every mark is a cell of that result: fetch what you want to draw first. At most 200 marks, on lines and areas 2,000.",
  input: v.object({
    result: v.pipe(v.string(), v.description("Name of the result, like r1")),
    chart_type: ChartType,
    label: v.optional(
      v.pipe(v.string(), v.description("Column of the labels along the axis; optional on a scatter chart")),
    ),
    value: v.pipe(v.string(), v.description("Column of the numbers; on a scatter chart the vertical one")),
    more_values: v.optional(
      v.pipe(
        v.array(v.string()),
        v.maxLength(5),
        v.description("Columns of further numbers in the same unit, each a series of its own; instead of series"),
      ),
    ),
    series: v.optional(v.pipe(v.string(), v.description("Column that splits the marks into series"))),
    x: v.optional(v.pipe(v.string(), v.description("Column of the horizontal numbers, scatter charts only"))),
    display: v.optional(
      v.pipe(
        v.picklist(["kpi", "horizontal_bar"]),
        v.description(
          "For chart_type bar. kpi: the only value of one row, as a large figure. horizontal_bar: the bars lie",
        ),
      ),
    ),
    value_scale: v.optional(
      v.pipe(v.picklist(["log"]), v.description("A logarithmic axis for the values, for line and scatter only")),
    ),
    title: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  async run({ result, ...request }, session) {
    const outcome = session.results.find((each) => each.name === result.toLowerCase());
    if (!outcome) {
      const names = session.results.map((each) => each.name).join(", ");
      throw new ToolProblem(`There is no result ${result}. Fetched so far: ${names || "none"}`);
    }
    if (session.isByModel && request.title !== undefined) await checkTitle(request.title, session);
    try {
      const marks = showChart(session, outcome, request);
      return {
        summary: `${request.chart_type} chart with ${marks} marks`,
        result: { result: outcome.name, chart_type: request.chart_type, marks },
        text: "The chart and its table are shown to the person.",
      };
    } catch (error) {
      if (error instanceof ImpossibleChart) throw new ToolProblem(error.message);
      throw error;
    }
  },
});
