import { at, expiry, ids, later } from "./ids.ts";

const memory = {
  id: ids.memory,
  organization_id: ids.organization,
  member_id: ids.member,
  content: "I look after the north region.",
  created_at: at,
  updated_at: at,
};
const ordered = {
  user_memories: [
    { ...memory, idx: 0, tier: "core" },
    { ...memory, id: ids.secondMemory, content: "My year begins in April.", idx: 1, tier: "core" },
  ],
};

const rule = {
  id: ids.rule,
  organization_id: ids.organization,
  content: "Revenue means the amount less refunds.",
  created_by: ids.member,
  last_updated_by: ids.member,
  last_updated_by_name: "Ada",
  created_at: at,
  updated_at: at,
};

const member = {
  id: ids.member,
  email: "ada@example.com",
  name: "Ada",
  role: "admin",
  active: true,
  last_seen_at: later,
  created_at: at,
  updated_at: at,
};

const adminAgent = {
  id: ids.agent,
  name: "Analyst",
  description: "Answers questions about the shop.",
  instructions: "Answer in two sentences.",
  model_id: null,
  starter_prompts: ["How many customers are there?"],
  published: true,
  is_default: true,
  created_at: at,
  updated_at: at,
};

const adminProject = {
  id: ids.project,
  name: "Policies",
  description: "How we treat customers",
  member_ids: [ids.member],
  document_count: 12,
  created_at: at,
  updated_at: at,
};

const document = {
  id: ids.document,
  title: "Returns policy",
  filename: "returns-policy.pdf",
  mime_type: "application/pdf",
  size_bytes: 48_213,
  status: "ready",
  passages: 41,
  error: null,
  created_at: at,
};
const unread = {
  ...document,
  status: "failed",
  passages: null,
  error: "The file could not be read: it is protected by a password.",
};

const passage = {
  document_id: ids.document,
  title: document.title,
  place: "page 3",
  quote: "Goods can be returned within 30 days.",
  passage: 12,
  score: 4.21,
};

const documentPassage = {
  place: passage.place,
  text: "Goods can be returned within 30 days. Opened software is excluded.",
};

const savedQuery = {
  id: ids.query,
  organization_id: ids.organization,
  title: "Orders of a region",
  prompt: "List the orders of a region",
  sql: "SELECT o.id, o.total FROM orders o JOIN regions r ON r.id = o.region_id WHERE r.name = {{region}}",
  keywords: ["orders", "region"],
  parameters: ["region"],
  integration_id: null,
  last_updated_by: ids.member,
  last_updated_by_name: "Ada",
  created_at: at,
  updated_at: later,
};

const upload = {
  id: ids.upload,
  filename: "sales.csv",
  mime_type: "text/csv",
  size_bytes: 1280,
  status: "ready",
  download_url: "https://files.parley.example/sales.csv?signature=…",
  download_url_expires_at: expiry,
  created_at: at,
};

