import { administrationErrors } from "./administration-errors.ts";
import { columnMarkErrors } from "./column-mark-errors.ts";
import { definitionErrors } from "./definition-errors.ts";
import { type ErrorCode, visibleErrors } from "./errors.ts";
import { goldenErrors } from "./golden-errors.ts";
import { receiptErrors } from "./receipt-errors.ts";
import type { VisibleError } from "./visible-error.ts";

/** Every failure a client can see, by code, for what documents them. */
export const everyError: Readonly<Record<ErrorCode, VisibleError>> = {
  ...visibleErrors,
  ...administrationErrors,
  ...columnMarkErrors,
  ...definitionErrors,
  ...receiptErrors,
  ...goldenErrors,
};
