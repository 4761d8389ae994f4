import { readingLine } from "@parley/analyst/reading-line";
import type { AnswerSql, Integration, Table } from "@parley/client";
import type { ChatTurn } from "@parley/client/react";
import { firstSentence, leadOf } from "@parley/console/chat/answer-text.ts";
import { figuresOf, severalNumbers, singleNumber, wordsOfColumn } from "@parley/console/chat/figures.ts";
import { durationText, sourceFacts } from "@parley/console/chat/source-line.ts";
import { describe, expect, it } from "vitest";

const nothing = { sql: [], interpretation: null, lists: [] };

describe("the text of an answer", () => {
  const sql = [{ sql: "SELECT COUNT(*)\nFROM customers" }];
  const text = [
    "There are 840 customers.",
    readingLine("Number of customers."),
    "Assumptions:\n- Inactive ones count, too.",
    "```sql\nSELECT COUNT(*)\nFROM customers\n```",
  ].join("\n\n");

  it("leaves out what stands around it", () => {
    const shown = { sql, interpretation: "Number of customers.", lists: [["Inactive ones count, too."]] };
    expect(leadOf(text, shown)).toBe("There are 840 customers.");
  });

  it("keeps everything that stands nowhere else", () => {
    expect(leadOf(text, nothing)).toBe(text);
    const other = "```sql\nSELECT 2\n```\n\nSteps:\n- one\n- two";
    expect(leadOf(other, { sql, interpretation: "Number of customers", lists: [["one"]] })).toBe(other);
  });

  it("does not say how the question was read before it is known whether the page does", () => {
    const streamed = `There are 840 customers.\n\n${readingLine("Number of cust")}`;
    expect(leadOf(streamed, { ...nothing, isAwaited: true })).toBe("There are 840 customers.");
    expect(leadOf(streamed, nothing)).toBe(streamed);
  });

  it("keeps empty lines within a fence", () => {
    const fenced = "```\none\n\n\ntwo\n```";
    expect(leadOf(fenced, nothing)).toBe(fenced);
  });

  it("leaves out a statement that is still being written", () => {
    expect(leadOf("Done.\n\n```sql\nSELECT COUNT(*)", { ...nothing, sql })).toBe("Done.");
  });

  it("is read out by its first sentence, without marks", () => {
    expect(firstSentence("**Revenue** was 5.2 million. It grew.")).toBe("Revenue was 5.2 million.");
    expect(firstSentence("[North](https://x.example) leads\n\n- a")).toBe("North leads");
  });
});

const table = (id: string, headers: string[], rows: string[][]): Table => ({ id, type: "table", headers, rows });

const statement = (fields: Partial<AnswerSql>): AnswerSql => ({
  sql: "SELECT 1",
  dialect: "postgres",
  integration_id: "i1",
  tables: [],
  row_count: 1,
  truncated: false,
  duration_ms: 5,
  saved_query_id: null,
  ...fields,
});

const turn = (visualizations: ChatTurn["visualizations"], sql?: AnswerSql[]): ChatTurn => ({
  key: "t",
  question: null,
  steps: [],
  answer: { id: "a", type: "final", content: "", metadata: sql ? { sql } : null },
  partial: null,
  visualizations,
  followUps: [],
  status: "completed",
  progress: null,
  error: null,
});

