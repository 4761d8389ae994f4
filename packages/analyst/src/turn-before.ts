import type { EarlierMessage } from "@parley/core/answer/answer";
import type { Schema } from "@parley/datasource/types";
import type { Condition, LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Session } from "./answer-session.ts";
import { asDefinedNow, definitionsFor } from "./definitions.ts";
import { isFormOf } from "./readings.ts";

/** Lengths of months differ by so much, and those of years by less: they are spans of the same kind. */
const SAME_SPAN = 0.1;
/** Words with which a condition is one more, whatever there was before. */
const NARROWS = /\b(?:only|just|exclud(?:e|ing)|without|(?:of|among) (?:them|those|these))\b/i;

/** Words that say which period is meant by themselves, or from the one before. */
const SAYS_WHEN = /\b(?:(?:19|20)\d\d|before|previous|earlier)\b/i;
/** Words that say it from today: of one whose period was said otherwise they may as well mean what came before that. */
const FROM_TODAY = /\b(?:last|this|past|current|today|yesterday)\b/i;

const isOfConversation = ({ type }: EarlierMessage): boolean =>
  type === "user" || type === "final" || type === "scope_notice" || type === "error";

/** What the turn before was read as, if it was answered from the same database and the reading is its answer's; else null. */
export function formOfTurnBefore(session: Session, schema: Schema): LogicalForm | null {
  const { history, integration } = session.question;
  const last = history.findLast(isOfConversation);
  const statements = last?.metadata?.sql ?? [];
  const isFromHere = statements.length === 1 && statements[0]?.integration_id === integration?.id;
  if (last?.type !== "final" || !isFromHere || !isFormOf(last.state, schema)) return null;
  return asDefinedNow(last.state, definitionsFor(session, { kind: "integration" }));
}

/**
 * Whether a follow-up leaves one thing only that it can mean: it asks for the same figure as before, of the same rows but for one
 * condition. Another value takes the place of one of the same kind ("and in France?" after Germany, "and in 2023?" after 2024); a
 * period is set where there was none; a value is one more where there was none, or where the words say so ("only the north").
 * "And in 2023?" after March 2024 may be March or the whole year, "and in Paris?" after Germany leaves Germany or not, "and in April?"
 * may be of this year.
 */
export function isPlainChange(before: LogicalForm, after: LogicalForm, text: string): boolean {
  if (JSON.stringify({ ...before, where: [] }) !== JSON.stringify({ ...after, where: [] })) return false;
  const [removed, ...otherRemoved] = withoutThoseOf(before.where, after.where);
  const [added, ...otherAdded] = withoutThoseOf(after.where, before.where);
  if (!added || otherAdded.length + otherRemoved.length > 0) return false;
  if (added.kind === "period" && !saysWhen(text, removed)) return false;
  if (removed) return isInPlaceOf(added, removed);
  if (added.kind === "period") return !before.where.some(({ kind }) => kind === "period");
  return NARROWS.test(text) || before.where.every(({ kind }) => kind === "period");
}

/** "In April" may be of this year, or of the one that was spoken of. */
const saysWhen = (text: string, removed: Condition | undefined): boolean =>
  SAYS_WHEN.test(text) || (FROM_TODAY.test(text) && (removed?.kind !== "period" || !SAYS_WHEN.test(removed.label)));

function withoutThoseOf(conditions: readonly Condition[], others: readonly Condition[]): Condition[] {
  const known = new Set(others.map((each) => JSON.stringify(each)));
  return conditions.filter((each) => !known.has(JSON.stringify(each)));
}

/** Whether two conditions differ in their values alone, and periods not in how long they are. */
function isInPlaceOf(added: Condition, removed: Condition): boolean {
  if (added.kind === "period" && removed.kind === "period")
    return sameColumn(added, removed) && added.negated === removed.negated && isAsLong(added, removed);
  if (added.kind === "compare" && removed.kind === "compare")
    return sameColumn(added, removed) && added.operator === removed.operator;
  if ((added.kind === "among" && removed.kind === "among") || (added.kind === "like" && removed.kind === "like"))
    return sameColumn(added, removed) && added.negated === removed.negated;
  return false;
}

const sameColumn = (one: { left: unknown }, other: { left: unknown }): boolean =>
  JSON.stringify(one.left) === JSON.stringify(other.left);

type Period = Extract<Condition, { kind: "period" }>;

function isAsLong(one: Period, other: Period): boolean {
  const [long, short] = [lengthOf(one), lengthOf(other)].toSorted((a, b) => b - a);
  return long !== undefined && short !== undefined && Number.isFinite(long) && long - short <= SAME_SPAN * long;
}

/** Milliseconds from a period's beginning to its end; infinite for one without. */
const lengthOf = ({ from, to }: Period): number =>
  from === null || to === null ? Infinity : Date.parse(to) - Date.parse(from);
