import { randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import type { Answer } from "../support/api.ts";
import type { Belongings, World } from "../support/world/world.ts";

/** Where an operation takes an id: a segment of its path, a field of its query, a field of its body. */
interface Slot {
  place: "path" | "query" | "body";
  field: string;
}

/** Every id that a client can send, and which of another member's ids fits there. A new field without an entry fails a test. */
export const kinds: Record<string, (of: Belongings) => string> = {
  agent_id: (of) => of.agent_id,
  chat_id: (of) => of.chat_id,
  turn_id: (of) => of.turn_id,
  message_id: (of) => of.answer_id,
  before: (of) => of.answer_id,
  cursor: (of) => Buffer.from(`2026-01-15T12:00:00.000Z#${of.chat_id}`).toString("base64url"),
  visualization_id: (of) => of.visualization_id,
  integration_id: (of) => of.integration_id,
  connection_id: (of) => of.integration_id,
  project_id: (of) => of.project_id,
  document_id: (of) => of.document_id,
  scoped_project_ids: (of) => of.project_id,
  attached_files: (of) => of.project_id,
  upload_id: (of) => of.clip_id,
  upload_ids: (of) => of.upload_id,
  saved_query_id: (of) => of.query_id,
  query_id: (of) => of.query_id,
  memory_id: (of) => of.memory_id,
  memory_ids: (of) => of.memory_id,
  member_id: (of) => of.member_id,
  member_ids: (of) => of.member_id,
  rule_id: (of) => of.rule_id,
  definition_id: (of) => of.definition_id,
  question_id: (of) => of.question_id,
  question_ids: (of) => of.question_id,
  evaluation_id: (of) => of.evaluation_id,
};
/** A cursor names what its own list has shown; questions alone can be edited, and the default agent cannot be removed. */
const kindsOfOperations: Record<string, (of: Belongings) => string> = {
  "query.list cursor": (of) => Buffer.from(of.query_id).toString("base64url"),
  "agent.list_all cursor": (of) => Buffer.from(of.agent_id).toString("base64url"),
  "agent.remove agent_id": (of) => of.draft_agent_id,
  "member.list cursor": (of) => Buffer.from(of.member_id).toString("base64url"),
  "project.list_all cursor": (of) => Buffer.from(of.project_id).toString("base64url"),
  "question.list cursor": (of) => Buffer.from(of.question_id).toString("base64url"),
  "evaluation.list cursor": (of) => Buffer.from(of.evaluation_id).toString("base64url"),
  "feedback.list cursor": (of) => Buffer.from(of.answer_id).toString("base64url"),
  "definition.list cursor": (of) => Buffer.from(of.definition_id).toString("base64url"),
  "document.list cursor": (of) => Buffer.from(of.document_id).toString("base64url"),
  "message.edit message_id": (of) => of.message_id,
};
/** The id of a member's own that fits the field of an operation. */
export const kindOf = (operation: Pick<Operation, "id">, field: string) =>
  kindsOfOperations[`${operation.id} ${field}`] ?? kinds[field];
/** Fields whose names end like an id's but that name nothing of an organization's. */
const noIds = new Set(["client_request_id", "client_trace_id", "model_id"]);
/** What the whole organization shares: another member's is the caller's, too. */
export const shared = new Set([
  "agent_id",
  "integration_id",
  "connection_id",
  "project_id",
  "document_id",
  "scoped_project_ids",
  "attached_files",
  "saved_query_id",
  "query_id",
  "rule_id",
  "definition_id",
  "question_id",
  "question_ids",
  "evaluation_id",
]);

/** Lists of the whole organization: their cursors are everybody's in it. */
export const sharedLists = new Set([
  "query.list",
  "member.list",
  "agent.list_all",
  "project.list_all",
  "document.list",
  "definition.list",
  "question.list",
  "feedback.list",
  "evaluation.list",
]);

export const isId = (field: string) => /_ids?$|^(before|cursor|attached_files)$/.test(field) && !noIds.has(field);
export const fieldsOf = (schema: object | undefined): string[] =>
  schema && "entries" in schema && typeof schema.entries === "object" ? Object.keys(schema.entries ?? {}) : [];

/** A cursor of rows, tables or cases is a place in what is paged; one of chats names the last chat shown. */
const placeCursors = new Set(["visualization.rows", "source.schema", "evaluation.cases"]);

/** Where the operation takes ids. */
export function slotsOf(operation: Operation): Slot[] {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  return [
    ...path.map((field) => ({ place: "path" as const, field })),
    ...fieldsOf(operation.query)
      .filter((field) => isId(field) && !(field === "cursor" && placeCursors.has(operation.id)))
      .map((field) => ({ place: "query" as const, field })),
    ...fieldsOf(operation.body)
      .filter(isId)
      .map((field) => ({ place: "body" as const, field })),
  ];
}

/** The rest of a body in which one id is another member's: valid apart from that id. */
export const bodies: Record<string, (own: Belongings) => Record<string, unknown>> = {
  "chat.create": () => ({}),
  "chat.update": () => ({ title: "Taken over" }),
  "chat.stream": (own) => ({
    message: "Which regions are there?",
    chat_id: own.chat_id,
    parameters: { region: "north" },
  }),
  "message.edit": () => ({ content: "Taken over" }),
  "message.feedback": () => ({ feedback: "negative", note: "taken over" }),
  "turn.create": () => ({ client_request_id: randomUUID(), message: "Hello", parameters: { region: "north" } }),
  "memory.update": () => ({ content: "taken over" }),
  "memory.reorder": (own) => ({ memory_ids: [own.memory_id] }),
  "admin_memory.create": (own) => ({ member_id: own.member_id, content: "taken over" }),
  "admin_memory.update": () => ({ content: "taken over" }),
  "admin_memory.reorder": (own) => ({ member_id: own.member_id, memory_ids: [own.memory_id] }),
  "agent.update": () => ({ name: "Taken over" }),
  "member.update": () => ({ name: "Taken over" }),
  "project.create": () => ({ name: "Taken over" }),
  "project.update": () => ({ name: "Taken over" }),
  "document.create": (own) => ({ upload_ids: [own.upload_id] }),
  "document.update": () => ({ title: "Taken over" }),
  "rule.update": () => ({ content: "taken over" }),
  "query.create": () => ({ title: "Taken over", prompt: "Regions" }),
  "query.update": () => ({ title: "Taken over" }),
  "source.update": () => ({ display_name: "Taken over" }),
  "source.test": () => ({}),
  "column_mark.update": () => ({ column_marks: [{ table: "regions", column: "name", mark: "sensitive" }] }),
  "definition.create": () => ({ kind: "synonym", name: randomUUID(), meaning: "regions" }),
  "question.create": (own) => ({
    question: "How many regions are there?",
    integration_id: own.integration_id,
    sql: "SELECT COUNT(*) FROM regions",
  }),
  "question.update": () => ({ class: "Taken over" }),
  "feedback.update": () => ({ status: "done" }),
  "evaluation.create": () => ({}),
  "definition.update": () => ({ description: "Taken over" }),
  "query.validate": () => ({ sql: "SELECT name FROM regions" }),
  "query.preview": (own) => ({ sql: "SELECT name FROM regions", integration_id: own.integration_id }),
  "voice_session.create": (own) => ({ integration_id: own.integration_id }),
  "audio.transcribe": () => ({}),
};
/** Where a saved query is asked for on the streamed and the durable route, a database has to be bound. */
const companions: Record<string, (own: Belongings) => Record<string, unknown>> = {
  saved_query_id: (own) => ({ integration_id: own.integration_id }),
  connection_id: () => ({ connection_type: "database" }),
};

/** What a query string needs beside ids. */
const queries: Record<string, string[]> = { "document.search": ["q=refunds"] };

/** The same id with another last digit: of the same age, and unknown. */
export function neighbour(id: string, field: string): string {
  if (field === "cursor")
    return Buffer.from(neighbour(Buffer.from(id, "base64url").toString(), "")).toString("base64url");
  return id.slice(0, -1) + (id.endsWith("0") ? "1" : "0");
}

export const inList = (field: string, id: string): unknown =>
  field === "attached_files" ? [{ project_id: id, document_id: id }] : field.endsWith("s") ? [id] : id;

interface Sent {
  operation: Operation;
  slot: Slot;
  id: string;
  own: Belongings;
  token: string;
}

/** Sends the operation with one id in its slot, and what the caller owns everywhere else. */
export function send(world: World, { operation, slot, id, own, token }: Sent): Promise<Answer> {
  const at = (place: Slot["place"], field: string) => slot.place === place && slot.field === field;
  const path = operation.path.replace(/\{(\w+)\}/g, (_segment, field: string) =>
    at("path", field) ? id : (kindOf(operation, field)?.(own) ?? ""),
  );
  const query = fieldsOf(operation.query)
    .filter((field) => at("query", field) || field === "member_id")
    .map((field) => `${field}=${at("query", field) ? id : own.member_id}`)
    .concat(queries[operation.id] ?? []);
  const body = operation.body && {
    ...bodies[operation.id]?.(own),
    ...(slot.place === "body" && { ...companions[slot.field]?.(own), [slot.field]: inList(slot.field, id) }),
  };
  return world.call(`${operation.method} ${path}${query.length > 0 ? `?${query.join("&")}` : ""}`, {
    token,
    ...(body && { body }),
  });
}

/** What differs from request to request whatever was asked: ids and tokens that were just made, times, signatures. */
export const masked = (text: string): string =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
    .replace(/https?:\/\/[^"\s]+X-Amz-[^"\s]+/g, "<address>")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<id>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>");

/** What must be alike in two answers. */
export const comparable = ({ status, headers, text }: Answer) => {
  const { "x-request-id": _request, "x-debug-id": _debug, ...rest } = headers;
  return { status, headers: rest, text: masked(text) };
};
