import { goldenLimits } from "./limits.ts";
import { passing, refusal, type VisibleError } from "./visible-error.ts";

/** The failures of golden questions, by code. Functions that serve none do not carry them. */
export const goldenErrors = {
  GOLDEN_QUESTION_NOT_FOUND: refusal(404, "not_found", "Golden question not found"),
  QUESTION_REQUIRED: refusal(
    400,
    "validation",
    "Send a question with its integration_id, or the message_id of a rated answer",
  ),
  GOLDEN_QUESTION_LIMIT: refusal(
    400,
    "validation",
    `At most ${goldenLimits.per_organization} golden questions are kept for an organization`,
  ),
  EVALUATION_NOT_FOUND: refusal(404, "not_found", "Evaluation not found"),
  EVALUATION_RUNNING: passing(409, "conflict", "An evaluation is already running"),
  NO_GOLDEN_QUESTIONS: refusal(400, "validation", "There are no golden questions to ask"),
  DRAFT_REQUIRED: refusal(400, "validation", "A draft has content, or the id of what would be removed"),
} as const satisfies Record<string, VisibleError>;

export type GoldenErrorCode = keyof typeof goldenErrors;
