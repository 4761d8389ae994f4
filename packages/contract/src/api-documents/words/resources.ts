import { limits } from "../../limits.ts";
import { type ComponentWords, created, natural, none, updated, uuid } from "./component-words.ts";

const memory = {
  id: ["The memory's id.", uuid],
  organization_id: ["The member's organization.", uuid],
  member_id: ["The member whom it is about.", uuid],
  content: ["What is remembered.", { minLength: 1, maxLength: limits.memory_characters }],
  created_at: created,
  updated_at: updated,
} satisfies ComponentWords[1];

const turn = {
  turn_id: ["The turn's id.", uuid],
  chat_id: ["The chat it belongs to.", uuid],
  user_message_id: ["The message that was asked; null where none was kept.", uuid],
  status: "`in_progress` until the turn has ended; then `completed`, `failed` or `cancelled`, for good.",
  created_at: "When the turn was accepted.",
} satisfies ComponentWords[1];

/** What the service keeps, and the parts of it, field by field. */
export const resourceWords: Readonly<Record<string, ComponentWords>> = {
  MemberRole: [
    "What a member may do: `admin` may also change rules, saved queries, agents, members and others' memories.",
    none,
  ],
  MemoryTier: ["How a memory is given to the agent.", none],
  TurnStatus: ["Where a turn is; all but `in_progress` are final.", none],
  DocumentStatus: [
    "Whether a document's text can be searched: `indexing` until the file has been read, then `ready`, or `failed` where it could not be.",
    none,
  ],
  UploadStatus: ["Whether an upload's bytes are there.", none],
  Agent: [
    "A published agent: who answers in a chat.",
    {
      id: ["The agent's id.", uuid],
      name: "The agent's name, for people.",
      description: "What the agent is for; null where nobody has said.",
      model_id: "The model that answers unless a message names another.",
      is_default: "True for the agent that chats are bound to when they name none.",
      starter_prompts: "Questions to offer where nothing has been asked yet.",
      created_at: created,
      updated_at: updated,
    },
  ],
  AdminAgent: [
    "An agent as admins see it, published or not.",
    {
      id: ["The agent's id.", uuid],
      name: "The agent's name, for people.",
      description: "What the agent is for; null where nobody has said.",
      instructions: "What the agent is told with every message, beside the organization's rules; may be empty.",
      model_id: "The model that answers unless a message names another; null for the platform's default.",
      starter_prompts: "Questions to offer where nothing has been asked yet.",
      published: "False for a draft: members do not see it.",
      is_default: "True for the agent that chats are bound to when they name none: one, where any is published.",
      created_at: created,
      updated_at: updated,
    },
  ],
  AuthenticationResult: [
    "An access token and whom it stands for.",
    {
      token: "The access token (a JWT), to be sent as `Authorization: Bearer`. It is valid for 6 hours.",
      member_id: ["The member that the token stands for.", uuid],
      organization_id: ["The member's organization.", uuid],
      expires_at: "When the token expires. After that requests return 401: authenticate again.",
    },
  ],
  SessionCode: [
    "A link that signs one member in, once.",
    {
      url: [
        "Where to send the member's browser. The code is in the fragment, which browsers send to no server.",
        { format: "uri" },
      ],
      expires_at: "When the code expires: after five minutes.",
    },
  ],
  Integration: [
    "A database that questions can be asked of.",
    {
      id: ["The integration's id, sent as `integration_id`.", uuid],
      display_name: "Its name, for people.",
      type: "The kind of integration; `database` is the only one.",
    },
  ],
  Me: [
    "Who calls, and what there is to use.",
    {
      member: "The member that the token stands for.",
      organization: "The member's organization.",
      features:
        "What is switched on, each by its name. `durable_turns`: the organization has a published agent, which turns submitted by the durable route need. `language_models`: models beside the built-in interpreter are configured. `transcription`: a speech-to-text provider is configured. `voice`: a media service is configured, so that voice sessions can be opened.",
    },
  ],
  CurrentMember: [
    "The member that a token stands for.",
    {
      id: ["The member's id.", uuid],
      email: "The normalized e-mail address.",
      name: "The member's name, for people.",
      role: "What the member may do.",
    },
  ],
  CurrentOrganization: [
    "The organization of the caller.",
    { id: ["The organization's id.", uuid], name: "Its name, for people." },
  ],
  Member: [
    "A member of the organization.",
    {
      id: ["The member's id.", uuid],
      email: "The normalized e-mail address.",
      name: ["The member's name, for people.", { maxLength: limits.member_name_characters }],
      role: "What the member may do.",
      active: "False for a member who is disabled: nobody is let in by their address.",
      last_seen_at: "When the member was last given an access token, at most an hour too early; null if never.",
      created_at: created,
      updated_at: updated,
    },
  ],
  Memory: ["Something the agent remembers about a member.", memory],
  OrderedMemory: [
    "A memory with its place in the display order.",
    {
      ...memory,
      idx: ["The place in the display order, from 0.", { minimum: 0, maximum: limits.memories_per_member - 1 }],
      tier: `\`core\` for the first ${limits.core_memories}, which the agent is always given; \`extended\` beyond, given when relevant to the message.`,
    },
  ],
  Model: [
    "A model that can answer.",
    {
      model_id: "The value to send as `model`.",
      display_name: "Its name, for people.",
      description: "What it is good for.",
    },
  ],
  Project: [
    "A collection of documents that answers can draw on and cite.",
    {
      id: ["The project's id, sent in `scoped_project_ids`.", uuid],
      name: "Its name, for people.",
      description: "What it holds.",
      tags: "Words it is filed under.",
      created_at: created,
      updated_at: updated,
    },
  ],
  AdminProject: [
    "A document collection, as administrators see it.",
    {
      id: ["The project's id, sent in `scoped_project_ids`.", uuid],
      name: ["Its name, for people.", { maxLength: limits.project_name_characters }],
      description: ["What it holds.", { maxLength: limits.project_description_characters }],
      tags: ["Words it is filed under.", { maxItems: limits.project_tags }],
      member_ids: ["The members who may use it; null for everybody.", { maxItems: limits.members_per_project }],
      document_count: "How many documents it has.",
      created_at: created,
      updated_at: updated,
    },
  ],
  ProjectDocument: [
    "A document of a collection.",
    {
      id: ["The document's id.", uuid],
      title: ["Its title in citations.", { maxLength: limits.document_title_characters }],
      filename: ["The name of its file.", { maxLength: limits.upload_filename_characters }],
      mime_type: "The media type of its file.",
      size_bytes: ["The size of its file.", { maximum: limits.upload_bytes }],
      status: "Whether its text can be searched.",
      passages: "How many passages its text has; null where it has not been read, or could not be.",
      error: "Why the file could not be read, in a sentence; null unless `status` is `failed`.",
      created_at: created,
    },
  ],
  DocumentPassage: [
    "A stretch of a document's text, as it is searched.",
    {
      place: "Where it is in the document: a page, a heading, lines or rows.",
      text: "Its text; of Markdown as it was written, of rows as lines with the names of their columns.",
    },
  ],
  FoundPassage: [
    "A passage as the agent would find and quote it.",
    {
      document_id: ["The document.", uuid],
      title: "The document's title.",
      place: "Where the passage is in it: a page, a heading, lines or rows.",
      quote: "The sentences that are most about the query.",
      passage: "Which of the document's passages it is, to read it by; the first is 0.",
      score: ["How well it fits, to be compared within one search only.", { minimum: 0 }],
    },
  ],
  Rule: [
    "A rule of the organization, given to the agent with every message.",
    {
      id: ["The rule's id.", uuid],
      organization_id: ["The organization whose rule it is.", uuid],
      content: ["The rule, in plain words.", { minLength: 1, maxLength: limits.rule_characters }],
      created_by: ["The member who added it.", uuid],
      last_updated_by: ["The member who changed it last.", uuid],
      last_updated_by_name: "That member's name.",
      created_at: created,
      updated_at: updated,
    },
  ],
  SavedQuery: [
    "A question whose SQL is known, to be run as it is or given to the agent.",
    {
      id: ["The query's id, sent as `saved_query_id`.", uuid],
      organization_id: ["The organization whose query it is.", uuid],
      title: ["Its title.", { maxLength: limits.query_title_characters }],
      description: ["What it shows.", { maxLength: limits.query_description_characters }],
      prompt: [
        "The instruction in plain words that the agent is given.",
        { maxLength: limits.query_prompt_characters },
      ],
      sql: [
        "The SQL, with `{{name}}` where a parameter goes; null for a query that is only a prompt.",
        { maxLength: limits.query_sql_characters },
      ],
      keywords: ["Words by which chat messages are matched to it.", { maxItems: limits.query_keywords }],
      parameters: "The names of all `{{name}}` placeholders of `sql`. A value for each must be sent in `parameters`.",
      integration_id: "The database that the SQL is written for; null where it runs in any.",
      last_updated_by: ["The member who changed it last.", uuid],
      last_updated_by_name: "That member's name.",
      created_at: created,
      updated_at: updated,
    },
  ],
  Transcript: ["What a clip says.", { text: "The transcript, with proper nouns corrected." }],
  VoiceSession: [
    "A room for a conversation by voice.",
    {
      room_name: "The room's name, used once.",
      token: "The token to join the room with, valid for 2 hours.",
      livekit_url: "The media service's WebSocket address.",
      expires_in_seconds: ["How long the token is valid.", { minimum: 1, maximum: limits.voice_token_lifetime }],
      chat_id: ["The chat that the conversation is written to.", uuid],
    },
  ],
  Turn: ["A message and its answer, as work that is accepted once and goes on without the client.", turn],
  TurnDetail: [
    "A turn with its outcome.",
    {
      ...turn,
      updated_at: updated,
      completed_at: "When the turn ended; null while it runs.",
      assistant_message_id: ["The answer's message; null where there is none.", uuid],
      message: "The final message; null until there is one.",
      progress: "What the turn is doing; null once it has ended.",
      attempt: ["How often the turn has been begun.", natural],
      error: "Why the turn failed; null where it did not.",
      usage: "What the answer used; null where there is none.",
    },
  ],
  TurnError: [
    "Why a turn failed.",
    {
      code: "The error's code: see the list of errors.",
      message: "What went wrong, in a sentence.",
      retryable: "True where sending the message again may help.",
      debug_id: "Names the failure in the service's logs: quote it when reporting.",
    },
  ],
  Upload: [
    "A file that was uploaded, or is about to be.",
    {
      id: ["The upload's id, sent in `upload_ids`.", uuid],
      filename: "The file's name.",
      mime_type: "The file's media type.",
      size_bytes: ["The file's size in bytes.", { ...natural, maximum: limits.upload_bytes }],
      status: "`pending` until the bytes are there, then `ready`.",
      download_url: "Where the file can be read for some minutes, without a token; null while it is pending.",
      download_url_expires_at: "When `download_url` stops working; null while the upload is pending.",
      created_at: created,
      upload_url:
        "Where the bytes of a pending upload go by PUT, once and with exactly `upload_headers`. 412 says that they are already there.",
      upload_headers: "The headers to send with the PUT to `upload_url`.",
    },
  ],
  UploadHeaders: ["Headers by name, to be sent exactly as they are.", none],
};
