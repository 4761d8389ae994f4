import type { Cell } from "@parley/datasource/types";
import type { EvaluationCase, FirstRows } from "./case.ts";
import type { ClassReport, EvaluationReport } from "./report.ts";

/** Of what was left out, as many are named. */
const SKIPS_TOLD = 5;
const LINE_CHARACTERS = 100;

const percent = (share: number | null): string => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
const spoken = (name: string): string => name.replaceAll("_", " ");

/** A text on one line, cut where it is long. */
function oneLine(text: string, most = LINE_CHARACTERS): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

/** The report as tables to read in a terminal. */
export function formatReport(report: EvaluationReport): string {
  const sections = [
    classTable(report),
    confidenceText(report),
    falseAnswers(report),
    missCounts(report),
    modelText(report),
    times(report),
    leftOut(report),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function classTable({ classes, total, stopped }: EvaluationReport): string[] {
  const width = Math.max(12, ...Object.keys(classes).map((name) => name.length)) + 2;
  const row = (name: string, one: ClassReport) =>
    [
      name.padEnd(width),
      String(one.questions).padStart(6),
      ...[one.strict_accuracy, one.lenient_accuracy, one.coverage, one.precision].map((each) =>
        percent(each).padStart(10),
      ),
    ].join("");
  const heads = ["strict", "lenient", "coverage", "precision"].map((head) => head.padStart(10)).join("");
  return [
    ...(stopped ? ["Stopped before the end: these are the questions until then.", ""] : []),
    `${"class".padEnd(width)}${"n".padStart(6)}${heads}`,
    ...Object.entries(classes).map(([name, one]) => row(name, one)),
    row("all", total),
  ];
}

function confidenceText({ calibration, surest_half }: EvaluationReport): string[] {
  if (!calibration || !surest_half) return [];
  const { bands, error, answers } = calibration;
  return [
    `${"confidence".padEnd(14)}${"n".padStart(6)}${"right".padStart(10)}${"stated".padStart(10)}`,
    ...bands.map(({ from, to, answers: n, accuracy, confidence }) =>
      [
        `${from.toFixed(1)} to ${to.toFixed(1)}`.padEnd(14),
        String(n).padStart(6),
        percent(accuracy).padStart(10),
        percent(confidence).padStart(10),
      ].join(""),
    ),
    `Expected calibration error: ${error.toFixed(3)} over ${count(answers, "answer")}`,
    `Surest half: ${percent(surest_half.precision)} of ${count(surest_half.answers, "answer")} right, confidence ${surest_half.confidence} or more`,
  ];
}

function falseAnswers({ false_answers: { questions, answered, share } }: EvaluationReport): string[] {
  if (questions === 0) return [];
  return [`False answers: ${answered} of ${count(questions, "unanswerable question")} (${percent(share)})`];
}

function missCounts({ misses }: EvaluationReport): string[] {
  const counts = Object.entries(misses).toSorted(([, a], [, b]) => b - a);
  return counts.length === 0 ? [] : ["Misses", ...counts.map(([name, number]) => `  ${spoken(name)}: ${number}`)];
}

/** What only a language model's answers have: what the text says by itself, the check of its numbers, what it cost. */
function modelText({ said, verification, usage, total }: EvaluationReport): string[] {
  if (usage === null) return [];
  const { input_tokens, output_tokens, cost_usd } = usage;
  const cost = cost_usd === null ? "a cost that is not known" : `${cost_usd.toFixed(4)} dollars`;
  const each = Math.round((input_tokens + output_tokens) / total.questions);
  return [
    ...(said.questions > 0
      ? [`Said in the text: ${said.said} of ${count(said.questions, "small result")} (${percent(said.share)})`]
      : []),
    ...Object.entries(verification).map(
      ([status, { answers, strict }]) =>
        `Numbers ${spoken(status)}: ${count(answers, "answer")}, ${percent(strict / answers)} right`,
    ),
    `Tokens: ${input_tokens} read and ${output_tokens} written, ${each} a question; ${cost}`,
  ];
}

function times({ milliseconds: { median, p99 }, slowest, through, seconds, total }: EvaluationReport): string[] {
  if (total.questions === 0) return [];
  const what = through === "interpreter" ? "to read a question" : "to answer a question";
  return [
    `Milliseconds ${what}: median ${median.toFixed(1)}, p99 ${p99.toFixed(1)}; ${seconds} s in all`,
    ...slowest.map(
      (each) =>
        `  ${each.milliseconds.toFixed(1).padStart(8)}  ${each.db}, line ${each.line}: ${oneLine(each.question, 70)}`,
    ),
  ];
}

function leftOut({ databases_left_out, skips, skipped }: EvaluationReport): string[] {
  const lines = databases_left_out.map(
    ({ db, questions, reason }) =>
      `Database ${db} was left out with ${count(questions, "question")}: ${oneLine(reason)}`,
  );
  for (const what of ["question", "reference"] as const) {
    const found = skips.filter((each) => each.what === what);
    if (found.length === 0) continue;
    const number = what === "question" ? skipped : found.length;
    const why = what === "question" ? "was skipped" : "could not be run, beside others of the same question";
    lines.push(`${count(number, what)} ${number === 1 ? why : why.replace("was", "were")}:`);
    lines.push(
      ...found
        .slice(0, SKIPS_TOLD)
        .map((each) => `  ${each.db}, line ${each.line}, “${oneLine(each.question, 60)}”: ${oneLine(each.reason)}`),
      ...(found.length > SKIPS_TOLD ? [`  … and ${found.length - SKIPS_TOLD} more`] : []),
    );
  }
  return lines;
}

/** Each case that is not right, one below the other: the question, what was expected and given, and the reading. */
export function formatMisses(cases: readonly EvaluationCase[]): string {
  const misses = cases.filter(({ miss }) => miss !== null);
  return misses.length === 0 ? "No misses." : misses.map(missText).join("\n\n");
}

function missText(one: EvaluationCase): string {
  const { given } = one;
  const details = one.detail === null ? "" : ` (${oneLine(one.detail)})`;
  const sure = one.confidence === null ? "" : `, confidence ${one.confidence}`;
  return [
    `${one.db}, line ${one.line}, ${one.class}: ${spoken(one.miss ?? "")}${details}${sure}`,
    ...one.after.map((before) => `  before    ${oneLine(before)}`),
    `  question  ${oneLine(one.question, 300)}`,
    ...expectedLines(one),
    ...(given.sql === null ? [] : [`  given     ${oneLine(given.sql, 500)}`]),
    ...resultLines(given.result),
    ...(given.text === "" ? [] : [`  text      ${oneLine(given.text, 300)}`]),
    ...(one.reading === null ? [] : [`  reading   ${oneLine(one.reading, 300)}`]),
    ...(one.left_out.length > 0 ? [`  left out  ${one.left_out.join(", ")}`] : []),
    ...(given.choices.length > 0 ? [`  offered   ${oneLine(given.choices.join(" | "), 300)}`] : []),
  ].join("\n");
}

function expectedLines({ expected, unanswerable }: EvaluationCase): string[] {
  const others = [
    ...(unanswerable ? ["a refusal: the data cannot answer it"] : []),
    ...(expected.saved_query === null ? [] : [`the saved query “${expected.saved_query}”`]),
    ...(expected.contains.length > 0 ? [`from documents: ${expected.contains.join(", ")}`] : []),
    ...(expected.sql === null ? [] : [oneLine(expected.sql, 500)]),
    ...(expected.choices.length > 0 ? [`or a question back: ${expected.choices.join(" | ")}`] : []),
  ];
  return [...others.map((each) => `  expected  ${each}`), ...resultLines(expected.result)];
}

function resultLines(result: FirstRows | null): string[] {
  if (result === null) return [];
  const { columns, rows, row_count } = result;
  const line = (cells: readonly Cell[]) =>
    `            ${oneLine(cells.map((cell) => String(cell ?? "∅")).join(" | "), 120)}`;
  const more = row_count > rows.length ? [`            … ${row_count - rows.length} more`] : [];
  return [line(columns), ...rows.map(line), ...more];
}
