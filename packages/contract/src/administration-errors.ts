import { limits } from "./limits.ts";
import { passing, refusal, type VisibleError } from "./visible-error.ts";

/** The failures that only administrators meet, by code. Functions that are not theirs do not carry them. */
export const administrationErrors = {
  // Agents, models and members
  AGENT_IN_USE: refusal(409, "conflict", "The agent is the default"),
  TOO_MANY_AGENTS: refusal(400, "validation", "Too many agents"),
  MODEL_NOT_FOUND: refusal(400, "not_found", "Model not found"),
  ORGANIZATION_MEMBER_NOT_FOUND: refusal(404, "not_found", "Member not found"),
  MEMBER_EXISTS: refusal(409, "conflict", "A member has this e-mail address"),
  LAST_ADMIN: refusal(409, "conflict", "The last active admin must stay one"),

  // Databases
  SOURCE_NOT_FOUND: refusal(404, "not_found", "Integration not found"),
  SOURCE_TIMEOUT: passing(400, "timeout", "The database took too long to answer"),
  SOURCE_UNAVAILABLE: passing(400, "datasource", "The database cannot be reached"),
  SOURCE_LIMIT: refusal(
    400,
    "validation",
    `At most ${limits.sources_per_organization} integrations are kept for an organization`,
  ),
  NOT_A_DATABASE: refusal(400, "validation", "The upload is not an SQLite database that can be read"),
  CONNECTION_REQUIRED: refusal(400, "validation", "Send a connection, an integration_id, or both"),
  PASSWORD_REQUIRED: refusal(
    400,
    "validation",
    "A stored password stays only while engine, host, port, database and user do: send the password",
  ),

  // Saved queries and rules
  TOO_MANY_SAVED_QUERIES: refusal(400, "validation", "Too many saved queries"),
  INVALID_SAVED_QUERY: refusal(400, "validation", "The SQL of the saved query was refused"),
  RULE_NOT_FOUND: refusal(404, "not_found", "Organization rule not found"),
  RULE_LIMIT: refusal(400, "validation", `At most ${limits.rules_per_organization} rules are kept for an organization`),

  // Collections and documents
  PROJECT_NOT_FOUND: refusal(404, "not_found", "Project not found"),
  PROJECT_LIMIT: refusal(
    400,
    "validation",
    `At most ${limits.projects_per_organization} projects are kept for an organization`,
  ),
  DOCUMENT_NOT_FOUND: refusal(404, "not_found", "Document not found"),
  DOCUMENT_LIMIT: refusal(400, "validation", `A project has at most ${limits.documents_per_project} documents`),
  DOCUMENT_TYPE_UNSUPPORTED: refusal(400, "validation", "This kind of file cannot be a document"),
  SEARCH_TIMEOUT: passing(504, "timeout", "The documents took too long to search"),
} as const satisfies Record<string, VisibleError>;

export type AdministrationErrorCode = keyof typeof administrationErrors;
