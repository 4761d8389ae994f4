import type { Belongings as Owned } from "../../support/world/world.ts";
/** What a camp's member has, by the names the fuzz gives it. */
export interface Belongings extends Owned {
  document_id: string;
  email: string;
  user_key: string;
  /** The code of a link, which works once. */
  code: string;
}

/** Stands for one of the caller's ids in a path, a query or a body until the request is sent. */
export const marker = (name: keyof Belongings): string => `@@${name}@@`;

const fields: Record<string, (keyof Belongings)[]> = {
  agent_id: ["agent_id"],
  chat_id: ["chat_id"],
  turn_id: ["turn_id"],
  message_id: ["answer_id", "message_id"],
  before: ["answer_id", "message_id"],
  visualization_id: ["visualization_id"],
  integration_id: ["integration_id"],
  connection_id: ["integration_id", "project_id"],
  project_id: ["project_id"],
  scoped_project_ids: ["project_id"],
  document_id: ["document_id"],
  upload_id: ["clip_id", "upload_id"],
  upload_ids: ["upload_id"],
  saved_query_id: ["query_id"],
  query_id: ["query_id"],
  memory_id: ["memory_id"],
  memory_ids: ["memory_id"],
  member_id: ["member_id"],
  rule_id: ["rule_id"],
  definition_id: ["definition_id"],
  question_id: ["question_id"],
  question_ids: ["question_id"],
  evaluation_id: ["evaluation_id"],
  email: ["email"],
  user_key: ["user_key"],
  code: ["code"],
};
/** Values that an operation takes, where few do. */
const good: Record<string, string[]> = {
  model_id: ["rules"],
  model: ["rules"],
  feedback: ["positive", "negative"],
  mime_type: ["text/csv"],
  filename: ["sales.csv", "report.csv"],
  sql: ["SELECT name FROM regions", "SELECT name FROM regions WHERE name = {{region}}"],
  table: ["regions", "orders"],
  column: ["name", "region"],
  meaning: ["regions"],
  connection_type: ["database", "project"],
  // Nothing listens there, or what does is no database.
  host: ["127.0.0.1", "localhost", "169.254.169.254", "nowhere.invalid"],
};

/** Values that are good for a field of this name: ids of what the caller has, by their markers, or the few there are. */
export const known = (field: string): string[] => good[field] ?? (fields[field] ?? []).map(marker);

/** Replaces markers by the caller's ids. */
export const filled = (text: string, own: Partial<Belongings>): string =>
  text.replace(/(?:@@|%40%40)(\w+?)(?:@@|%40%40)/g, (whole, name: string) =>
    Object.hasOwn(own, name) ? (own[name as keyof Belongings] ?? whole) : whole,
  );
