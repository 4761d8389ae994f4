import type { EvaluationCase } from "./case.ts";

/** Answers whose confidence is from `from` up to `to`; the last band holds 1, too. */
export interface Band {
  from: number;
  to: number;
  answers: number;
  right: number;
  /** Share of right answers, and their mean confidence: the same where confidence is calibrated. */
  accuracy: number;
  confidence: number;
}

/** How far confidence tells what is right. */
export interface Calibration {
  /** Answers that have a confidence. */
  answers: number;
  /** Expected calibration error, 0 to 1: how far the bands' accuracy is from their confidence, weighed by answers. */
  error: number;
  /** Those that hold an answer, from the lowest confidence. */
  bands: Band[];
}

/** The half of the answers with the highest confidence. */
export interface SurestHalf {
  answers: number;
  /** The lowest confidence among them. */
  confidence: number;
  /** Share of right answers. Answers at the lowest confidence are taken in part, so that their order does not matter. */
  precision: number;
}

const BANDS = 10;

interface Sure {
  confidence: number;
  strict: boolean;
}

const sureAnswers = (cases: readonly EvaluationCase[]): Sure[] =>
  cases.flatMap(({ answered, confidence, strict }) =>
    answered && confidence !== null ? [{ confidence, strict }] : [],
  );

const countRight = (answers: readonly Sure[]): number => answers.filter(({ strict }) => strict).length;
const rounded = (value: number): number => Number(value.toFixed(4));

/** Compares confidence with how many answers were right, in ten bands; null where no answer has a confidence. */
export function calibrationOf(cases: readonly EvaluationCase[]): Calibration | null {
  const answers = sureAnswers(cases);
  if (answers.length === 0) return null;
  // 0.7 is 7 tenths, although 0.7 * 10 may be a little less.
  const bandOf = ({ confidence }: Sure) => Math.min(BANDS - 1, Math.floor(Number((confidence * BANDS).toFixed(6))));
  const groups = [...Map.groupBy(answers, bandOf)].toSorted(([a], [b]) => a - b);
  const bands = groups.map(([at, group]): Band => {
    const right = countRight(group);
    return {
      from: at / BANDS,
      to: (at + 1) / BANDS,
      answers: group.length,
      right,
      accuracy: rounded(right / group.length),
      confidence: rounded(group.reduce((sum, each) => sum + each.confidence, 0) / group.length),
    };
  });
  const off = bands.reduce((sum, band) => sum + band.answers * Math.abs(band.accuracy - band.confidence), 0);
  return { answers: answers.length, error: rounded(off / answers.length), bands };
}

/** How many of the surest half are right; null where no answer has a confidence. */
export function surestHalfOf(cases: readonly EvaluationCase[]): SurestHalf | null {
  const answers = sureAnswers(cases).toSorted((a, b) => b.confidence - a.confidence);
  const half = Math.ceil(answers.length / 2);
  const last = answers[half - 1];
  if (!last) return null;
  const above = answers.filter(({ confidence }) => confidence > last.confidence);
  const equal = answers.filter(({ confidence }) => confidence === last.confidence);
  const right = countRight(above) + (countRight(equal) / equal.length) * (half - above.length);
  return { answers: half, confidence: last.confidence, precision: rounded(right / half) };
}
