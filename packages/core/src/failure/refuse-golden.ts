import { type GoldenErrorCode, goldenErrors } from "@parley/contract/golden-errors";
import { Failure, type FailureDetail } from "./failure.ts";

/** Raises a failure of golden questions, which only administrators meet. */
export function refuseGolden(code: GoldenErrorCode, detail?: FailureDetail): never {
  throw new Failure(code, detail, goldenErrors[code]);
}
