import { type ColumnMarkErrorCode, columnMarkErrors } from "@parley/contract/column-mark-errors";
import { Failure, type FailureDetail } from "./failure.ts";

/** Raises a failure of column marks, which only administrators meet. */
export function refuseColumnMark(code: ColumnMarkErrorCode, detail?: FailureDetail): never {
  throw new Failure(code, detail, columnMarkErrors[code]);
}
