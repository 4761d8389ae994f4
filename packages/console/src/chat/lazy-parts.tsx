import { lazy } from "preact/compat";
import { later } from "../parts/later.tsx";

const importTranscript = () => import("./transcript.tsx");
const importChart = () => import("../parts/chart/chart.tsx");
const importTable = () => import("../parts/table.tsx");
const importAnswerActions = () => import("./answer-actions.tsx");
const importDownloadMenu = () => import("./download-menu.tsx");

/** Where something is asked first nothing has been answered: what answers are drawn with comes behind the page. */
export const Transcript = lazy(() => importTranscript().then((part) => ({ default: part.Transcript })));

/** Charts and tables are chunks of their own: the page asks before it draws. */
export const Chart = lazy(() => importChart().then(({ Chart: default_ }) => ({ default: default_ })));
export const Table = lazy(() => importTable().then(({ Table: default_ }) => ({ default: default_ })));

/** Below every answer, once it is whole. */
export const AnswerActions = later(() => importAnswerActions().then((part) => part.AnswerActions));
export const DownloadMenu = later(() => importDownloadMenu().then((part) => part.DownloadMenu));

/** What most people open seldom. */
export const Workings = later(() => import("./workings.tsx").then((part) => part.Workings));
export const ScopeChoice = later(() => import("./composer/scope-choice.tsx").then((part) => part.ScopeChoice));
export const SavedQueryForm = later(() =>
  import("./composer/saved-query-form.tsx").then((part) => part.SavedQueryForm),
);
export const AttachmentList = later(() => import("./composer/attachment-list.tsx").then((part) => part.AttachmentList));
export const Attached = later(() => import("./attached.tsx").then((part) => part.Attached));
export const AskedFiles = later(() => import("./asked-files.tsx").then((part) => part.AskedFiles));
export const Citations = later(() => import("./citations.tsx").then((part) => part.Citations));
export const DocumentReader = later(() => import("./document-reader.tsx").then((part) => part.DocumentReader));
export const CutShort = later(() => import("./cut-short.tsx").then((part) => part.CutShort));
export const QuestionEditor = later(() => import("./question-editor.tsx").then((part) => part.QuestionEditor));
export const FeedbackNote = later(() => import("./feedback-note.tsx").then((part) => part.FeedbackNote));
export const Receipt = later(() => import("./receipt.tsx").then((part) => part.Receipt));
export const ShortcutList = later(() => import("./shortcut-list.tsx").then((part) => part.ShortcutList));
export const ConfirmDialog = later(() => import("../parts/dialog.tsx").then((part) => part.ConfirmDialog));

// What cannot be fetched ahead is tried again, and told, where it is drawn.
const ignore = (): undefined => undefined;

/** Fetches what the text of a chat is drawn with, so that it is there when the chat is. */
export const loadTranscript = (): void => void importTranscript().catch(ignore);

/** Fetches what figures are drawn with, behind what their text is drawn with, which is read first. */
export function loadFigures(): void {
  void importTranscript()
    .then(() => Promise.all([importChart(), importTable(), importAnswerActions(), importDownloadMenu()]))
    .catch(ignore);
}
