import type { Session } from "../answer-session.ts";
import { ask, mayAsk } from "./ask.ts";
import { describeTables } from "./describe-tables.ts";
import { makeChart } from "./make-chart.ts";
import { queryUpload } from "./query-upload.ts";
import { readUpload } from "./read-upload.ts";
import { runSavedQueryTool } from "./run-saved-query.ts";
import { runSql } from "./run-sql.ts";
import { searchDocuments } from "./search-documents.ts";
import type { AnalystTool } from "./tool.ts";

/** The tools that a question can use, in a fixed order. */
export function availableTools(session: Session): AnalystTool[] {
  const { integration, uploads, question } = session;
  const isHere = (entry: { integration_id?: string }) =>
    entry.integration_id === undefined || entry.integration_id === question.integration?.id;
  const tables = uploads.database !== null;
  return [
    ...(integration || tables ? [describeTables] : []),
    ...(integration ? [runSql] : []),
    // Whatever is asked, so that all members' calls begin alike and providers' caches hold.
    ...(integration && question.saved_queries.entries.some(isHere) ? [runSavedQueryTool] : []),
    ...(tables ? [queryUpload] : []),
    ...(integration || tables ? [makeChart] : []),
    ...(question.scope.length > 0 ? [searchDocuments] : []),
    ...(uploads.texts.length > 0 ? [readUpload] : []),
    ...((integration || tables) && mayAsk(session) ? [ask] : []),
  ];
}
