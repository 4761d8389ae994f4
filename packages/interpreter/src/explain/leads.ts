/**
 * How what restricts a noun is joined to it, and in which order: "orders with status “open” in Germany last year".
 *
 * A condition `country = 'Germany'` is the qualifier { lead: "in", text: "Germany" } of a noun; which words it needs depends on what the
 * sentence is about already.
 */

/** What a sentence is about already, so that its conditions need not say so. */
export interface About {
  /** Tables whose rows are spoken of. */
  tables: readonly string[];
  /** The table whose rows are named, where they are: "customers called “Ada”". */
  rows: string | null;
  /** True where figures of rows are spoken of, which are of a time by themselves: "revenue in 2025". */
  figures?: boolean;
  /** True where figures of several tables stand side by side, each of the same time. */
  apart?: boolean;
  /** True where periods of several days of a row are told: "ordered in 2023 and shipped in 2024". */
  days?: boolean;
}

export const aboutRows = (table: string): About => ({ tables: [table], rows: table });

export type Lead = "of" | "named" | "with" | "for" | "except" | "in" | "when" | "doing" | "without" | "where";
/** The order in which one says what restricts a noun. */
export const leadOrder: readonly Lead[] = [
  "of",
  "named",
  "with",
  "for",
  "except",
  "doing",
  "in",
  "when",
  "without",
  "where",
];
export const leadWords: Record<Lead, string> = {
  of: "of ",
  named: "named ",
  with: "with ",
  for: "for ",
  except: "except ",
  in: "in ",
  when: "",
  doing: "",
  without: "without ",
  where: "where ",
};
/** What restricts a noun, by how it is joined to it. */
export interface Qualifier {
  lead: Lead;
  text: string;
  /** A word that may stand before the rows of a table instead: "insured animals". */
  before?: { table: string; word: string };
}
