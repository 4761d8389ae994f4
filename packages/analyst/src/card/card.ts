import type { AnswerPeriod, AnswerWarning } from "@parley/contract/message";
import type { Answer } from "@parley/core/answer/answer";
import { answerSql, resultsShown } from "../answer-sql.ts";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { type Finding, placeholdersIn, totalsOf } from "../checks/check.ts";
import { findingText } from "../checks/finding-words.ts";
import type { Session } from "../answer-session.ts";

/** What an answer rests on, as its reader sees it (D52). */
type Card = Pick<Answer["metadata"], "sql" | "period" | "warnings">;

/** Warnings of one answer. */
const MOST_WARNINGS = 12;

/**
 * The card of an answer: the statements behind what it shows and says, the days it is about, and what to know of its results;
 * `others` was found about the whole answer.
 */
export function cardOf(session: Session, content: string, others: readonly Finding[] = []): Card {
  const sql = answerSql(session);
  const results = resultsShown(session);
  const language = askerLanguage(session.question);
  const ofText = [
    ...totalsOf(
      content,
      results.map(({ result }) => result),
    ),
    ...placeholdersIn(content),
    ...others,
  ];
  const warnings: AnswerWarning[] = [
    ...results.flatMap(({ check }, sql_index) =>
      check.findings.map((finding) => ({ code: finding.code, message: findingText(finding, language), sql_index })),
    ),
    ...ofText.map((finding) => ({ code: finding.code, message: findingText(finding, language) })),
  ];
  return {
    sql,
    period: commonPeriod(results.map(({ check }) => check.period)),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, MOST_WARNINGS) }),
  };
}

/** The period of all statements, if they have the same. */
function commonPeriod(periods: readonly (AnswerPeriod | null)[]): AnswerPeriod | null {
  const [first] = periods;
  if (!first) return null;
  return periods.every((each) => each?.from === first.from && each.to === first.to) ? first : null;
}
