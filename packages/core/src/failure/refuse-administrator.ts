import { type AdministrationErrorCode, administrationErrors } from "@parley/contract/administration-errors";
import { Failure, type FailureDetail } from "./failure.ts";

/** Raises a failure that only administrators meet. */
export function refuseAdministrator(code: AdministrationErrorCode, detail?: FailureDetail): never {
  throw new Failure(code, detail, administrationErrors[code]);
}
