import { agentLimits, limits } from "../../limits.ts";
import { type ComponentWords, none, uuid } from "./component-words.ts";

const code = "The error's code: see the list of errors.";

/** The pages and lists that operations return, field by field. */
export const replyWords: Readonly<Record<string, ComponentWords>> = {
  AgentList: ["The organization's published agents.", { agents: "The agents." }],
  IntegrationList: ["The organization's databases.", { integrations: "The databases." }],
  ProjectList: ["The collections of documents the caller may use.", { projects: "The collections." }],
  ModelList: [
    "The models that can be asked.",
    { models: "The models.", default: "The `model_id` of the platform's default." },
  ],
  SavedQueryPage: [
    "The organization's saved queries, or a page of them.",
    {
      queries: "The queries, the oldest first.",
      next_cursor: "Leads to the next page; null on the last, absent without `limit`.",
    },
  ],
  ChatPage: [
    "A page of the caller's chats.",
    {
      chats: ["The chats, most recently updated first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  FeedbackResult: ["The message that was judged.", { id: "The message's id.", metadata: "The verdict as it is kept." }],
  FeedbackMetadata: ["A verdict.", { feedback: "What the member said of the answer." }],
  RowPage: [
    "A page of a table's rows.",
    {
      headers: "The names of the columns, in order.",
      rows: "The rows. Each cell is text, numbers too.",
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  UploadList: ["The uploads, in the order of the files.", { uploads: "The uploads." }],
  MemoryList: [
    "A member's memories.",
    { user_memories: ["The memories in display order.", { maxItems: limits.memories_per_member }] },
  ],
  RuleList: [
    "The organization's rules.",
    { organization_rules: ["The rules, most recently updated first.", { maxItems: limits.rules_per_organization }] },
  ],
  AdminAgentPage: [
    "A page of the organization's agents.",
    {
      agents: ["The agents, the oldest first.", { maxItems: agentLimits.per_organization }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  MemberPage: [
    "A page of the organization's members.",
    {
      members: ["The members, the oldest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  AdminProjectPage: [
    "A page of the organization's projects.",
    {
      projects: ["The projects, the oldest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  DocumentPage: [
    "A page of a project's documents.",
    {
      documents: ["The documents, the oldest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  DocumentList: ["Documents that are read next.", { documents: "The documents, in the order of the uploads." }],
  DocumentText: [
    "Passages of a document.",
    {
      document: "The document.",
      first: "The number of the first of these passages; the document's first is 0.",
      total: "How many passages the document has.",
      passages: ["The passages, as they follow one another.", { maxItems: limits.page_max }],
    },
  ],
  PassageList: [
    "What a search has found.",
    { passages: ["The passages, the best first.", { maxItems: limits.passages_found }] },
  ],
  Confirmation: ["That it is done.", { message: "A sentence that says what was done." }],
  ErrorText: ["A failure, in a sentence and as a code.", { detail: "What is wrong.", code }],
  ErrorCoded: ["A failure with its code in two places.", { detail: "What is wrong.", code }],
  ErrorCodedDetail: [
    "What is wrong.",
    {
      code,
      message: "What is wrong, in a sentence.",
      missing: "The saved query's parameters that have no value, with `MISSING_QUERY_PARAMETER`.",
      turn_id: ["The turn that is in the way, with `TURN_ALREADY_RUNNING`.", uuid],
    },
  ],
  ErrorFields: [
    "Fields that are not as they should be, one problem each.",
    { detail: "The problems.", code: "Always `VALIDATION_FAILED`." },
  ],
  ErrorField: [
    "A field that is not as it should be.",
    {
      type: "The kind of problem, such as `missing`, `string_too_long` or `string_pattern_mismatch`.",
      loc: [
        "Where the field is: `body`, `query`, `path` or `header`, then the names and places that lead to it.",
        { minItems: 1 },
      ],
      msg: "What is wrong, in a sentence.",
      ctx: "The bound that was missed.",
    },
  ],
  ErrorContext: ['The bound that was missed, such as `{"max_length": 128}`.', none],
  ErrorRateLimit: [
    "Too many requests.",
    {
      code: "Always `RATE_LIMIT`.",
      retry_after_seconds: [
        "Seconds until the next request will pass, as in the header `Retry-After`.",
        { minimum: 1 },
      ],
    },
  ],
  FileLink: [
    "Where a file is read.",
    {
      download_url:
        "Where a file that no answer can carry is read for some minutes, without a token. Only with `link`.",
    },
  ],
  ErrorGateway: [
    "What a gateway in front of the service says itself, where no request reached the service.",
    { message: "What is wrong, in a few words." },
  ],
};
