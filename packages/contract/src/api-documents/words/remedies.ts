import { documentTypes } from "../../document.ts";
import type { ErrorCode } from "../../errors.ts";
import { agentLimits, limits, MEGABYTE } from "../../limits.ts";

/** What a client, or who looks after it, can do about each failure. For the documents only: no function carries it. */
export const remedies: Readonly<Record<ErrorCode, string>> = {
  AUTHENTICATION_FAILED:
    "Check the API key, that the member exists and is active, and that `user_key` was made from this address with the organization's present secret. For a page: get a new link and sign in again. The answer is the same for all of these.",
  MISSING_AUTHORIZATION: "Send the header `Authorization: Bearer` with an access token.",
  AUTHENTICATION_REQUIRED: "Send the header `Authorization: Bearer` with an access token.",
  INVALID_TOKEN:
    "Authenticate again and repeat the request with the new token. A member who was disabled stays refused.",
  CROSS_SITE_REQUEST:
    "Ask from a page of the service's own origin; elsewhere use `POST /v1/authenticate` and its token.",
  ADMIN_REQUIRED: "Ask with an admin's token; an operator gives members that role.",
  TOKEN_IN_QUERY:
    "Leave the token out of the address: send it in the header `Authorization` or in a first frame `authenticate`.",
  AUTH_FAILED: "Get a new token, connect again and authenticate within ten seconds.",
  AUTH_EXPIRED: "Get a new token and connect again. Sending `authenticate` with a newer token in time avoids this.",
  WS_CONNECTION_CAP: "Close another connection of the same token, or authenticate again for a token of its own.",
  INVALID_EMAIL: `Send one valid e-mail address of at most ${limits.email_length} characters.`,
  SIGNING_NOT_CONFIGURED: "Tell the operator: the deployment has no key to sign tokens with.",
  SERVER_MISCONFIGURED: "Tell the operator: the deployment lacks a secret.",

  MISSING_CHAT_ID: "Create a chat with `POST /v1/chats/create` and send its id as `chat_id`.",
  CHAT_NOT_FOUND:
    "Check the id and whose token it is: chats are seen by their owner only. On the durable route, check the agent in the path, and that the organization has published one.",
  MESSAGE_NOT_FOUND: "Read the chat again: the message was deleted, or is another member's.",
  MESSAGE_NOT_EDITABLE: "Edit a message of type `user`; answers cannot be edited.",
  MESSAGE_TOO_LONG: `Shorten the message to ${limits.message_characters} characters and ${limits.message_bytes / 1024} KB.`,
  INVALID_FEEDBACK: "Send `positive` or `negative`.",
  RECEIPT_NOT_FOUND:
    "Read the message: answers with a receipt have `receipt_id` in their metadata. The message may be deleted, or another member's.",
  TURN_NOT_FOUND: "Check the ids of agent, chat and turn: they belong together.",
  VISUALIZATION_NOT_FOUND: "Use the id of a table in this chat. Charts have no rows: follow their `table_id`.",
  IDEMPOTENCY_CONFLICT: "Use a new `client_request_id`: this one belongs to a request with another payload.",
  TURN_ALREADY_RUNNING:
    "Wait for the chat's running turn, which `turn_id` names, to end, or cancel it, and send again.",
  AGENT_NOT_FOUND: "Use an id of `GET /v1/agents`; an admin, of `GET /v1/admin/agents`.",
  AGENT_NOT_PUBLISHED: "Publish the agent in the same request or before: `published: true`.",
  AGENT_IN_USE:
    "Make another published agent the default first (`is_default: true`), or take this one back (`published: false`).",
  TOO_MANY_AGENTS: `Delete agents that are no longer needed: at most ${agentLimits.per_organization} are kept for an organization.`,
  MODEL_NOT_FOUND: "Use a `model_id` of `GET /v1/models`, or null for the platform's default.",
  INTEGRATION_NOT_FOUND:
    "Use an id of `GET /v1/integrations`. Send again with a new `client_request_id`, where there was one.",
  INTEGRATION_REQUIRED: "Send `integration_id`, or create the chat with one: a saved query runs in a database.",

  TOO_MANY_UPLOADS: `Send at most ${limits.uploads_per_message} \`upload_ids\` with a message.`,
  SOURCE_NOT_FOUND: "List the integrations again: this one was removed, or is another organization's.",
  GOLDEN_QUESTION_NOT_FOUND: "List the golden questions again: this one was deleted.",
  QUESTION_REQUIRED: "Name what is asked, and of which database, or a rated answer in a chat with a database.",
  GOLDEN_QUESTION_LIMIT: "Delete golden questions that are no longer needed.",
  EVALUATION_NOT_FOUND: "List the evaluations again: this one is older than they are kept.",
  EVALUATION_RUNNING: "Wait for the evaluation that runs to end, or cancel it.",
  NO_GOLDEN_QUESTIONS: "Keep a golden question first, or name one in `question_ids`.",
  DRAFT_REQUIRED: "Send what would be saved: `content`, or with null the `id` of what would be removed.",
  INVALID_COLUMN_MARK:
    "Name the column as the schema does; have the database read again where it has changed. Take marks away that are no longer needed where there are too many.",
  DEFINITION_NOT_FOUND: "List the definitions again: this one was deleted, or is another integration's.",
  INVALID_DEFINITION: "Change what the message names: the definition could not have been used as it is.",
  DEFINITION_LIMIT: "Delete definitions that are no longer needed.",
  SOURCE_TIMEOUT: "Narrow the query down or aggregate earlier; the database may also be busy.",
  SOURCE_UNAVAILABLE: "Test the integration's connection: the result says what is in the way.",
  SOURCE_LIMIT: "Remove integrations that are no longer needed.",
  NOT_A_DATABASE: "Upload the database file itself, not a dump of it.",
  CONNECTION_REQUIRED:
    "Send the connection to try, the id of the integration whose connection is to be tried, or both.",
  PASSWORD_REQUIRED:
    "Send the password with the connection. A stored one is only ever sent to the server and the login it was stored for.",
  UPLOAD_NOT_FOUND:
    "Upload the file again: files that no message uses are deleted after 24 hours, and others' are not found.",
  UPLOAD_TOO_LARGE: `Send files of at most ${limits.upload_bytes / MEGABYTE} MB, and beyond ${limits.upload_direct_bytes / MEGABYTE} MB together by their own addresses (the JSON form).`,
  UPLOAD_EMPTY: "Send a file with content.",
  UPLOAD_TYPE_UNSUPPORTED:
    "Send csv, tsv, json, xlsx, parquet, pdf, txt, md, png, jpg, webp, m4a or mp4, with a media type that suits it.",
  SAVED_QUERY_NOT_FOUND: "Use an id of `GET /v1/queries`.",
  MISSING_QUERY_PARAMETER:
    "Send a value in `parameters` for each of the saved query's `parameters`; `missing` names those without one.",
  TOO_MANY_SAVED_QUERIES: `Delete saved queries that are no longer used: together they hold at most ${limits.queries_bytes / MEGABYTE} MB.`,
  INVALID_SAVED_QUERY: "Save a single read-only SELECT; the text says what was refused.",
  MEMBER_NOT_FOUND: "Check the member's id: it must be one of the same organization.",
  ORGANIZATION_MEMBER_NOT_FOUND: "Check the member's id: it must be one of the same organization.",
  MEMBER_EXISTS:
    "Find the member with `GET /v1/admin/members?search=`; one who is disabled is let in again with `active: true`.",
  LAST_ADMIN: "Make another active member an admin first.",
  PROJECT_NOT_FOUND: "List the projects again: this one was deleted.",
  PROJECT_LIMIT: "Delete a project that is not needed any more, or put the documents into another.",
  DOCUMENT_NOT_FOUND: "List the project's documents again: this one was deleted, or is another project's.",
  DOCUMENT_LIMIT: "Delete documents that are not needed any more, or put these into another project.",
  DOCUMENT_TYPE_UNSUPPORTED: `Send files of the kinds ${documentTypes.join(", ")}.`,
  SEARCH_TIMEOUT: "Try again; a project with many large documents is better split.",
  MEMORY_NOT_FOUND: "List the memories again: this one was deleted, or is another member's.",
  MEMORY_LIMIT: "Delete memories that are no longer needed.",
  MEMORY_ORDER_MISMATCH: "List the memories again and send the id of each exactly once.",
  RULE_NOT_FOUND: "List the rules again: this one was deleted.",
  RULE_LIMIT: "Delete rules that are no longer needed, or join several into one.",

  VOICE_INTEGRATION_NOT_FOUND: "Use an id of `GET /v1/integrations`.",
  VOICE_NOT_CONFIGURED: "Tell the operator: the deployment has no media service.",
  UNSUPPORTED_AUDIO: "Record AAC in an MP4 container: audio/m4a, audio/x-m4a or audio/mp4.",
  AUDIO_TOO_LARGE: `Send at most ${limits.audio_bytes / MEGABYTE} MB: about 10 minutes at 32 kbps need 2.4 MB.`,
  AUDIO_EMPTY: "Record again: the clip has no content.",
  TRANSCRIPTION_FAILED: "Try again in a moment; if it stays, tell the operator, with `X-Debug-Id`.",

  INVALID_FRAME: "Send JSON with an `action` and its fields. The socket stays open.",
  UNKNOWN_ACTION: "Use one of the actions below. The socket stays open.",
  NOTHING_TO_INTERRUPT: "Nothing: the response has ended already.",
  RATE_LIMIT: "Wait for `retry_after_seconds`, then send again.",

  SQL_REJECTED: "Ask for data to be read: nothing else may run. A saved query must be a single SELECT.",
  SQL_FAILED: "Ask in other words; for a saved query, correct its SQL. The text says what the database refused.",
  QUERY_TIMEOUT:
    "Ask for less: a shorter period, fewer groups. The same question may pass when the database is less busy.",
  DATASOURCE_UNAVAILABLE:
    "Try again in a moment; if it stays, whoever runs the database must look. `retryable` is false where waiting cannot help.",
  CONTEXT_TOO_LONG: "Go on in a new chat, or send fewer or smaller files.",
  CONTENT_FILTERED: "Ask in other words, or choose another `model`.",
  MODEL_UNAVAILABLE: "Try again in a moment, or choose another `model`.",
  MODEL_TIMEOUT: "Try again, or choose another `model`.",
  TURN_DEADLINE_EXCEEDED: "Ask for less at once.",
  TURN_CANCELLED: "Nothing: the turn was cancelled, or its message was edited or deleted.",
  WORKER_LOST: "Send the message again.",
  INTERNAL: "Try again; if it stays, report it with its `debug_id` (over HTTP the header `X-Debug-Id`).",

  VALIDATION_FAILED: "Correct the fields that `detail` names; `ctx` holds the bound that was missed.",
  INVALID_CURSOR: "Start again from the first page; send `next_cursor` and ids exactly as they came.",
  ROUTE_NOT_FOUND: "Check the path: it is none of this interface.",
  METHOD_NOT_ALLOWED: "Check the method: the path exists, with another one.",
  HOST_NOT_SERVED: "Use the stage's own host name.",
  SERVICE_UNAVAILABLE: "Try again in a moment; if it stays, tell the operator.",
};

