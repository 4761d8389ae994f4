import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spanBefore } from "@parley/local/demo/calendar";
import { campaignsFile } from "@parley/local/demo/campaigns/campaigns";
import type { Dataset } from "@parley/local/demo/dataset";
import { reviewDocument, textDocument } from "@parley/local/demo/documents/documents";
import { makeFreight } from "@parley/local/demo/freight/freight";
import { ORGANIZATIONS, type OrganizationPlan } from "@parley/local/demo/tenant";
import { makeWarehouse } from "@parley/local/demo/warehouse/warehouse";
import { writeSqlite } from "@parley/local/demo/sqlite-file";

const [QUILLMERE, DUNMARROW] = ORGANIZATIONS;

/**
 * The demo's databases as SQLite files, and beside them the documents and saved queries of the organization each belongs to.
 * The campaigns have none: they are those of the warehouse.
 */
export function writeDemo(directory: string, anchor: Date): void {
  writeSqlite(join(directory, "warehouse.sqlite"), inSqlite(makeWarehouse(anchor)));
  writeSqlite(join(directory, "freight.sqlite"), inSqlite(makeFreight(anchor)));
  writeFileSync(join(directory, "campaigns.sqlite"), campaignsFile(anchor));
  writeTexts(join(directory, "warehouse"), QUILLMERE, anchor);
  writeTexts(join(directory, "freight"), DUNMARROW, anchor);
}

/** SQLite knows neither casts with colons, nor indexes without a name, nor comments. */
function inSqlite({ schema, tables }: Dataset): Dataset {
  return { schema: schema.replace(/(\w+)::date/g, "date($1)"), tables, finish: "" };
}

function writeTexts(path: string, { projects, saved_queries }: OrganizationPlan, anchor: Date): void {
  mkdirSync(`${path}.documents`, { recursive: true });
  const texts = projects.flatMap(({ documents }) => documents.map((name) => textDocument(name, spanBefore(anchor))));
  const reviews = projects.some(({ hasReview }) => hasReview) ? [reviewDocument(anchor)] : [];
  for (const { filename, body } of [...texts, ...reviews]) writeFileSync(join(`${path}.documents`, filename), body);
  const queries = saved_queries.map((query) => ({ ...query, sql: query.sql && queryInSqlite(query.sql, anchor) }));
  writeFileSync(`${path}.saved-queries.json`, JSON.stringify(queries, null, 2));
}

/** The demo's saved queries are PostgreSQL's; today is the day the questions are asked on. */
function queryInSqlite(sql: string, anchor: Date): string {
  return sql
    .replace("to_char(ordered_at, 'YYYY-MM')", "strftime('%Y-%m', ordered_at)")
    .replace("EXTRACT(YEAR FROM ordered_at)", "CAST(strftime('%Y', ordered_at) AS integer)")
    .replace("ILIKE", "LIKE")
    .replace(
      "CURRENT_DATE - INTERVAL '{{days}} days'",
      `date('${anchor.toISOString().slice(0, 10)}', '-{{days}} days')`,
    )
    .replace("CAST({{to_date}} AS date) + 1", "date({{to_date}}, '+1 day')")
    .replace("CAST({{from_date}} AS date)", "date({{from_date}})");
}
