import { limits, MEGABYTE } from "../../limits.ts";
import { type ComponentWords, none } from "./component-words.ts";

const model =
  "A `model_id` of `GET /v1/models`, for this message only. One that is not on the list is ignored: the agent's model answers.";
const integration =
  "The database to ask. It stays the chat's for this and later messages; without it the chat's own is asked.";
const savedQuery =
  "A saved query to run instead of working out what to ask. The chat or the request must name a database.";
const parameters = "Values for the `{{name}}` placeholders of the saved query, each as text.";
const uploads = `Files that were uploaded before, at most ${limits.uploads_per_message}.`;
const scope =
  "The projects whose documents answers may use. The first two that exist and are permitted are kept, the others are discarded silently; `[]` clears the scope. Without it no document is read.";
const oneProject = "Short for a scope of one project; ignored where `scoped_project_ids` is there.";
const message = `The question, 1 to ${limits.message_characters} characters and at most ${limits.message_bytes / 1024} KB.`;
const again =
  "Makes sending it again safe: the same id with the same payload returns the same turn. Use a new one whenever anything changes.";
const memory = "What to remember.";
const older = "Accepted for old clients; new ones leave it out.";

const proof: ComponentWords[1] = {
  email: [
    `The member's e-mail address; spaces around it and capitals do not matter. At most ${limits.email_length} characters: a longer one, or one that is not an address, returns 400.`,
    { maxLength: limits.email_length },
  ],
  user_key: "The address signed with the organization's shared secret.",
};

const agentFields: ComponentWords[1] = {
  description: "What the agent is for, for people.",
  instructions: "What the agent is told with every message, beside the organization's rules.",
  model_id: "A `model_id` of `GET /v1/models`; null for the platform's default, also when that changes.",
  starter_prompts: "Questions to offer where nothing has been asked yet.",
  published: "True to show the agent to members; false to make it a draft.",
  is_default: "True to make the agent the one that chats are bound to when they name none: only a published one.",
};

