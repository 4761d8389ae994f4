import { type DefinitionErrorCode, definitionErrors } from "@parley/contract/definition-errors";
import { Failure, type FailureDetail } from "./failure.ts";

/** Raises a failure of definitions, which only administrators meet. */
export function refuseDefinition(code: DefinitionErrorCode, detail?: FailureDetail): never {
  throw new Failure(code, detail, definitionErrors[code]);
}
