import { type Calibration, calibrationOf, type SurestHalf, surestHalfOf } from "./calibration.ts";
import type { EvaluationCase } from "./case.ts";
import type { Miss } from "./judge.ts";
import type { ModelUsage, Reply } from "./reply.ts";

type Checked = NonNullable<Reply["verification"]>;

export interface ClassReport {
  questions: number;
  strict: number;
  lenient: number;
  answered: number;
  /** Shares of `questions`. */
  strict_accuracy: number;
  lenient_accuracy: number;
  /** Answered among those that can be answered; null where none can. */
  coverage: number | null;
  /** Strictly right among the answered; null where none is. */
  precision: number | null;
}

/** A question that was left out, or one of several references that could not be run. */
export interface Skip {
  /** Its line in the question file. */
  line: number;
  db: string;
  question: string;
  what: "question" | "reference";
  sql: string | null;
  reason: string;
}

/** A database that could not be opened. */
export interface DatabaseLeftOut {
  db: string;
  questions: number;
  reason: string;
}

export interface EvaluationReport {
  through: "interpreter" | "analyst";
  total: ClassReport;
  classes: Record<string, ClassReport>;
  misses: Partial<Record<Miss, number>>;
  /** Questions that the data cannot answer, and how many of them were answered. */
  false_answers: { questions: number; answered: number; share: number | null };
  /** Null where no answer has a confidence. */
  calibration: Calibration | null;
  surest_half: SurestHalf | null;
  /** Answers whose expected result fits into a sentence, and how many texts say all of it. */
  said: { questions: number; said: number; share: number | null };
  /** Answers by where the numbers of their text come from (D54), and how many of them were right; none of the interpreter's. */
  verification: Partial<Record<Checked, { answers: number; strict: number }>>;
  /** What a language model has read and written; null where none was asked. */
  usage: ModelUsage | null;
  milliseconds: { median: number; p99: number; most: number };
  slowest: Pick<EvaluationCase, "line" | "db" | "question" | "milliseconds">[];
  /** Questions that were left out: their references could not be run, or only the whole analyst can answer them. */
  skipped: number;
  skips: Skip[];
  databases_left_out: DatabaseLeftOut[];
  /** True where it was ended before all questions were asked. */
  stopped: boolean;
  seconds: number;
  cases: EvaluationCase[];
}

const SLOWEST_TOLD = 5;

/** A share to four decimals; null of nothing. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : Number((part / whole).toFixed(4)));

/** The figures of an evaluation. */
export function summarise(
  done: Pick<EvaluationReport, "cases" | "skips" | "databases_left_out" | "through" | "stopped" | "seconds">,
): EvaluationReport {
  const { cases, skips } = done;
  const classes: Record<string, ClassReport> = Object.create(null);
  for (const [name, group] of Map.groupBy(cases, (one) => one.class)) classes[name] = classReport(group);
  const misses: Partial<Record<Miss, number>> = Object.create(null);
  for (const { miss } of cases) if (miss !== null) misses[miss] = (misses[miss] ?? 0) + 1;
  const unanswerable = cases.filter((one) => one.unanswerable);
  const answered = unanswerable.filter((one) => one.miss === "false_answer").length;
  const slowest = cases.toSorted((a, b) => b.milliseconds - a.milliseconds);
  return {
    through: done.through,
    total: classReport(cases),
    classes,
    misses,
    false_answers: { questions: unanswerable.length, answered, share: share(answered, unanswerable.length) },
    calibration: calibrationOf(cases),
    surest_half: surestHalfOf(cases),
    said: saidReport(cases),
    verification: verificationReport(cases),
    usage: usageReport(cases),
    milliseconds: {
      median: quantile(slowest, 0.5),
      p99: quantile(slowest, 0.99),
      most: slowest[0]?.milliseconds ?? 0,
    },
    slowest: slowest
      .slice(0, SLOWEST_TOLD)
      .map(({ line, db, question, milliseconds }) => ({ line, db, question, milliseconds })),
    skipped: new Set(skips.filter(({ what }) => what === "question").map(({ line }) => line)).size,
    skips,
    databases_left_out: done.databases_left_out,
    stopped: done.stopped,
    seconds: Number(done.seconds.toFixed(1)),
    cases,
  };
}

function saidReport(cases: readonly EvaluationCase[]): EvaluationReport["said"] {
  const sayable = cases.filter((one) => one.answered && one.said !== null);
  const said = sayable.filter((one) => one.said).length;
  return { questions: sayable.length, said, share: share(said, sayable.length) };
}

function verificationReport(cases: readonly EvaluationCase[]): EvaluationReport["verification"] {
  const found: EvaluationReport["verification"] = Object.create(null);
  for (const { verification, strict, usage } of cases) {
    if (verification === null || usage === null) continue;
    const before = found[verification] ?? { answers: 0, strict: 0 };
    found[verification] = { answers: before.answers + 1, strict: before.strict + (strict ? 1 : 0) };
  }
  return found;
}

/** The sum of all; the cost is not known where that of one answer is not. */
function usageReport(cases: readonly EvaluationCase[]): ModelUsage | null {
  const all = cases.flatMap(({ usage }) => usage ?? []);
  if (all.length === 0) return null;
  const sum = (of: (one: ModelUsage) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    input_tokens: sum((one) => one.input_tokens),
    output_tokens: sum((one) => one.output_tokens),
    cost_usd: all.some((one) => one.cost_usd === null) ? null : Number(sum((one) => one.cost_usd ?? 0).toFixed(6)),
  };
}

/** The time that this share of the questions did not pass (nearest rank); the slowest come first. */
const quantile = (slowest: readonly EvaluationCase[], part: number): number =>
  slowest[slowest.length - Math.max(1, Math.ceil(part * slowest.length))]?.milliseconds ?? 0;

function classReport(cases: readonly EvaluationCase[]): ClassReport {
  const strict = cases.filter((one) => one.strict).length;
  const lenient = cases.filter((one) => one.lenient).length;
  const answered = cases.filter((one) => one.answered);
  const answerable = cases.filter((one) => !one.unanswerable);
  return {
    questions: cases.length,
    strict,
    lenient,
    answered: answered.length,
    strict_accuracy: share(strict, cases.length) ?? 0,
    lenient_accuracy: share(lenient, cases.length) ?? 0,
    coverage: share(answered.filter((one) => !one.unanswerable).length, answerable.length),
    precision: share(answered.filter((one) => one.strict).length, answered.length),
  };
}