/** What clients send, field by field. */
export const requestWords: Readonly<Record<string, ComponentWords>> = {
  AuthenticateRequest: ["Who wants an access token.", proof],
  SessionCodeCreate: [
    "Who is to be signed in to the console, and where they arrive.",
    {
      ...proof,
      path: "A path of the console, with or without `/app` before it, and its query: `/chats/…`. It leads nowhere else: no other host, no `..`, no fragment. Without it they arrive at the console's first page.",
    },
  ],
  SessionCreate: ["The code that a link has brought.", { code: "What follows `#code=` in the link." }],
  ChatCreate: [
    "What a new chat begins with.",
    {
      agent_id: "The agent that is to answer; without it the organization's default agent.",
      title: "A title; without it the first message gives one.",
      integration_id: "The database that questions are asked of.",
      scoped_project_ids: scope,
      project_id: oneProject,
    },
  ],
  ChatUpdate: [
    "What to change about a chat. What is absent stays as it is.",
    { title: "A new title.", archived: "True to archive the chat, false to bring it back." },
  ],
  StreamedMessage: [
    "A message whose answer is streamed.",
    {
      message: `${message} With a saved query it is only shown in the history.`,
      chat_id: "The chat to ask in. It must exist: create one first. Without it the answer is 400 `MISSING_CHAT_ID`.",
      integration_id: integration,
      title: "Changes nothing; accepted for old clients.",
      model,
      upload_ids: [uploads, { maxItems: limits.uploads_per_message }],
      saved_query_id: savedQuery,
      parameters,
      client_request_id: `${again} Its events are streamed from the first one on. The same id names the same request by every route.`,
      include_tool_events: "True to be sent `tool_call` and `tool_result`, too.",
    },
  ],
  Parameters: [`Values by the names of placeholders, each at most ${limits.parameter_characters} characters.`, none],
  MessageEdit: [
    "What a message is to say instead.",
    { content: `${message} It replaces the old one.`, integration_id: integration },
  ],
  FeedbackRequest: [
    "Whether an answer was good.",
    {
      feedback: ["The verdict.", { enum: ["positive", "negative"] }],
      note: "Why, in the member's words.",
    },
  ],
  TurnCreate: [
    "A message to be answered whether or not the client stays.",
    {
      client_request_id: again,
      message,
      integration_id: integration,
      model,
      upload_ids: uploads,
      saved_query_id: savedQuery,
      parameters,
      scoped_project_ids: scope,
      project_id: oneProject,
      connection_id: `${older} Stands for \`integration_id\`, or for \`project_id\` where \`connection_type\` is \`project\`.`,
      connection_type: older,
      attached_files: `${older} Documents of projects, for the agent to read.`,
      open_schedule: `${older} The turn completes at once and hands this object back in its message's \`metadata\`; nothing is generated.`,
      title: `${older} Changes nothing.`,
      voice_mode: `${older} Ignored.`,
    },
  ],
  OpenScheduleRequest: [
    `An object of the caller's own, at most ${limits.open_schedule_characters} characters as JSON.`,
    none,
  ],
  AttachedFile: ["A document of a project: `{project_id, document_id}`.", none],
  UploadCreate: [
    "Files that are about to be sent straight to the bucket.",
    { files: "The files. Each answer carries the address and the headers to send one with." },
  ],
  UploadAnnouncement: [
    "A file that is about to be sent.",
    {
      filename: "The file's name; its extension must be one that can be uploaded.",
      mime_type: "The file's media type; it must suit the extension.",
      size_bytes: [
        `The file's exact size, at most ${limits.upload_bytes / MEGABYTE} MB.`,
        { maximum: limits.upload_bytes },
      ],
    },
  ],
  TranscribeUpload: [
    "A clip that was uploaded before, for those too large to be sent in one request.",
    { upload_id: "The upload that holds the clip." },
  ],
  SavedQueryCreate: [
    "A query to save. Its `parameters` are read from `sql`.",
    {
      title: "Its title.",
      description: "What it shows.",
      prompt: "The instruction in plain words that the agent is given.",
      sql: "One read-only SELECT, with `{{name}}` where a parameter goes; absent or null for a query that is only a prompt.",
      keywords: "Words by which chat messages are matched to it.",
      integration_id:
        "The database that the SQL is written for: it is checked for it, and runs in no other. Without it, or null, any.",
    },
  ],
  SavedQueryUpdate: [
    "What to change about a saved query. What is absent stays as it is.",
    {
      title: "A new title.",
      description: "What it shows.",
      prompt: "The instruction in plain words that the agent is given.",
      sql: "One read-only SELECT, with `{{name}}` where a parameter goes; null makes the query one that is only a prompt.",
      keywords: "Words by which chat messages are matched to it.",
      integration_id:
        "The database that the SQL is written for: it is checked for it, and runs in no other. Without it, or null, any.",
    },
  ],
  AgentCreate: ["A new agent.", { name: "The agent's name, for people.", ...agentFields }],
  AgentUpdate: [
    "What to change about an agent. What is absent stays as it is.",
    { name: "The agent's name, for people.", ...agentFields },
  ],
  MemberCreate: [
    "A new member.",
    {
      email: [
        `The e-mail address; spaces around it and capitals do not matter. At most ${limits.email_length} characters: a longer one, or one that is not an address, returns 400.`,
        { maxLength: limits.email_length },
      ],
      name: "The member's name, for people.",
      role: "What the member may do.",
    },
  ],
  MemberUpdate: [
    "What to change about a member. What is absent stays as it is.",
    {
      name: "A new name.",
      role: "What the member may do from now on.",
      active: "False to disable the member, true to let them in again.",
    },
  ],
  ProjectCreate: [
    "A new document collection.",
    {
      name: "Its name, for people.",
      description: "What it holds.",
      tags: "Words it is filed under.",
      member_ids: "The members who may use it, nobody where the list is empty; absent or null for everybody.",
    },
  ],
  ProjectUpdate: [
    "What to change about a document collection. What is absent stays as it is.",
    {
      name: "A new name.",
      description: "What it holds; null for nothing.",
      tags: "Words it is filed under; null for none.",
      member_ids: "The members who may use it, nobody where the list is empty; null for everybody.",
    },
  ],
  DocumentCreate: [
    "The uploads that become documents.",
    {
      upload_ids: "The caller's own uploads; one that is named twice becomes one document.",
      title: "The title of each in citations; without it they are named after their files.",
    },
  ],
  DocumentUpdate: ["What to change about a document.", { title: "A new title." }],
  MemoryUpdate: ["A memory's content.", { content: memory }],
  MemoryReorder: [
    "A new order.",
    { memory_ids: ["Every one of the caller's memories, once each.", { maxItems: limits.memories_per_member }] },
  ],
  AdminMemoryCreate: ["A memory for a member.", { member_id: "The member.", content: memory }],
  AdminMemoryReorder: [
    "A new order of a member's memories.",
    {
      member_id: "The member.",
      memory_ids: ["Every one of the member's memories, once each.", { maxItems: limits.memories_per_member }],
    },
  ],
  RuleUpdate: ["A rule's content.", { content: "The rule, in plain words." }],
  VoiceSessionCreate: [
    "What to talk about by voice.",
    {
      integration_id: "The database that questions are asked of.",
      chat_id: "The chat to go on with; without it a new one is created.",
      client_trace_id: "An id of the client's own that its timing report repeats.",
    },
  ],
  VoiceTiming: [
    "How long the start of a voice session took.",
    {
      client_trace_id: "The id that was sent when the session was created.",
      marks: "What was reached when.",
      user_agent: "The client's own name and version.",
      build_target: "What the client was built for.",
      network_effective_type: "The kind of connection, as the browser calls it.",
    },
  ],
  VoiceMarks: ["Milliseconds since the button was pressed, by free names.", none],
  UploadFiles: [
    "The files themselves.",
    {
      files: `The files, at most ${limits.upload_direct_parts} and ${limits.upload_direct_bytes / MEGABYTE} MB together.`,
    },
  ],
  AudioClip: [
    "The clip itself.",
    {
      file: `The clip, complete, at most ${limits.audio_bytes / MEGABYTE} MB. AAC, 16 kHz, mono, about 32 kbps serves best.`,
    },
  ],
};
