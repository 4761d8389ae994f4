import { limits } from "../../limits.ts";
import { type ComponentWords, created, natural, none, uuid } from "./component-words.ts";

const chatFields = {
  id: ["The chat's id.", uuid],
  agent_id: ["The agent that answers here; null for chats from before there were agents.", uuid],
  title: ["The title; null until the first message gives it one.", { maxLength: limits.title_characters }],
  integration_id: "The database that questions are asked of; null where none has been chosen.",
  scoped_project_ids: ["The projects whose documents answers may use.", { maxItems: limits.scoped_projects }],
  active_turn_id: ["The turn that is running; null where none is.", uuid],
  created_at: created,
  updated_at: "When something was last said or changed in the chat.",
  archived_at: "When the chat was archived; null while it is not.",
} as const;

/** Chats, their messages, and what answers show, field by field. */
export const conversationWords: Readonly<Record<string, ComponentWords>> = {
  ChartType: ["How values are drawn.", none],
  FeedbackValue: ["A verdict.", none],
  MessageRole: ["Who wrote a message.", none],
  MessageType: ["What a message is.", none],
  Chat: ["A conversation of one member.", chatFields],
  ChatDetail: [
    "A chat with a page of its messages.",
    {
      ...chatFields,
      messages: ["The messages, oldest first.", { maxItems: limits.page_max }],
      has_more: "True where older messages exist: ask for them with `before`, the id of the first message here.",
    },
  ],
  Message: [
    "One message of a chat.",
    {
      id: ["The message's id.", uuid],
      role: "Who wrote it.",
      type: "What it is: `user` asks, `final` answers; `tool_call`, `tool_result` and `tool_message` are steps on the way, `scope_notice` says what cannot be answered, `error` says why there is no answer.",
      content: "The text (Markdown). For `tool_call` and `tool_result` it is the tool's payload as JSON.",
      timestamp: created,
      metadata: "What belongs to the message beside its text; null where there is nothing.",
    },
  ],
  VerifiedQuery: [
    "A saved query that an answer comes from.",
    {
      id: ["The query's id.", uuid],
      title: ["Its title, as it was then.", { maxLength: limits.query_title_characters }],
    },
  ],
  MessageMetadata: [
    "What belongs to a message beside its text. Each field is there only where it applies.",
    {
      feedback: "What the member said of the answer.",
      feedback_note: ["The member's note with it.", { maxLength: limits.feedback_note_characters }],
      uploads: ["The files that were sent with the message.", { maxItems: limits.uploads_per_message }],
      visualizations: "The charts and tables of the answer.",
      citations: "Where in documents the statements of the answer come from.",
      follow_ups: "Questions that could be asked next.",
      interpretation:
        "How the question was understood, in plain words; null where nothing read it but a language model.",
      assumptions: "What the question left open and the answer decided.",
      left_out: "Words of the question that the answer does not take into account.",
      confidence: [
        "How often a reading like this one is right; null where that was not measured.",
        { minimum: 0, maximum: 1 },
      ],
      sql: "The statements behind what the answer shows, in the order in which they ran.",
      period: "The days that the answer is about, where all of its statements name the same; null where they do not.",
      warnings: "What the reader should know about the results of the answer, in the language of the question.",
      verification: "Where each number of the text comes from.",
      choices: [
        "On a `scope_notice`: ways to read this question, to choose from. Each is answered when its `message` is sent.",
        { maxItems: 3 },
      ],
      receipt_id: "The id of the answer's receipt; absent where it rests on no statement.",
      model_id: "The model that answered; `rules` for the built-in interpreter.",
      usage: "What the answer used.",
      partial: "True where the turn was cut short: the text is what was streamed until then.",
      truncated: "True where the answer became too long and was stopped; the text ends with a sentence that says so.",
      open_schedule: "The object that was sent as `open_schedule`, as it came.",
      saved_query_id: "The saved query that was run.",
      verified_query:
        "The saved query that everything the answer shows comes from: its SQL was written and checked by an administrator.",
      error: "Why there is no answer, on a message of type `error`.",
    },
  ],
  AnswerCell: [
    "A cell of a result of the turn.",
    {
      visualization_id: ["The table of the answer that the cell is in; absent where its result is not shown.", uuid],
      sql_index: ["The statement of `sql` that returned it, from 0; absent where it is not listed.", natural],
      row: ["Its row, from 0, of all rows of the result.", natural],
      column: ["Its column, from 0.", natural],
    },
  ],
  AnswerPeriod: [
    "The days that a statement is limited to, by the dates in its conditions.",
    {
      from: "The first day (ISO 8601); null where there is none.",
      to: "The last day, which belongs to it; null where there is none.",
      column: "The column of these dates.",
    },
  ],
  AnswerWarning: [
    "Something about an answer that its reader should know.",
    {
      code: "What it is: `unknown_value` (a value that its column does not hold), `no_rows`, `no_value`, `multiplied_sum` (a sum over a join that repeats rows), `open_period` (the last period is not over), `truncated_total` (the first rows are taken for all), `placeholder` (a value that was not filled in), `other_reading` (fixed rules read the question as one with another number). There may be more of them one day.",
      message: "The same in a sentence.",
      sql_index: ["The statement of `sql` that it is about, from 0; absent where it is about the text.", natural],
    },
  ],
  CheckedNumber: [
    "A number of the text, and its source.",
    {
      text: "The number as the text has it.",
      source: "The cell it is, or what it was derived from; null where no source was found.",
    },
  ],
  DerivedNumber: [
    "What a number was derived from.",
    {
      derived:
        "How, or from what: `sum`, `average`, `difference`, `share`, `change`, `ratio`, `count`, `name` (a text of the data), `date`, `citation`, `question`, `query`, `instructions`, `document`, `schema`, `earlier_answer`, `reading`. There may be more of them one day.",
      from: "The cells it was made of; of many the first.",
    },
  ],
  Verification: [
    "Where the numbers of the text come from.",
    {
      status:
        "`grounded`: every number has a source. `corrected`: one had none, and the text goes on with a correction that has. `unverified`: one has none, and the text says which. `not_applicable`: the text has no numbers, or the chat nothing to take them from.",
      numbers: "The numbers of the text, in order; of very many those without a source, and the first.",
    },
  ],
  AnswerSql: [
    "A statement behind what an answer shows.",
    {
      sql: "The statement as it ran; values that were bound stand as parameters.",
      dialect: "The SQL dialect it is in.",
      integration_id: "The integration it ran on; null for files that were sent with the message.",
      tables: "The tables it reads.",
      row_count: "How many rows it returned.",
      truncated: "True where the database had more rows.",
      duration_ms: "How long it took, in milliseconds.",
      saved_query_id: "The saved query it is; null for others.",
      visualization_id: ["The table that shows its result; absent where it is not shown.", uuid],
      period: "The days that it is limited to; null where its conditions name none.",
    },
  ],
  ReceiptStatus: ["What became of what an answer rests on.", none],
  ReceiptSubject: ["What differs.", none],
  ReceiptChange: ["How it differs.", none],
  Receipt: [
    "What an answer rests on, signed when it was given. It holds no rows: hashes of them.",
    {
      id: ["The receipt's id.", uuid],
      message_id: ["The answer.", uuid],
      question: "The question as it was asked.",
      asked_at: "When it was asked.",
      integration_id: "The database it was asked of; null where only files of the message were read.",
      sql: ["The statements behind the answer, in the order in which they ran.", { maxItems: 10 }],
      schema_hash:
        "SHA-256 over the tables that the statements read: columns, types, primary key. Null where the schema was not known then.",
      definitions_hash: "SHA-256 over the saved query and the definitions that applied.",
      rule_versions: ["The organization's rules that were given.", { maxItems: limits.rules_per_organization }],
      memory_versions: ["The member's memories that were given.", { maxItems: limits.memories_per_member }],
      model_id: "The model that answered; `rules` for the built-in interpreter.",
      prompt_version: "The version of the service's own words to language models; null where none was asked.",
      answer_hash: "SHA-256 of the answer's text.",
      signature:
        "HMAC-SHA256, base64url, with the organization's key, over the receipt without `signature` and `key_id` as JSON with sorted keys.",
      key_id: "Names the key of the signature.",
    },
  ],
  ReceiptStatement: [
    "A statement behind an answer.",
    {
      sql: "The statement as it ran.",
      parameters: "The values that were bound to it, in their order.",
      result_hash: "SHA-256 over columns and rows, whatever the rows' order.",
      row_count: ["How many rows it returned.", natural],
    },
  ],
  ReceiptVersion: [
    "A text that was given.",
    { id: ["The id of the rule or memory.", uuid], version: "Differs where the text does." },
  ],
  ReceiptVerification: [
    "What became of what an answer rests on.",
    {
      status:
        "`definition_changed`: a rule, memory, definition, saved query or table that was read is another one; `data_changed`: only the rows are; `unavailable`: nothing differs, and not all could be looked at; `same`: all of it is as it was.",
      signature_valid: "True where the receipt is what was signed, and the answer and the question are its own.",
      checked_at: "When it was checked.",
      differences: "What differs, and what could not be looked at.",
    },
  ],
  ReceiptDifference: [
    "One thing that is not as it was, or could not be looked at.",
    {
      what: "What it is.",
      change: "How it differs; `not_checked` where that is unknown.",
      id: "Which rule, memory, definition, saved query or integration; for `schema` the table's name. Null for `data`.",
      sql_index: ["Which statement of the receipt, counted from 0; null where it is not one's.", natural],
      detail: "The same in words.",
    },
  ],
  Choice: [
    "One way to read a question that has several.",
    {
      label: "What tells it from the others.",
      message: "The question that says so; sent as it is, it is answered.",
    },
  ],
  MessageFailure: [
    "Why there is no answer.",
    {
      code: "The error's code: see the list of errors.",
      retryable: "True where sending the message again may help.",
      debug_id: "Names the failure in the service's logs: quote it when reporting.",
    },
  ],
  OpenSchedule: ["An object of the caller's own, handed back as it came.", none],
  AttachedUpload: [
    "A file that was sent with a message.",
    {
      id: ["The upload's id.", uuid],
      filename: "The file's name.",
      mime_type: "The file's media type.",
      size_bytes: ["The file's size in bytes.", { ...natural, maximum: limits.upload_bytes }],
      download_url: "Where the file can be read for some minutes, without a token; null where it is no longer there.",
      download_url_expires_at: "When `download_url` stops working.",
    },
  ],
  Citation: [
    "Where in a document a statement comes from.",
    {
      project_id: ["The project that the document belongs to.", uuid],
      document_id: ["The document.", uuid],
      title: "The document's title.",
      place: "Where in the document, in words: a page, a heading.",
      quote: "The words that support the statement, as they stand there.",
      passage: "Which of the document's passages it is, to read it by; the first is 0. Absent from older answers.",
    },
  ],
  Usage: [
    "What an answer used.",
    {
      input_tokens: ["Tokens that models read; 0 where no model provider was called.", natural],
      output_tokens: ["Tokens that models wrote; 0 where no model provider was called.", natural],
      rows: ["Rows that databases returned.", natural],
      duration_ms: ["Milliseconds from the first step to the last.", natural],
      cost_usd: ["US dollars, at the providers' list prices; null without a known price.", natural],
    },
  ],
  Chart: [
    "A chart. Every mark of it equals a cell of its table.",
    {
      id: "The visualization's id.",
      type: "Always `chart`.",
      chart_type: "How the values are drawn.",
      title: "What the chart shows.",
      data: "What is drawn.",
      vega_lite: "A Vega-Lite 6 specification of the same data.",
      table_id: "The table that every mark of this chart is a cell of.",
      display:
        "How a `bar` chart is best drawn: `kpi`, its only value as a figure; `horizontal_bar`, bars that lie. There may be others: whoever does not know them draws bars.",
      value_scale: "`log`: the axis of the values is best logarithmic. Absent: it is linear.",
      formats: "How the chart's values are written.",
    },
  ],
  ChartFormats: [
    "How the values of a chart are written.",
    {
      value: "Of the values.",
      label: "Of the labels, where they are dates.",
      x: "Of the places along the horizontal axis, on a scatter chart.",
    },
  ],
  ValueFormat: [
    "How values are written.",
    {
      kind: "`number`; `currency`: money; `percent`: a fraction of one, so that 0.043 is 4.3 %; `date`: ISO 8601 days or times. There may be others: whoever does not know them writes values as they are.",
      unit: "What is counted, such as `kg`; of money the ISO 4217 code. Absent where it is not known.",
    },
  ],
  ChartData: [
    "The marks of a chart and what its axes are called.",
    {
      values: "The marks, in the order they are drawn.",
      x_axis_label: "What the horizontal axis shows.",
      y_axis_label: "What the vertical axis shows.",
    },
  ],
  ChartValue: [
    "A mark of a chart.",
    {
      label: "The category it stands for.",
      value: "How much it is.",
      series: "The series it belongs to, where there are several.",
      x: "Its place along the horizontal axis, on a scatter chart.",
      y: "Its place along the vertical axis, on a scatter chart.",
    },
  ],
  VegaLite: ["A Vega-Lite 6 specification, for the libraries that draw it.", none],
  Table: [
    `A table. At most ${limits.event_rows} rows travel with it; the rest come from \`visualization.rows\`.`,
    {
      id: "The visualization's id.",
      type: "Always `table`.",
      headers: "The names of the columns, in order.",
      rows: ["The rows. Each cell is text, numbers too.", { maxItems: limits.event_rows }],
      columns: "The columns with the types of their values.",
      row_count: ["How many rows were read.", natural],
      truncated: "True where the database had more rows than were read.",
      csv_url: "The path of the whole table as CSV.",
    },
  ],
  TableColumn: [
    "A column of a table.",
    {
      name: "The column's name, as in `headers`.",
      type: "The type of its values, in the database's words.",
      unit: "The unit of its values, where one is known.",
    },
  ],
};
