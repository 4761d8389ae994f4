import type { SavedQuery, SavedQueryCreate } from "@parley/client";

/** A saved query as its fields have it. */
export interface QueryDraft {
  title: string;
  description: string;
  prompt: string;
  /** With commas between them. */
  keywords: string;
  sql: string;
  /** The database that it belongs to; null: any. */
  integration_id: string | null;
}

/** The fields of a query; of null those of a new one. */
export const draftOf = (query: SavedQuery | null): QueryDraft => ({
  title: query?.title ?? "",
  description: query?.description ?? "",
  prompt: query?.prompt ?? "",
  keywords: query?.keywords.join(", ") ?? "",
  sql: query?.sql ?? "",
  integration_id: query?.integration_id ?? null,
});

/** What is sent of a draft. */
export const fieldsOf = ({
  title,
  description,
  prompt,
  keywords,
  sql,
  integration_id,
}: QueryDraft): Required<SavedQueryCreate> => ({
  title: title.trim(),
  description: description.trim() || null,
  prompt: prompt.trim(),
  keywords: keywords
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean),
  sql: sql.trim() === "" ? null : sql,
  integration_id,
});

/** Whether a draft has what a query must have. */
export const isComplete = ({ title, prompt }: QueryDraft): boolean => title.trim() !== "" && prompt.trim() !== "";
