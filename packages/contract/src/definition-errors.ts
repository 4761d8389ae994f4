import { definitionLimits } from "./limits.ts";
import { refusal, type VisibleError } from "./visible-error.ts";

/** The failures of definitions, apart from the other ones of administrators: only their own endpoints carry them. */
export const definitionErrors = {
  DEFINITION_NOT_FOUND: refusal(404, "not_found", "Definition not found"),
  INVALID_DEFINITION: refusal(400, "validation", "The definition was refused"),
  DEFINITION_LIMIT: refusal(
    400,
    "validation",
    `At most ${definitionLimits.per_integration} definitions are kept for an integration`,
  ),
} as const satisfies Record<string, VisibleError>;

export type DefinitionErrorCode = keyof typeof definitionErrors;
