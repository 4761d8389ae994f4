import type { Draft, EvaluationCase, EvaluationError, EvaluationStatus } from "@parley/contract/evaluation";
import type { Evaluation } from "@parley/contract/evaluation";
import type { JsonText } from "../store/json-text.ts";
import { organizationPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Workable } from "../wake/queued-work.ts";

/** Partition of the index that lists evaluations that run, or wait for a worker, by when they were asked for. */
export const evaluationsRunning = "EVALUATIONS_RUNNING";

/** An evaluation, and who works on it: how far it is, and what came of it so far. */
export interface EvaluationRecord extends Workable {
  organization_id: string;
  status: EvaluationStatus;
  model_id: string;
  agent_id: string | null;
  draft: JsonText<Draft> | null;
  /** Questions are asked in the plan's order: these many have been. */
  done: number;
  total: number;
  right_before: number;
  right_after: number;
  misses: number;
  changes: NonNullable<Evaluation["changes"]>;
  classes: Evaluation["classes"];
  usage: Evaluation["usage"];
  error: EvaluationError | null;
  created_by: string;
  created_by_name: string;
  created_at: string;
  ended_at: string | null;
  expires_at: string;
  ttl: number;
}

/** Which golden questions an evaluation asks, apart from its record, which is written with each of them. */
export interface PlanRecord extends Item {
  question_ids: string[];
}

/** A question that was asked, with what is summed up and looked for. */
export interface CaseRecord extends Key {
  position: number;
  class: string | null;
  right_before: boolean;
  right_after: boolean;
  miss: boolean;
  change: EvaluationCase["change"];
  case: JsonText<EvaluationCase>;
  ttl: number;
}

export const evaluationPrefix = "EVALUATION#";
export const evaluationKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${evaluationPrefix}${id}`,
});
/** Names the one evaluation of an organization that runs. */
export const runningKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: "EVALUATIONS" });

/** Partition of what an evaluation is made of. */
export const partsPk = (organizationId: string, id: string): string =>
  `${organizationPk(organizationId)}#${evaluationPrefix}${id}`;
export const planKey = (organizationId: string, id: string): Key => ({ pk: partsPk(organizationId, id), sk: "PLAN" });

/** Digits of a position in a key, so that cases sort by it. */
const POSITION_DIGITS = 4;
export const casePrefix = "CASE#";
export const caseKey = (organizationId: string, id: string, position: number): Key => ({
  pk: partsPk(organizationId, id),
  sk: `${casePrefix}${String(position).padStart(POSITION_DIGITS, "0")}`,
});
