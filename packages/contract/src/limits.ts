/** Bytes of a megabyte, as limits and texts count them. */
export const MEGABYTE = 1024 * 1024;

/** Every limit on the wire and of the decisions, in one place. Times are seconds unless named otherwise. */
export const limits = {
  token_lifetime: 6 * 60 * 60,
  voice_token_lifetime: 7200,
  email_length: 320,
  user_key_pattern: "^[A-Za-z0-9_-]{43}$",
  member_name_characters: 200,
  session_code_lifetime: 5 * 60,
  session_lifetime: 30 * 24 * 60 * 60,
  session_idle_lifetime: 7 * 24 * 60 * 60,

  message_characters: 8_000,
  message_bytes: 24 * 1024,
  title_characters: 200,
  search_characters: 200,
  client_request_id_characters: 128,
  uploads_per_message: 10,
  parameters: 50,
  parameter_characters: 1_000,
  feedback_note_characters: 2_000,
  scoped_projects: 2,
  scope_ids_per_request: 1_000,
  attached_files: 50,
  open_schedule_characters: 65_536,

  page: 50,
  page_max: 200,

  memory_characters: 4_000,
  memories_per_member: 100,
  core_memories: 10,
  rule_characters: 4_000,
  rules_per_organization: 100,

  projects_per_organization: 200,
  project_name_characters: 200,
  project_description_characters: 2_000,
  project_tags: 20,
  project_tag_characters: 50,
  members_per_project: 1_000,
  documents_per_project: 1_000,
  documents_per_request: 20,
  document_title_characters: 200,
  passage_query_characters: 500,
  passages_found: 6,
  passages_per_document: 1_000_000,

  query_title_characters: 200,
  query_description_characters: 2_000,
  query_prompt_characters: 8_000,
  query_sql_characters: 20_000,
  query_keywords: 50,
  query_keyword_characters: 100,
  queries_bytes: 4 * MEGABYTE,

  /** Of an organization's databases, and of what one is reached by. */
  sources_per_organization: 100,
  source_name_characters: 200,
  source_host_characters: 253,
  source_identifier_characters: 128,
  source_password_characters: 1_024,
  source_authority_characters: 65_536,
  source_schemas: 50,

  upload_bytes: 25 * MEGABYTE,
  upload_direct_parts: 5,
  upload_direct_bytes: 4 * MEGABYTE,
  upload_filename_characters: 255,
  upload_files: 20,
  upload_pending_lifetime: 24 * 60 * 60,
  audio_bytes: 25 * MEGABYTE,

  trace_id_pattern: "^[A-Za-z0-9_-]{1,64}$",
  marks: 64,
  user_agent_characters: 512,
  build_target_characters: 64,
  network_effective_type_characters: 32,

  sockets_per_token: 3,
  socket_silence: 10,
  socket_lifetime: 2 * 60 * 60,
  socket_frame_bytes: 32 * 1024,
  heartbeat_interval: 15,

  turn_deadline: 10 * 60,
  turn_lease: 30,
  turn_lease_renewal: 10,
  turn_wait_max: 20,
  event_log_lifetime: 24 * 60 * 60,

  event_rows: 200,
  preview_rows: 20,
  tool_result_bytes: 32 * 1024,
  /** Of an answer's text, and of a turn's events (D57). */
  answer_bytes: 64 * 1024,
  turn_event_bytes: 2 * MEGABYTE,
  turn_tool_calls: 36,
  /** API Gateway posts 128 KB to a socket: an event's data, as JSON, leaves room for the frame around it. */
  event_bytes: 120 * 1024,
} as const;

/** Limits of agents (D62), apart from the others: functions that only ask them carry the table above. */
export const agentLimits = {
  per_organization: 50,
  name_characters: 200,
  description_characters: 2_000,
  instructions_characters: 8_000,
  starter_prompts: 10,
  starter_prompt_characters: 500,
} as const;

/** Limits of the marks of columns, apart from the others like those of agents: they lie in the integration's record. */
export const columnMarkLimits = { per_integration: 500, bytes: 131_072 } as const;

/** Limits of definitions, apart from the others like those of agents. */
export const definitionLimits = {
  per_integration: 500,
  name_characters: 100,
  description_characters: 1_000,
  synonyms: 20,
  sql_characters: 2_000,
  meaning_characters: 200,
  join_columns: 8,
} as const;

/** Limits of golden questions, apart from the others like those of agents. */
export const goldenLimits = {
  per_organization: 200,
  class_characters: 100,
} as const;

/** Limits of evaluations, apart from the others like those of agents. */
export const evaluationLimits = {
  /** From when it was asked for: afterwards no question is begun. */
  seconds: 2 * 60 * 60,
  /** No question is begun once the run has used this many, or cost this much. */
  tokens: 10_000_000,
  dollars: 100,
  /** An evaluation is kept for this long after it was asked for. */
  kept_days: 30,
  text_characters: 2_000,
  figure_characters: 200,
} as const;

/**
 * What one turn may use, whatever its model asks for. That much is reserved in the member's ledger when the turn is
 * accepted, and what was not used is given back when it ends.
 */
export const turnAllowance = {
  /** Requests to a model, including repeated ones. */
  model_calls: 24,
  /** After this many a model is told to answer; one that makes `turn_tool_calls` is stopped. */
  tool_calls: 24,
  /** No call to a model begins once a turn has used this many, or cost this much: the last call may go beyond. */
  tokens: 500_000,
  dollars: 5,
  sql_seconds: 180,
} as const;

/**
 * The ledger's limits, by the names of the operator's settings; null means no limit. Days are UTC days. Those that begin
 * with `member` apply to each member, the others to the organization as a whole.
 */
export const consumptionLimits = {
  /** Messages and edits within any minute: at most `turnsPerMinuteMax`. */
  member_turns_per_minute: 40,
  member_model_calls_per_day: 20_000,
  member_tokens_per_day: 200_000_000,
  member_dollars_per_day: 1_000,
  member_sql_seconds_per_day: 36_000,
  member_upload_bytes_per_day: 2 * 1024 ** 3,
  member_audio_bytes_per_day: 1024 ** 3,
  /** Answers that are being streamed, by SSE or on a socket; `?wait=` that wait; replays of events that are read. */
  member_streams: 30,
  member_waits: 30,
  member_replays: 20,
  model_calls_per_day: null,
  tokens_per_day: null,
  dollars_per_day: null,
  sql_seconds_per_day: null,
  upload_bytes_per_day: null,
  audio_bytes_per_day: null,
} as const satisfies Record<string, number | null>;

export type ConsumptionLimit = keyof typeof consumptionLimits;
export type ConsumptionLimits = Record<ConsumptionLimit, number | null>;

/** The longest sliding log that a member's item holds: beyond it, an acceptance would write two KB. */
export const turnsPerMinuteMax = 40;
