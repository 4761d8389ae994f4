import { limits } from "@parley/contract/limits";
import { portions } from "@parley/datasource/introspection/patience";
import { findAgent } from "../agent/agent.ts";
import { chatKey, type ChatRecord } from "../chat/record.ts";
import { describedBy } from "../definition/described.ts";
import { definitionsOf } from "../definition/given.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { openDatasource } from "../integration/datasource.ts";
import { find as findIntegration, type IntegrationRecord } from "../integration/integration.ts";
import { knownSchema, schemaOf } from "../integration/schema.ts";
import { fromJsonText } from "../store/json-text.ts";
import { find as findMember } from "../member/member.ts";
import { recall as recallMemories } from "../memory/memory.ts";
import { page } from "../message/message.ts";
import type { MessageRecord } from "../message/record.ts";
import { whole } from "../message/texts.ts";
import { get as getOrganization } from "../organization/organization.ts";
import * as Project from "../project/project.ts";
import * as Query from "../query/query.ts";
import { find as findQuery, type QueryRecord } from "../query/record.ts";
import { definitionVersions } from "../receipt/definitions.ts";
import { versionOf } from "../receipt/hashes.ts";
import { recallAll as recallRules } from "../rule/rule.ts";
import { consistently } from "../store/table.ts";
import { readingObject, uploadObject, type UploadRecord } from "../upload/record.ts";
import { findMany as findUploads } from "../upload/find.ts";
import type { EarlierMessage, Question, QuestionIntegration, QuestionQuery, QuestionUpload } from "../answer/answer.ts";
import { permittedFiles } from "./attached-files.ts";
import { requestOf, type TurnRecord } from "./record.ts";
import { modeOf } from "./saved-query.ts";

/** How many messages before the question the answerer is given. */
const EARLIER_MESSAGES = 40;
/** Characters of what messages have beside their words that are read at a stretch: a few milliseconds. */
const READ_AT_ONCE_CHARACTERS = 500_000;

type Context = MemberContext & WithFiles;

/** Builds a turn's question from the table when the run asks for it; `ctx` is the member's. */
export const askFor =
  (ctx: Context, turn: TurnRecord) =>
  (signal: AbortSignal): Promise<Question> =>
    ask(ctx, turn, signal);

async function ask(ctx: Context, turn: TurnRecord, signal: AbortSignal): Promise<Question> {
  const now = { ...ctx, table: consistently(ctx.table) };
  const request = requestOf(turn);
  const [organization, member, agent, history, integration, scope, uploads, query, entries, rules, memories] =
    await Promise.all([
      getOrganization(now),
      findMember(now, ctx.actor),
      turn.agent_id === null ? undefined : findAgent(now, turn.agent_id),
      historyOf(ctx, turn),
      request.integration_id === null ? undefined : findIntegration(now, request.integration_id),
      Project.getMany(ctx, request.scoped_project_ids),
      findUploads(ctx, request.upload_ids),
      request.saved_query_id === null ? undefined : findQuery(now, request.saved_query_id),
      Query.entries(ctx),
      recallRules(ctx),
      recallMemories(ctx),
    ]);
  signal.throwIfAborted();
  // A follow-up is about the files of the messages before it, too.
  const earlierIds = history
    .flatMap(({ upload_ids }) => upload_ids ?? [])
    .filter((id) => !request.upload_ids.includes(id));
  const earlierUploads = await findUploads(ctx, [...new Set(earlierIds)].slice(-limits.uploads_per_message));
  const attachedFiles = await permittedFiles(ctx, request.attached_files);
  return {
    organization: { id: ctx.actor.organization_id, name: organization?.name ?? "" },
    member: { id: ctx.actor.member_id, name: member?.name ?? "" },
    chat_id: turn.chat_id,
    turn_id: turn.turn_id,
    message: request.message,
    model: request.model,
    agent: agent
      ? { id: agent.id, name: agent.name, instructions: agent.instructions, model_id: agent.model_id }
      : null,
    history,
    integration: integration ? await bound(ctx, integration) : null,
    scope: scope.map(({ id, name, description }) => ({ id, name, description: description ?? null })),
    uploads: [...uploads, ...earlierUploads]
      .filter((upload) => upload !== undefined)
      .map((upload) => given(ctx, upload)),
    attached_files: attachedFiles,
    saved_query: query
      ? {
          ...questionQuery(query),
          mode: modeOf(turn.route),
          values: request.parameters,
        }
      : null,
    saved_queries: { entries, read: async (ids) => (await Query.findMany(ctx, ids)).map(questionQuery) },
    rules: rules.map((rule) => rule.content),
    memories: memories.map(({ content, tier }) => ({ content, tier })),
    given: {
      rules: rules.map(({ id, content }) => ({ id, version: versionOf(content) })),
      memories: memories.map(({ id, content }) => ({ id, version: versionOf(content) })),
      definitions: integration ? await definitionVersions(ctx, integration) : [],
      receipt_key: organization?.receipt_key,
    },
  };
}

const given = (ctx: Context, { id, filename, mime_type, size_bytes }: UploadRecord): QuestionUpload => ({
  id,
  filename,
  mime_type,
  size_bytes,
  read: async () => (await ctx.files.get(uploadObject(ctx.actor, id))) ?? new Uint8Array(),
  async kept() {
    const reading = await ctx.files.get(readingObject(ctx.actor, id));
    return reading && new TextDecoder().decode(reading);
  },
  keep: (reading) => ctx.files.put(readingObject(ctx.actor, id), reading, "application/json"),
});

const questionQuery = (query: QueryRecord): QuestionQuery => ({
  id: query.id,
  title: query.title,
  description: query.description ?? null,
  prompt: query.prompt,
  sql: query.sql,
  keywords: query.keywords,
  parameters: query.parameters,
  integration_id: query.integration_id,
});

/** The messages before the question. Those of the turn itself are not there yet: it writes them when it settles. */
async function historyOf(ctx: Context, turn: TurnRecord) {
  const asked = turn.user_message_id ?? turn.message_floor;
  const options = { limit: EARLIER_MESSAGES, before: asked };
  const [chat, all] = await Promise.all([
    ctx.table.get<ChatRecord>(chatKey(turn.chat_id), { consistent: true }),
    page(ctx, turn.chat_id, options),
  ]);
  // What was deleted is not shown to a model either, even before it is removed from the table.
  const { messages } = chat?.cuts ? await page(ctx, turn.chat_id, { ...options, cuts: chat.cuts }) : all;
  const found = await Promise.all(messages.map((message) => whole(ctx.files, message)));
  const others = portions(READ_AT_ONCE_CHARACTERS);
  const earlier: (EarlierMessage & Pick<MessageRecord, "upload_ids">)[] = [];
  for (const { role, type, content, metadata, state, upload_ids } of found) {
    earlier.push({
      role,
      type,
      content,
      metadata: metadata === null ? null : fromJsonText(metadata),
      ...(state !== undefined && { state: fromJsonText(state) }),
      ...(upload_ids && { upload_ids }),
    });
    await others((metadata?.length ?? 0) + (state?.length ?? 0));
  }
  return earlier;
}

async function bound(ctx: Context, integration: IntegrationRecord): Promise<QuestionIntegration> {
  const definitions = await definitionsOf(ctx, integration);
  return {
    id: integration.id,
    display_name: integration.display_name,
    engine: integration.engine,
    definitions,
    schema: async (signal) => describedBy(await schemaOf(ctx, integration, signal), definitions),
    knownSchema: () => knownSchema(ctx, integration),
    open: () => openDatasource(ctx, integration),
  };
}
