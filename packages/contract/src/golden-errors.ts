import { goldenLimits } from "./limits.ts";
import { refusal, type VisibleError } from "./visible-error.ts";

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
} as const satisfies Record<string, VisibleError>;

export type GoldenErrorCode = keyof typeof goldenErrors;
