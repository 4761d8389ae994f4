import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { operation } from "./operation.ts";
import { separately } from "./separately.ts";

/** A rule or a memory, and which of its texts an answer was given. */
export const ReceiptVersion = /* @__PURE__ */ separately(() => v.object({ id: v.string(), version: v.string() }));
export type ReceiptVersion = v.InferOutput<typeof ReceiptVersion>;

/** A statement behind an answer: what to run again, and what came of it. */
export const ReceiptStatement = /* @__PURE__ */ separately(() =>
  v.object({
    sql: v.string(),
    parameters: v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    result_hash: v.string(),
    row_count: v.number(),
  }),
);
export type ReceiptStatement = v.InferOutput<typeof ReceiptStatement>;

/** What an answer rests on, signed (D55). */
export const Receipt = /* @__PURE__ */ separately(() =>
  v.object({
    id: v.string(),
    message_id: v.string(),
    question: v.string(),
    asked_at: Timestamp,
    integration_id: v.nullable(v.string()),
    sql: v.array(ReceiptStatement),
    /** Null where the database's schema was not known when the answer was given. */
    schema_hash: v.nullable(v.string()),
    definitions_hash: v.string(),
    rule_versions: v.array(ReceiptVersion),
    memory_versions: v.array(ReceiptVersion),
    model_id: v.string(),
    /** Null where no language model was asked. */
    prompt_version: v.nullable(v.string()),
    answer_hash: v.string(),
    signature: v.string(),
    key_id: v.string(),
  }),
);
export type Receipt = v.InferOutput<typeof Receipt>;

export const ReceiptStatus = /* @__PURE__ */ separately(() =>
  v.picklist(["same", "data_changed", "definition_changed", "unavailable"]),
);
export type ReceiptStatus = v.InferOutput<typeof ReceiptStatus>;

/** One thing that is not as it was, or could not be looked at. */
export const ReceiptDifference = /* @__PURE__ */ separately(() =>
  v.object({
    what: v.picklist(["data", "rule", "memory", "definition", "saved_query", "schema", "integration"]),
    change: v.picklist(["changed", "added", "removed", "not_checked"]),
    /** Of the rule, the memory, the definition, the saved query or the integration; the name of a table. */
    id: v.nullable(v.string()),
    /** Which statement of the receipt; null where it is not one's. */
    sql_index: v.nullable(v.number()),
    detail: v.string(),
  }),
);
export type ReceiptDifference = v.InferOutput<typeof ReceiptDifference>;

export const ReceiptVerification = /* @__PURE__ */ separately(() =>
  v.object({
    status: ReceiptStatus,
    signature_valid: v.boolean(),
    checked_at: Timestamp,
    differences: v.array(ReceiptDifference),
  }),
);
export type ReceiptVerification = v.InferOutput<typeof ReceiptVerification>;

export const receiptOperations = /* @__PURE__ */ separately(() => ({
  get: operation({
    id: "receipt.get",
    method: "GET",
    path: "/v1/chats/{chat_id}/messages/{message_id}/receipt",
    group: "chats",
    summary: "Get the receipt of an answer: what it rests on, signed",
    access: "member",
    reply: Receipt,
    status: 200,
    errors: ["RECEIPT_NOT_FOUND"],
  }),
}));

/** A verification runs the statements again, so it is served by the function that opens databases. */
export const receiptVerifyOperations = /* @__PURE__ */ separately(() => ({
  verify: operation({
    id: "receipt.verify",
    method: "POST",
    path: "/v1/chats/{chat_id}/messages/{message_id}/receipt/verify",
    group: "sources",
    summary: "Check an answer: run its statements again, and compare what it rests on",
    access: "member",
    reply: ReceiptVerification,
    status: 200,
    errors: ["RECEIPT_NOT_FOUND", "RATE_LIMIT"],
  }),
}));