/** Failures of a turn once it runs: `error` events of its stream, and the `error` of the durable turn. */
export const turnFailures: readonly ErrorCode[] = [
  "SQL_REJECTED",
  "SQL_FAILED",
  "QUERY_TIMEOUT",
  "DATASOURCE_UNAVAILABLE",
  "CONTEXT_TOO_LONG",
  "CONTENT_FILTERED",
  "MODEL_UNAVAILABLE",
  "MODEL_TIMEOUT",
  "TURN_DEADLINE_EXCEEDED",
  "TURN_CANCELLED",
  "WORKER_LOST",
  "MESSAGE_NOT_FOUND",
  "AUTH_FAILED",
  "INTERNAL",
];

/** Failures of frames and of the connection itself, which only a socket has. */
export const socketFailures: readonly ErrorCode[] = [
  "TOKEN_IN_QUERY",
  "AUTH_FAILED",
  "AUTH_EXPIRED",
  "WS_CONNECTION_CAP",
  "INVALID_FRAME",
  "UNKNOWN_ACTION",
  "MISSING_CHAT_ID",
  "CHAT_NOT_FOUND",
  "MESSAGE_TOO_LONG",
  "MESSAGE_NOT_FOUND",
  "MESSAGE_NOT_EDITABLE",
  "INTEGRATION_NOT_FOUND",
  "INTEGRATION_REQUIRED",
  "SAVED_QUERY_NOT_FOUND",
  "MISSING_QUERY_PARAMETER",
  "TOO_MANY_UPLOADS",
  "UPLOAD_NOT_FOUND",
  "TURN_ALREADY_RUNNING",
  "NOTHING_TO_INTERRUPT",
  "RATE_LIMIT",
];