/** Examples of everything else, by component. */
export const resourceExamples: Readonly<Record<string, readonly unknown[]>> = {
  AuthenticateRequest: [{ email: "ada@example.com", user_key: "q7Jm0cB2m0tq7n1m0M2xg3Zk1J9m8bq7tq7n1m0M2xg" }],
  AuthenticationResult: [
    {
      token: "eyJhbGciOiJIUzI1NiJ9.…",
      member_id: ids.member,
      organization_id: ids.organization,
      expires_at: expiry,
    },
  ],
  Me: [
    {
      member: { id: ids.member, email: "ada@example.com", name: "Ada", role: "admin" },
      organization: { id: ids.organization, name: "Shop" },
      features: ["durable_turns", "language_models"],
    },
  ],
  SessionCodeCreate: [
    { email: "ada@example.com", user_key: "q7Jm0cB2m0tq7n1m0M2xg3Zk1J9m8bq7tq7n1m0M2xg", path: `/chats/${ids.chat}` },
  ],
  SessionCode: [
    {
      url: `https://api.parley.example/app/chats/${ids.chat}#code=Vh3k0RjzW5rX9yqfJ8b1mS2tUc7dEo4aLpQnGiHsKxM`,
      expires_at: expiry,
    },
  ],
  SessionCreate: [{ code: "Vh3k0RjzW5rX9yqfJ8b1mS2tUc7dEo4aLpQnGiHsKxM" }],
  IntegrationList: [{ integrations: [{ id: ids.integration, display_name: "Shop", type: "database" }] }],
  ProjectList: [
    { projects: [{ id: ids.project, name: "Handbooks", tags: ["support"], created_at: at, updated_at: at }] },
  ],
  ModelList: [
    {
      models: [
        { model_id: "rules", display_name: "Built-in interpreter", description: "Answers without a language model." },
      ],
      default: "rules",
    },
  ],
  AgentList: [
    {
      agents: [
        {
          id: ids.agent,
          name: "Analyst",
          description: null,
          model_id: "rules",
          is_default: true,
          starter_prompts: ["How many customers are there?"],
          created_at: at,
          updated_at: at,
        },
      ],
    },
  ],
  SavedQuery: [savedQuery],
  SavedQueryPage: [{ queries: [savedQuery], next_cursor: null }],
  SavedQueryCreate: [
    { title: savedQuery.title, prompt: savedQuery.prompt, sql: savedQuery.sql, keywords: savedQuery.keywords },
  ],
  SavedQueryUpdate: [{ title: "Orders by region" }],
  AdminAgent: [adminAgent],
  AdminAgentPage: [{ agents: [adminAgent], next_cursor: null }],
  AgentCreate: [
    {
      name: adminAgent.name,
      description: adminAgent.description,
      instructions: adminAgent.instructions,
      starter_prompts: adminAgent.starter_prompts,
      published: true,
    },
  ],
  AgentUpdate: [{ is_default: true }],
  Member: [member],
  MemberPage: [{ members: [member], next_cursor: null }],
  AdminProject: [adminProject],
  AdminProjectPage: [{ projects: [adminProject], next_cursor: null }],
  ProjectCreate: [{ name: adminProject.name, description: adminProject.description, member_ids: [ids.member] }],
  ProjectUpdate: [{ member_ids: null }],
  ProjectDocument: [document],
  DocumentPage: [{ documents: [document, unread], next_cursor: null }],
  DocumentList: [{ documents: [{ ...document, status: "indexing", passages: null }] }],
  DocumentCreate: [{ upload_ids: [ids.upload], title: document.title }],
  DocumentUpdate: [{ title: "Returns" }],
  DocumentPassage: [documentPassage],
  DocumentText: [{ document, first: 12, total: 41, passages: [documentPassage] }],
  FoundPassage: [passage],
  PassageList: [{ passages: [passage] }],
  MemberCreate: [{ email: "ada@example.com", name: "Ada", role: "admin" }],
  MemberUpdate: [{ role: "member" }],
  Memory: [memory],
  MemoryList: [ordered],
  MemoryUpdate: [{ content: memory.content }],
  MemoryReorder: [{ memory_ids: [ids.secondMemory, ids.memory] }],
  AdminMemoryCreate: [{ member_id: ids.member, content: memory.content }],
  AdminMemoryReorder: [{ member_id: ids.member, memory_ids: [ids.secondMemory, ids.memory] }],
  Rule: [rule],
  RuleList: [{ organization_rules: [rule] }],
  RuleUpdate: [{ content: rule.content }],
  Upload: [upload],
  UploadList: [
    { uploads: [upload] },
    {
      uploads: [
        {
          ...upload,
          status: "pending",
          download_url: null,
          download_url_expires_at: null,
          upload_url: "https://files.parley.example/sales.csv?signature=…",
          upload_headers: { "Content-Type": "text/csv", "Content-Length": "1280", "If-None-Match": "*" },
        },
      ],
    },
  ],
  UploadCreate: [{ files: [{ filename: "sales.csv", mime_type: "text/csv", size_bytes: 1280 }] }],
  TranscribeUpload: [{ upload_id: ids.upload }],
  Transcript: [{ text: "How many customers does each region have?" }],
  VoiceSessionCreate: [{ integration_id: ids.integration, client_trace_id: "trace-1" }],
  VoiceSession: [
    {
      room_name: `voice-${ids.chat}`,
      token: "eyJhbGciOiJIUzI1NiJ9.…",
      livekit_url: "wss://media.parley.example",
      expires_in_seconds: 7200,
      chat_id: ids.chat,
    },
  ],
  VoiceTiming: [{ client_trace_id: "trace-1", marks: { token_received: 180, room_connected: 412.5 } }],
  ErrorFields: [
    {
      detail: [
        {
          type: "string_too_long",
          loc: ["body", "message"],
          msg: "String should have at most 8000 characters",
          ctx: { max_length: 8000 },
        },
      ],
      code: "VALIDATION_FAILED",
    },
  ],
};
