import { lazy } from "preact/compat";
import { later } from "../parts/later.tsx";

const importChart = () => import("../parts/chart/chart.tsx");
const importTable = () => import("../parts/table.tsx");

/** Charts and tables are chunks of their own: the page asks before it draws. */
export const Chart = lazy(() => importChart().then(({ Chart: default_ }) => ({ default: default_ })));
export const Table = lazy(() => importTable().then(({ Table: default_ }) => ({ default: default_ })));

/** What most people open seldom. */
export const Workings = later(() => import("./workings.tsx").then((part) => part.Workings));
export const QuestionEditor = later(() => import("./question-editor.tsx").then((part) => part.QuestionEditor));
export const FeedbackNote = later(() => import("./feedback-note.tsx").then((part) => part.FeedbackNote));
export const ShortcutList = later(() => import("./shortcut-list.tsx").then((part) => part.ShortcutList));
export const ConfirmDialog = later(() => import("../parts/dialog.tsx").then((part) => part.ConfirmDialog));

/** Fetches what answers are drawn with, so that it is there when the first one is. */
export function loadFigures(): void {
  // What fails here is tried again, and told, where it is drawn.
  void Promise.all([importChart(), importTable()]).catch(() => undefined);
}
