import type { CatalogColumn, CatalogTable } from "./catalog.ts";

const ended =
  /\b(cancel|cancelled|canceled|end|ended|terminated|expired|churned|left|leave|leaving|termination|departure|exit|resigned)\b/;

/** The day on which a row came, or will come, to its end, empty for those without one: "end_date" of subscriptions. */
export const endDay = ({ columns }: CatalogTable): CatalogColumn | null =>
  columns.find((column) => column.isDate && column.source.nullable && ended.test(column.words.join(" "))) ?? null;

/** The day from which a row holds. */
export const startDay = ({ columns }: CatalogTable): CatalogColumn | null =>
  columns.find(({ isDate, words }) => isDate && /\b(?:starts?|started|begins?|began|from)\b/.test(words.join(" "))) ??
  null;
