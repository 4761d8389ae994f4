import { refusal, type VisibleError } from "./visible-error.ts";

/** The failures of column marks, apart from the other ones of administrators: only their own endpoints carry them. */
export const columnMarkErrors = {
  INVALID_COLUMN_MARK: refusal(400, "validation", "The column mark was refused"),
} as const satisfies Record<string, VisibleError>;

export type ColumnMarkErrorCode = keyof typeof columnMarkErrors;
