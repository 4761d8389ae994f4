import * as v from "valibot";
import { count, queryInteger, optionalQueryInteger, text, Timestamp } from "./fields.ts";
import { definitionLimits, limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** What the words of an organization mean in one of its databases: metrics, dimensions, synonyms, joins, descriptions. */

export const DefinitionKind = v.picklist(["metric", "dimension", "synonym", "join", "description"]);
export type DefinitionKind = v.InferOutput<typeof DefinitionKind>;

/** Who made it: an administrator, the operator, or an import of theirs. */
export const DefinitionOrigin = v.picklist(["admin", "operator", "dbt", "osi"]);
export type DefinitionOrigin = v.InferOutput<typeof DefinitionOrigin>;

/** Which fields hold something depends on `kind`; the others are null. */
export const Definition = v.object({
  id: v.string(),
  integration_id: v.string(),
  kind: DefinitionKind,
  name: v.string(),
  description: v.nullable(v.string()),
  synonyms: v.array(v.string()),
  table: v.nullable(v.string()),
  column: v.nullable(v.string()),
  sql: v.nullable(v.string()),
  meaning: v.nullable(v.string()),
  columns: v.nullable(v.array(v.string())),
  references_table: v.nullable(v.string()),
  references_columns: v.nullable(v.array(v.string())),
  origin: DefinitionOrigin,
  version: count,
  last_updated_by: v.string(),
  last_updated_by_name: v.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Definition = v.InferOutput<typeof Definition>;

const identifier = text(1, limits.source_identifier_characters);
const keys = v.nullish(v.pipe(v.array(identifier), v.minLength(1), v.maxLength(definitionLimits.join_columns)));
const fields = {
  name: v.nullish(text(1, definitionLimits.name_characters)),
  description: v.nullish(text(0, definitionLimits.description_characters)),
  synonyms: v.nullish(
    v.pipe(v.array(text(1, definitionLimits.name_characters)), v.maxLength(definitionLimits.synonyms)),
  ),
  /** As its database names it, with its schema before a point where it needs one. */
  table: v.nullish(text(1, 2 * limits.source_identifier_characters + 1)),
  column: v.nullish(identifier),
  sql: v.nullish(text(1, definitionLimits.sql_characters)),
  meaning: v.nullish(text(1, definitionLimits.meaning_characters)),
  columns: keys,
  references_table: v.nullish(text(1, 2 * limits.source_identifier_characters + 1)),
  references_columns: keys,
};

export const DefinitionCreate = v.object({ kind: DefinitionKind, ...fields });
export type DefinitionCreate = v.InferOutput<typeof DefinitionCreate>;

/** Absent fields stay as they are; null empties what may be empty. The kind stays. */
export const DefinitionUpdate = v.object(fields);
export type DefinitionUpdate = v.InferOutput<typeof DefinitionUpdate>;

export const definitionOperations = {
  list: operation({
    id: "definition.list",
    method: "GET",
    path: "/v1/admin/integrations/{integration_id}/definitions",
    group: "sources",
    summary: "List what words mean in a database, the oldest definitions first",
    access: "admin",
    query: v.object({
      limit: queryInteger(limits.page, 1, limits.page_max),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ definitions: v.array(Definition), next_cursor: v.nullable(v.string()) }),
    status: 200,
    errors: ["SOURCE_NOT_FOUND", "INVALID_CURSOR"],
  }),
  create: operation({
    id: "definition.create",
    method: "POST",
    path: "/v1/admin/integrations/{integration_id}/definitions",
    group: "sources",
    summary: "Define a metric, a dimension, a synonym, a join or a description; it is tried on the database",
    access: "admin",
    body: DefinitionCreate,
    reply: Definition,
    status: 200,
    errors: [
      "SOURCE_NOT_FOUND",
      "INVALID_DEFINITION",
      "DEFINITION_LIMIT",
      "SOURCE_TIMEOUT",
      "SOURCE_UNAVAILABLE",
      "RATE_LIMIT",
    ],
  }),
  get: operation({
    id: "definition.get",
    method: "GET",
    path: "/v1/admin/integrations/{integration_id}/definitions/{definition_id}",
    group: "sources",
    summary: "One definition, as it is or as it was",
    access: "admin",
    query: v.object({ version: optionalQueryInteger(1, 1_000_000) }),
    reply: Definition,
    status: 200,
    errors: ["DEFINITION_NOT_FOUND"],
  }),
  update: operation({
    id: "definition.update",
    method: "PATCH",
    path: "/v1/admin/integrations/{integration_id}/definitions/{definition_id}",
    group: "sources",
    summary: "Change a definition; it is tried on the database, and gets a new version",
    access: "admin",
    body: DefinitionUpdate,
    reply: Definition,
    status: 200,
    errors: ["DEFINITION_NOT_FOUND", "INVALID_DEFINITION", "SOURCE_TIMEOUT", "SOURCE_UNAVAILABLE", "RATE_LIMIT"],
  }),
  remove: operation({
    id: "definition.remove",
    method: "DELETE",
    path: "/v1/admin/integrations/{integration_id}/definitions/{definition_id}",
    group: "sources",
    summary: "Delete a definition; its versions can still be read",
    access: "admin",
    reply: v.object({ message: v.string() }),
    status: 200,
    errors: ["DEFINITION_NOT_FOUND"],
  }),
};
