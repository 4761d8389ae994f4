import type { Draft, EvaluationCase } from "@parley/contract/evaluation";
import type { GoldenQuestion } from "@parley/contract/golden-question";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import type { Meter } from "../ledger/meter.ts";

/** What questions are asked with. */
export interface Rehearsed {
  model_id: string;
  agent_id: string | null;
  /** Null: questions are asked once, as things are. */
  draft: Draft | null;
  /** Whose memories are given where the draft is of a memory and names nobody. */
  member_id: string;
}

/** How one question is asked. */
export interface AskedOnce {
  /** One for each answer: as things are and, with a draft, as they would be. */
  meters: readonly Meter[];
  signal: AbortSignal;
}

/**
 * Asks golden questions, each of which becomes a case whatever is in the way of it. Throws the signal's reason. Implemented by the
 * analyst; core runs it without knowing how it answers.
 */
export type Rehearser = (
  ctx: OrganizationContext & WithFiles,
  rehearsed: Rehearsed,
) => (question: GoldenQuestion, how: AskedOnce) => Promise<EvaluationCase>;
