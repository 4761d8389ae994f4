import * as v from "valibot";

/** What wakes a worker: ids only. The worker rebuilds everything else from the table. */
export const Wake = v.object({
  organization_id: v.string(),
  member_id: v.string(),
  chat_id: v.string(),
  turn_id: v.string(),
});
export type Wake = v.InferOutput<typeof Wake>;

/** Close the connection if it has not authenticated by now (D33). */
export const Silence = v.object({ kind: v.literal("silence"), connection_id: v.string() });
export type Silence = v.InferOutput<typeof Silence>;

/** Read the document if it waits to be read. */
export const DocumentWake = v.object({
  kind: v.literal("document"),
  organization_id: v.string(),
  project_id: v.string(),
  document_id: v.string(),
});
export type DocumentWake = v.InferOutput<typeof DocumentWake>;

/** Read the integration's database if that was asked for. */
export const IntrospectionWake = v.object({
  kind: v.literal("introspection"),
  organization_id: v.string(),
  integration_id: v.string(),
});
export type IntrospectionWake = v.InferOutput<typeof IntrospectionWake>;

/** Go on with the evaluation if it runs. */
export const EvaluationWake = v.object({
  kind: v.literal("evaluation"),
  organization_id: v.string(),
  evaluation_id: v.string(),
});
export type EvaluationWake = v.InferOutput<typeof EvaluationWake>;

/**
 * Queues durable turns, documents and databases to read, evaluations, and what is to be checked in `delay` seconds. A lost or doubled message changes
 * nothing: the table is the truth.
 */
export interface TurnQueue {
  send(message: Wake | Silence | DocumentWake | IntrospectionWake | EvaluationWake, delay?: number): Promise<void>;
}

/** A turn whose events are sent to a connection. */
const turnToSend = {
  connection_id: v.string(),
  include_tool_events: v.boolean(),
  heartbeat: v.boolean(),
  ...Wake.entries,
};

/** What a worker does for a connection, outside the socket's own function. */
export const SocketTask = v.variant("kind", [
  /** Run a turn that the connection watches. */
  v.object({ kind: v.literal("turn"), ...turnToSend }),
  /** Send the connection the events of a turn from the first one on (D50), once it has got those of the turn `after`. */
  v.object({
    kind: v.literal("replay"),
    after: v.optional(v.string()),
    /** When the access token was issued (unix seconds) that the connection has. */
    issued_at: v.optional(v.number()),
    ...turnToSend,
  }),
  /** Tell the connection that it is authenticated: nothing can be posted while it is being opened (D35). */
  v.object({ kind: v.literal("welcome"), connection_id: v.string() }),
  /** Refuse the connection with an error frame and close it. */
  v.object({
    kind: v.literal("refuse"),
    connection_id: v.string(),
    code: v.picklist(["AUTH_FAILED", "WS_CONNECTION_CAP"]),
  }),
]);
export type SocketTask = v.InferOutput<typeof SocketTask>;

/** Starts the worker without waiting for it. */
export interface WorkerInvoker {
  invoke(task: SocketTask): Promise<void>;
}
