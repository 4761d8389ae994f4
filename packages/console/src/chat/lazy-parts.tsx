import { lazy } from "preact/compat";

const importChart = () => import("../parts/chart/chart.tsx");
const importTable = () => import("../parts/table.tsx");

/** Charts and tables are chunks of their own: the page asks before it draws. */
export const Chart = lazy(() => importChart().then(({ Chart: default_ }) => ({ default: default_ })));
export const Table = lazy(() => importTable().then(({ Table: default_ }) => ({ default: default_ })));

/** What most people open seldom. */
export const Workings = lazy(() => import("./workings.tsx").then(({ Workings: default_ }) => ({ default: default_ })));

/** Fetches what answers are drawn with, so that it is there when the first one is. */
export function loadFigures(): void {
  // What fails here is tried again, and told, where it is drawn.
  void Promise.all([importChart(), importTable()]).catch(() => undefined);
}