describe("the figures of an answer", () => {
  const months = table("t1", ["month", "n"], [["May", "3"]]);
  const data = { values: [], x_axis_label: "month", y_axis_label: "n" };
  const chart = { id: "c1", type: "chart" as const, chart_type: "bar" as const, data, table_id: "t1" };

  it("put a chart and its table on one sheet, with the statement that they came from", () => {
    const second = table("t2", ["name"], [["Ada"], ["Bo"]]);
    const one = statement({ sql: "SELECT 1" });
    const two = statement({ sql: "SELECT 2" });
    const figures = figuresOf(turn([months, chart, second], [one, two]));
    expect(figures.map(({ chart: drawn, table: rows }) => [drawn?.id, rows?.id])).toEqual([
      ["c1", "t1"],
      [undefined, "t2"],
    ]);
    expect(figures.map(({ statements }) => statements)).toEqual([[one], [two]]);
  });

  it("show every statement where it is not plain which is whose", () => {
    const statements = [statement({ sql: "SELECT 1" }), statement({ sql: "SELECT 2" })];
    expect(figuresOf(turn([months], statements)).map((figure) => figure.statements)).toEqual([statements]);
  });

  it("are a statement alone where it brought no rows", () => {
    const [figure] = figuresOf(turn([], [statement({ row_count: 0 })]));
    expect(figure).toMatchObject({ chart: null, table: null, number: null });
    expect(figure?.statements).toHaveLength(1);
  });

  it("take statements from the steps while there is no metadata", () => {
    const result = {
      sql: "SELECT 7",
      dialect: "sqlite",
      columns: [],
      row_count: 2,
      truncated: false,
      saved_query_id: null,
    };
    const call = { tool_call_id: "1", tool: "run_sql", args: {} };
    const ended = { ...call, status: "success" as const, duration_ms: 4, summary: "", result, error: null };
    const live = { ...turn([months]), steps: [{ type: "tool" as const, id: "1", call, result: ended }] };
    expect(figuresOf(live)[0]?.statements).toMatchObject([{ sql: "SELECT 7", duration_ms: 4 }]);
  });

  it("are a number where one numeric cell is all there is", () => {
    const columns = [{ name: "revenue", type: "number", unit: "EUR" }];
    const revenue = { ...table("t", ["revenue"], [["5161708.56"]]), columns };
    expect(singleNumber(revenue)).toEqual({ value: 5_161_708.56, label: "revenue", unit: "EUR", isShare: false });
    expect(singleNumber(table("t", ["share"], [["0.112"]]))).toMatchObject({ value: 0.112, isShare: true });
    expect(singleNumber(table("t", ["exchange_rate"], [["1.08"]]))).toMatchObject({ isShare: false });
    expect(singleNumber(table("t", ["day"], [["2026-11-22"]]))).toBeNull();
    expect(singleNumber(table("t", ["n"], [["1"], ["2"]]))).toBeNull();
    expect(singleNumber(table("t", ["big"], [["99999999999999999999"]]))).toBeNull();
    expect(singleNumber({ ...table("t", ["zip"], [["01069"]]), columns: [{ name: "zip", type: "text" }] })).toBeNull();
  });

  it("are numbers beside each other where one row has a few and nothing else", () => {
    const compared = table("t", ["last_year", "this_year", "growth"], [["1520500.83", "1461575.96", "-0.0387"]]);
    expect(severalNumbers(compared)).toMatchObject([
      { value: 1_520_500.83, label: "last_year", isShare: false },
      { value: 1_461_575.96, label: "this_year" },
      { value: -0.0387, label: "growth", isShare: true },
    ]);
    expect(severalNumbers(table("t", ["name", "n"], [["Mira", "3"]]))).toEqual([]);
    expect(severalNumbers(table("t", ["order_id", "total"], [["10482", "3"]]))).toEqual([]);
    expect(severalNumbers(table("t", ["a", "b"], []))).toEqual([]);
  });

  it("are a number where a chart of one value asks for it, with the table where it has more than that", () => {
    const value = { kind: "currency", unit: "EUR" };
    const kpi = {
      ...chart,
      title: "Revenue of May",
      display: "kpi",
      data: { ...data, values: [{ label: "May", value: 3 }] },
      formats: { value },
    };
    const number = { value: 3, label: "Revenue of May", unit: "EUR", isShare: false };
    expect(figuresOf(turn([months, kpi]))).toMatchObject([{ chart: null, table: months, number }]);
    expect(figuresOf(turn([kpi]))).toMatchObject([{ chart: null, table: null, number }]);
    const share = { ...kpi, title: undefined, formats: { value: { kind: "percent" } } };
    expect(figuresOf(turn([share]))[0]?.number).toMatchObject({ label: "n", isShare: true });
    const two = { ...kpi, data: { ...data, values: [...kpi.data.values, { label: "June", value: 4 }] } };
    expect(figuresOf(turn([months, two]))).toMatchObject([{ chart: two, number: null }]);
  });

  it("have titles in words", () => {
    expect(wordsOfColumn("total_amount")).toBe("Total amount");
  });
});

describe("the source line", () => {
  const integrations: Integration[] = [{ id: "i1", display_name: "Sales warehouse", type: "database" }];

  it("names the database once, the rows that were read, and the time of all statements", () => {
    const visualization = { ...table("t1", ["n"], [["1"], ["2"]]), row_count: 840, truncated: true };
    const [figure] = figuresOf(turn([visualization], [statement({ duration_ms: 5 }), statement({ duration_ms: 7 })]));
    if (!figure) throw new Error("There is no figure");
    expect(sourceFacts(figure, integrations)).toEqual({
      sources: ["Sales warehouse"],
      rows: 840,
      isTruncated: true,
      duration: 12,
    });
  });

  it("says files for what was sent, and nothing of what is not known", () => {
    const [figure] = figuresOf(turn([], [statement({ integration_id: null }), statement({ integration_id: "gone" })]));
    if (!figure) throw new Error("There is no figure");
    expect(sourceFacts(figure, integrations)).toMatchObject({ sources: [null], rows: null });
  });

  it("says durations as people do", () => {
    expect([5, 1240, 59_000, 125_000].map((ms) => durationText("en", ms))).toEqual([
      "5 ms",
      "1.2 sec",
      "59 sec",
      "2 min 5 sec",
    ]);
  });
});
