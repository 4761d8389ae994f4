import { at, expiry, ids, later } from "./ids.ts";

const table = {
  id: ids.table,
  type: "table",
  headers: ["region", "customers_count"],
  rows: [
    ["north", "512"],
    ["south", "328"],
  ],
  columns: [
    { name: "region", type: "text" },
    { name: "customers_count", type: "bigint" },
  ],
  row_count: 2,
  truncated: false,
  csv_url: `/v1/chats/${ids.chat}/visualizations/${ids.table}/rows.csv`,
};

const chart = {
  id: ids.chart,
  type: "chart",
  chart_type: "bar",
  title: "Customers by region",
  data: {
    values: [
      { label: "north", value: 512 },
      { label: "south", value: 328 },
    ],
    x_axis_label: "region",
    y_axis_label: "customers_count",
  },
  table_id: ids.table,
};

const usage = { input_tokens: 0, output_tokens: 0, rows: 2, duration_ms: 2150, cost_usd: null };
const text = "The north has 512 customers, the south has 328.";

const chat = {
  id: ids.chat,
  agent_id: ids.agent,
  title: "How many customers does each region have?",
  integration_id: ids.integration,
  scoped_project_ids: [],
  active_turn_id: null,
  created_at: at,
  updated_at: later,
  archived_at: null,
};

const question = {
  id: ids.question,
  role: "user",
  type: "user",
  content: "How many customers does each region have?",
  timestamp: at,
  metadata: null,
};

const answer = {
  id: ids.answer,
  role: "assistant",
  type: "final",
  content: text,
  timestamp: later,
  metadata: { visualizations: [table, chart], model_id: "rules", usage },
};

const turn = {
  turn_id: ids.turn,
  chat_id: ids.chat,
  user_message_id: ids.question,
  status: "in_progress",
  created_at: at,
};

const attached = {
  id: ids.upload,
  filename: "sales.csv",
  mime_type: "text/csv",
  size_bytes: 1280,
  download_url: "https://files.parley.example/sales.csv?signature=…",
  download_url_expires_at: expiry,
};

const failure = {
  error: "The database took too long to answer",
  code: "QUERY_TIMEOUT",
  retryable: true,
  debug_id: ids.debug,
  error_type: "timeout",
};

/** Examples of chats, messages, turns and what they say, by component. */
export const conversationExamples: Readonly<Record<string, readonly unknown[]>> = {
  Chat: [chat],
  ChatCreate: [{ integration_id: ids.integration, title: "Customers" }],
  ChatUpdate: [{ title: "Customers by region" }, { archived: true }],
  ChatPage: [{ chats: [chat], next_cursor: null }],
  ChatDetail: [{ ...chat, messages: [question, answer], has_more: false }],
  Message: [answer, question],
  MessageMetadata: [answer.metadata],
  AttachedUpload: [attached],
  Citation: [
    {
      project_id: ids.project,
      document_id: ids.document,
      title: "Handbook",
      place: "page 12",
      quote: "Orders can be returned within 30 days.",
    },
  ],
  Usage: [usage],
  Chart: [chart],
  Table: [table],
  RowPage: [{ headers: table.headers, rows: table.rows, next_cursor: null }],
  FeedbackRequest: [{ feedback: "positive", note: "Just what I needed." }],
  FeedbackResult: [{ id: ids.answer, metadata: { feedback: "positive" } }],

  MessageEdit: [{ content: "How many customers does each country have?" }],
  StreamedMessage: [
    { chat_id: ids.chat, message: "How many customers does each region have?" },
    {
      chat_id: ids.chat,
      message: "Orders of the north",
      saved_query_id: ids.query,
      parameters: { region: "north" },
    },
  ],
  TurnCreate: [
    {
      client_request_id: "req-1",
      message: "How many customers does each region have?",
      integration_id: ids.integration,
    },
  ],
  Turn: [turn],
  TurnDetail: [
    {
      ...turn,
      status: "completed",
      updated_at: later,
      completed_at: later,
      assistant_message_id: ids.answer,
      message: answer,
      progress: null,
      attempt: 1,
      error: null,
      usage,
    },
  ],
  TurnError: [
    { code: "QUERY_TIMEOUT", message: "The database took too long to answer", retryable: true, debug_id: ids.debug },
  ],

  ChatMetadataEvent: [
    { event: "chat_metadata", data: { id: ids.chat, user_message_id: ids.question, turn_id: ids.turn } },
  ],
  ProcessingEvent: [{ event: "processing", data: { status: "starting" } }],
  ToolCallEvent: [
    {
      event: "tool_call",
      data: {
        tool_call_id: "call-1",
        tool: "run_sql",
        args: { sql: "SELECT region, COUNT(*) AS customers_count FROM customers GROUP BY region" },
      },
    },
  ],
  ToolResultEvent: [
    {
      event: "tool_result",
      data: {
        tool_call_id: "call-1",
        tool: "run_sql",
        status: "success",
        duration_ms: 42,
        summary: "2 rows",
        result: {
          sql: "SELECT region, COUNT(*) AS customers_count FROM customers GROUP BY region",
          dialect: "postgres",
          columns: table.columns,
          preview_rows: [
            ["north", 512],
            ["south", 328],
          ],
          row_count: 2,
          truncated: false,
          saved_query_id: null,
        },
        error: null,
      },
    },
  ],
  VisualizationEvent: [
    { event: "visualization", data: table },
    { event: "visualization", data: chart },
  ],
  TextDeltaEvent: [{ event: "text_delta", data: { content: "The north has 512 customers, " } }],
  MessageEvent: [{ event: "message", data: { content: text, id: ids.answer } }],
  ErrorEvent: [
    { event: "error", data: failure },
    {
      event: "error",
      data: {
        error: "Too many requests",
        code: "RATE_LIMIT",
        retryable: true,
        debug_id: ids.debug,
        error_type: "rate_limit",
        retry_after_seconds: 7,
      },
    },
  ],
  AuthenticatedEvent: [{ event: "authenticated", data: { status: "ok" } }],
  InterruptedEvent: [{ event: "interrupted", data: { status: "interrupted" } }],
  PongEvent: [{ event: "pong", data: {} }],
  HeartbeatEvent: [{ event: "heartbeat", data: { ts: 1795339800.25 } }],
  DeletedEvent: [{ event: "deleted", data: { message_id: ids.question } }],

  AuthenticateFrame: [{ action: "authenticate", token: "eyJhbGciOiJIUzI1NiJ9.…" }],
  SendMessageFrame: [
    { action: "send_message", chat_id: ids.chat, message: "How many customers does each region have?" },
    { action: "send_message", chat_id: ids.chat, message: "And by month?", include_tool_events: true },
  ],
  InterruptFrame: [{ action: "interrupt" }],
  EditMessageFrame: [
    { action: "edit_message", message_id: ids.question, content: "How many customers does each city have?" },
  ],
  DeleteMessageFrame: [{ action: "delete_message", message_id: ids.question }],
  PingFrame: [{ action: "ping" }],
};

/** The words of a stream as they travel. */
export const streamExample = [
  ["chat_metadata", { id: ids.chat, user_message_id: ids.question, turn_id: ids.turn }],
  ["processing", { status: "starting" }],
  ["visualization", table],
  ["text_delta", { content: text }],
  ["message", { content: text, id: ids.answer }],
] as const;

export const csvExample = "region,customers_count\r\nnorth,512\r\nsouth,328\r\n";
