import { type ComponentWords, natural, none, uuid } from "./component-words.ts";

const named = "The event's name.";

/** An event or frame whose own fields need no further words. */
const event = (words: string): ComponentWords => [words, { event: named, data: "What it carries." }];
const chosen = "What the client wants.";

/** What turns and sockets say, and the frames of clients, field by field. */
export const eventWords: Readonly<Record<string, ComponentWords>> = {
  ChatMetadataEvent: event("The first event of every response."),
  ChatMetadataData: [
    "Where the message went.",
    {
      id: ["The chat.", uuid],
      user_message_id: ["The message that was asked, as it is kept.", uuid],
      turn_id: ["The turn that answers it: its events can be read again.", uuid],
    },
  ],
  ProcessingEvent: event("Progress. `starting` comes within about 100 ms."),
  ProcessingData: ["What the turn is doing.", { status: "What the turn is doing." }],
  ToolCallEvent: event(
    "A tool was invoked. Only where it is asked for: `include_tool_events`, or `tool_events=1` on a replay.",
  ),
  ToolCall: [
    "A tool that was invoked.",
    { tool_call_id: "Joins the call with its result.", tool: "The tool's name.", args: "What it was given." },
  ],
  ToolArguments: ["What a tool was given, by name.", none],
  ToolResultEvent: event("A tool has finished. Only where it is asked for, like its call."),
  ToolResult: [
    "A tool that has finished, at most 32 KB.",
    {
      tool_call_id: "Joins the result with its call.",
      tool: "The tool's name.",
      status: "How it ended.",
      duration_ms: ["How long it took.", natural],
      summary: "What came of it, in a sentence.",
      result:
        "What it returned; of SQL `{sql, dialect, columns, preview_rows (at most 20), row_count, truncated, saved_query_id}`. Null where there is nothing.",
      error: "Why it failed; null where it did not.",
    },
  ],
  VisualizationEvent: ["A chart or a table of the answer.", { event: named, data: "The chart or the table." }],
  TextDeltaEvent: event("A piece of the final text. Join the pieces in the order they come."),
  TextDeltaData: ["A piece of the final text.", { content: "The piece." }],
  MessageEvent: event("The final response; its text replaces what was streamed. Nothing comes after it."),
  MessageData: [
    "The final response.",
    { content: "The whole text, with the last word.", id: ["The message as it is kept.", uuid] },
  ],
  ErrorEvent: event("A failure. On a stream nothing comes after it; a socket stays open unless `close_code` is there."),
  ErrorData: [
    "A failure on a stream or socket.",
    {
      error: "What is wrong, in a sentence.",
      code: "The error's code: see the list of errors.",
      retryable: "True where sending the message again may help.",
      debug_id: "Names the failure in the service's logs: quote it when reporting.",
      error_type: "The kind of failure.",
      retry_after_seconds: ["Seconds until the next message will pass, with `RATE_LIMIT`.", natural],
      close_code: [
        "The code that the socket is closed with: 4001 authentication, 4429 too many connections.",
        { minimum: 4001, maximum: 4429 },
      ],
      turn_id: ["The turn that is in the way, with `TURN_ALREADY_RUNNING`.", uuid],
    },
  ],
  AuthenticatedEvent: event("The connection is authenticated."),
  AuthenticatedData: ["The connection is authenticated.", { status: "Always `ok`." }],
  InterruptedEvent: event("The answer to `interrupt`. What was streamed until then is kept."),
  InterruptedData: ["The response was interrupted.", { status: "Always `interrupted`." }],
  PongEvent: event("The answer to `ping`."),
  PongData: ["Nothing.", none],
  HeartbeatEvent: event("Says every 15 s that a turn still streams. Only with `?heartbeat=1`."),
  HeartbeatData: ["The service's time.", { ts: ["Seconds since 1970, with fractions.", natural] }],
  DeletedEvent: event("The answer to `delete_message`."),
  DeletedData: ["What was deleted.", { message_id: "The message; all later ones are gone, too." }],
  ProcessingStatus: ["What a turn is doing. `starting` comes first; the others in any order.", none],
  ToolStatus: ["How a tool ended.", none],
  ErrorType: ["The kind of a failure.", none],
  StreamEvent: ["What a stream says, one event at a time. Ignore events whose name is not known.", none],

  AuthenticateFrame: [
    "The first frame of a socket that was opened without the header `Authorization`; later, a newer token of the same member.",
    { action: chosen, token: "The access token." },
  ],
  SendMessageFrame: [
    "Sends a message and starts a response.",
    {
      action: chosen,
      message: "The question, 1 to 8000 characters and at most 24 KB.",
      chat_id: "The chat to ask in. It must exist: create one with `POST /v1/chats/create` first.",
      integration_id: "The database to ask. It stays the chat's; without it the chat's own is asked.",
      title: "Changes nothing; accepted for old clients.",
      model: "A `model_id` of `GET /v1/models`, for this message only. One that is not on the list is ignored.",
      upload_ids: ["Files that were uploaded before, at most 10.", { maxItems: 10 }],
      saved_query_id: "A saved query to run instead of working out what to ask.",
      parameters: "Values for the `{{name}}` placeholders of the saved query, each as text.",
      include_tool_events: "True to be sent `tool_call` and `tool_result`, too.",
      client_request_id:
        "Makes sending it again safe: the same id with the same payload starts nothing, and sends the turn's events from the first one on. The same id names the same request by every route.",
    },
  ],
  InterruptFrame: ["Stops the running response.", { action: chosen }],
  EditMessageFrame: [
    "Changes one of the caller's own messages, drops all later ones and starts a new response.",
    {
      action: chosen,
      message_id: "The message to change.",
      content: "The new text, 1 to 8000 characters and at most 24 KB.",
      integration_id: "The database to ask. It stays the chat's.",
    },
  ],
  DeleteMessageFrame: [
    "Deletes a message and all later ones.",
    { action: chosen, message_id: "The message to delete." },
  ],
  PingFrame: ["Asks for a `pong`.", { action: chosen }],
};
