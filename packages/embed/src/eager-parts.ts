/** What the console fetches behind its first page, and the element's one file has from the beginning. */
export { FeedbackNote } from "@parley/console/chat/feedback-note.tsx";
export { QuestionEditor } from "@parley/console/chat/question-editor.tsx";
export { Receipt } from "@parley/console/chat/receipt.tsx";
export { ShortcutList } from "@parley/console/chat/shortcut-list.tsx";
export { Transcript } from "@parley/console/chat/transcript.tsx";
export { Workings } from "@parley/console/chat/workings.tsx";
export { Chart } from "@parley/console/parts/chart/chart.tsx";
export { ConfirmDialog } from "@parley/console/parts/dialog.tsx";
export { Table } from "@parley/console/parts/table.tsx";

/** Fetches nothing: figures are there. */
export const loadFigures = (): void => undefined;
