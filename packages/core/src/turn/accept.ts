import { limits } from "@parley/contract/limits";
import { AttachedFile } from "@parley/contract/turn";
import * as v from "valibot";
import { defaultAgent } from "../agent/agent.ts";
import { addCut, chatKey, type ChatRecord, isCut, isOwn } from "../chat/record.ts";
import { resolveScope } from "../chat/scope.ts";
import { iso } from "../clock.ts";
import type { Base, MemberContext, WithFiles } from "../context.ts";
import { assignments, expr, join } from "../expression.ts";
import { fail, Failure } from "../failure.ts";
import { isUuid, timeOf } from "../ids.ts";
import { toJsonText } from "../json-text.ts";
import { find as findIntegration } from "../integration/integration.ts";
import { messageIndex, messageKey, type MessageRecord } from "../message/record.ts";
import { find as findQuery, type QueryRecord } from "../query/query.ts";
import type { Write } from "../table.ts";
import { writeFor } from "../throttle/throttle.ts";
import type { UploadRecord } from "../upload/record.ts";
import { attachWrites, findMany as findUploads } from "../upload/upload.ts";
import {
  keptRequest,
  openIndex,
  requestKey,
  requestTail,
  type TurnRecord,
  type TurnRequest,
  turnKey,
} from "./record.ts";
import { isAbandoned, mayRunAgain, releaseIfLost, settleAbandoned } from "./settle.ts";
import { payloadHash, type Submission } from "./submission.ts";

/** How long a turn that somebody watches may stay unclaimed before it counts as lost: as long as a lease. */
const claimTime = limits.turn_lease * 1000;

/** A turn's acceptance: `replayed` where the submission was accepted before. */
export interface Accepted {
  turn: TurnRecord;
  replayed: boolean;
  /** The chat's turn before, where it was found lost and the chat was freed of it. */
  released?: string;
}

type AcceptContext = MemberContext &
  WithFiles & {
    /** Rejects where the caller may not come in after all. Nothing is written before it has resolved. */
    admitted?: Promise<unknown>;
    /** The chat, where it was read ahead (`readChat`). */
    chat?: Promise<ChatRecord | undefined>;
  };

/**
 * Accepts a submission: everything is checked, then chat, user message, turn and the member's budget are written in one
 * transaction, and with them what `also` adds. The turn is its own idempotency record. One of the streamed route is claimed
 * with its acceptance by `worker`.
 * Throws `Failure` with the codes of D19 and D24; none of them but INTEGRATION_NOT_FOUND on the durable route consumes
 * the `client_request_id`.
 */
export async function accept(
  ctx: AcceptContext,
  submission: Submission,
  worker?: string,
  also: (turn: TurnRecord) => Write[] = () => [],
): Promise<Accepted> {
  const hash = submission.client_request_id === undefined ? undefined : payloadHash(submission);
  let released: string | undefined;
  // A turn whose worker was lost is settled on the way, once; then the chat is looked at again.
  for (let attempt = 0; ; attempt++) {
    const ahead = attempt === 0 ? ctx.chat : undefined;
    const [{ chat, earlier }] = await Promise.all([readState(ctx, submission, ahead), ctx.admitted]);
    if (earlier) return replay(ctx, earlier, hash);
    if (chat.active_turn_id !== undefined) {
      const isReleased = attempt < 2 && (await releaseIfLost(ctx, chat.id, chat.active_turn_id));
      if (!isReleased) fail("TURN_ALREADY_RUNNING");
      released = chat.active_turn_id;
      continue;
    }
    const outcome = await write(ctx, submission, chat, hash, worker, also);
    if (outcome !== "again") return { ...outcome, ...(released !== undefined && { released }) };
    if (attempt >= 3) fail("TURN_ALREADY_RUNNING");
  }
}

/** Reads the chat of a submission before it is known whose it is; `accept` shows nothing of it to anybody else. */
export const readChat = async (ctx: Base, chatId: string): Promise<ChatRecord | undefined> =>
  isUuid(chatId) ? ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true }) : undefined;

async function readState(ctx: AcceptContext, submission: Submission, ahead?: Promise<ChatRecord | undefined>) {
  if (!isUuid(submission.chat_id)) fail("CHAT_NOT_FOUND");
  const keys = [chatKey(submission.chat_id)];
  if (submission.client_request_id !== undefined)
    keys.push(requestKey(submission.chat_id, submission.client_request_id));
  // Key by key these are a chat and a turn.
  const [found, earlier] = (ahead ? [await ahead] : await ctx.table.getMany(keys, { consistent: true })) as [
    ChatRecord | undefined,
    TurnRecord | undefined,
  ];
  if (!isOwn(found, ctx.actor)) fail("CHAT_NOT_FOUND");
  if (submission.edits !== undefined && isCut(found, submission.edits)) fail("MESSAGE_NOT_FOUND");
  if (submission.agent_id !== undefined) {
    const bound = found.agent_id ?? (await defaultAgent(ctx))?.id;
    if (bound !== submission.agent_id) fail("CHAT_NOT_FOUND");
  }
  return { chat: found, earlier };
}

/** Answers what a `client_request_id` became before, settled first where it was lost. */
async function replay(ctx: AcceptContext, turn: TurnRecord, hash: string | undefined): Promise<Accepted> {
  if (turn.payload_hash !== hash) fail("IDEMPOTENCY_CONFLICT");
  const now = ctx.clock.now();
  if (!isAbandoned(turn, now) || mayRunAgain(turn, now)) return { turn, replayed: true };
  await settleAbandoned(ctx, turn);
  const settled = await ctx.table.get<TurnRecord>(turnKey(turn.chat_id, turn.turn_id), { consistent: true });
  return { turn: settled ?? turn, replayed: true };
}

/** What the submission names, checked. */
interface Bound {
  integrationId: string | null;
  integrationFound: boolean;
  scope: string[] | null;
  query: QueryRecord | undefined;
  uploads: UploadRecord[];
}

async function bind(ctx: AcceptContext, submission: Submission, chat: ChatRecord): Promise<Bound> {
  const [integration, query, uploads, scope] = await Promise.all([
    submission.integration_id === null ? undefined : findIntegration(ctx, submission.integration_id),
    submission.saved_query_id === null ? undefined : findQuery(ctx, submission.saved_query_id),
    findUploads(ctx, submission.upload_ids),
    submission.scope === null ? null : resolveScope(ctx, submission.scope),
  ]);
  const integrationFound = submission.integration_id === null || integration !== undefined;
  const integrationId = integration?.id ?? chat.integration_id;
  // On the durable route an unknown integration is a failed turn of its own and comes before what else may be wrong.
  if (!integrationFound) {
    if (submission.route !== "durable") fail("INTEGRATION_NOT_FOUND");
    return { integrationId, integrationFound, scope, query, uploads: [] };
  }
  if (submission.saved_query_id !== null) {
    if (!query) fail("SAVED_QUERY_NOT_FOUND");
    const missing = query.parameters.filter((name) => !Object.hasOwn(submission.parameters, name));
    if (missing.length > 0) {
      fail("MISSING_QUERY_PARAMETER", { missing, message: `Missing values for the parameters: ${missing.join(", ")}` });
    }
    if (query.sql !== null && integrationId === null) fail("INTEGRATION_REQUIRED");
  }
  const there = uploads.filter((upload) => upload !== undefined);
  if (there.length < uploads.length) fail("UPLOAD_NOT_FOUND");
  return { integrationId, integrationFound, scope, query, uploads: there };
}

async function write(
  ctx: AcceptContext,
  submission: Submission,
  chat: ChatRecord,
  hash: string | undefined,
  worker: string | undefined,
  also: (turn: TurnRecord) => Write[],
): Promise<Accepted | "again"> {
  const bound = await bind(ctx, submission, chat);
  const now = ctx.clock.now();
  const turn = newTurn(ctx, submission, chat, bound, hash, now, worker);
  if (!bound.integrationFound) return refuseIntegration(ctx, chat, turn);

  const userMessage = userMessageWrite(ctx, submission, chat, turn, now);
  const throttle = writeFor(ctx, "submission", ctx.actor.member_id, { counted: submission.edits !== undefined });
  const turnWrite = newTurnWrite(turn);
  const writes: Write[] = [
    chatWrite(ctx, submission, chat, bound, turn),
    userMessage,
    turnWrite,
    throttle.write,
    ...attachWrites(ctx, bound.uploads, chat.id),
    ...also(turn),
  ];
  const outcome = await ctx.table.transact(writes);
  if (outcome.done) return { turn, replayed: false };

  const refused = (one: Write) => outcome.refusals[writes.indexOf(one)] ?? null;
  const earlier = refused(turnWrite)?.item;
  // The refused write is the turn's, so what stands in its way is one, too.
  if (earlier && hash !== undefined) return replay(ctx, earlier as TurnRecord, hash);
  // The chat was taken, deleted or edited since it was read: it is looked at again.
  if (earlier || (writes[0] && refused(writes[0]))) return "again";
  if (refused(userMessage)) fail(submission.edits === undefined ? "TURN_ALREADY_RUNNING" : "MESSAGE_NOT_FOUND");
  const overBudget = refused(throttle.write);
  if (overBudget) throw throttle.failure(overBudget.item);
  fail("UPLOAD_NOT_FOUND");
}

/** Longer ids are on no model list, so they are ignored (D48). */
const MODEL_ID = 200;

/** The references that can name a document; the others are discarded silently (D27). */
function attachedFiles(given: readonly unknown[]): AttachedFile[] {
  return given
    .flatMap((file) => {
      const parsed = v.safeParse(AttachedFile, file);
      return parsed.success ? [parsed.output] : [];
    })
    .filter(({ project_id, document_id }) => isUuid(project_id) && isUuid(document_id))
    .slice(0, limits.attached_files);
}

/** The values a saved query has placeholders for; others mean nothing, and their names may be of any length. */
const valuesFor = (query: QueryRecord | undefined, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    (query?.parameters ?? []).flatMap((name) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

const lastOf = (last: string | undefined, id: string) => (last !== undefined && last > id ? last : id);

function newTurn(
  ctx: AcceptContext,
  submission: Submission,
  chat: ChatRecord,
  bound: Bound,
  hash: string | undefined,
  now: number,
  worker: string | undefined,
): TurnRecord {
  const { client_request_id } = submission;
  const turnId = ctx.ids.next(
    undefined,
    client_request_id === undefined ? undefined : requestTail(chat.id, client_request_id),
  );
  const createdAt = iso(now);
  const request: TurnRequest = {
    message: submission.message,
    model: submission.model !== null && submission.model.length <= MODEL_ID ? submission.model : null,
    integration_id: bound.integrationId,
    scoped_project_ids: bound.scope ?? chat.scoped_project_ids,
    upload_ids: submission.upload_ids,
    saved_query_id: submission.saved_query_id,
    parameters: valuesFor(bound.query, submission.parameters),
    attached_files: attachedFiles(submission.attached_files),
    open_schedule: submission.open_schedule && toJsonText(submission.open_schedule),
  };
  const userMessageId = submission.edits ?? ctx.ids.next(chat.last_message_id);
  return {
    ...turnKey(chat.id, turnId),
    ...openIndex(turnId, createdAt),
    turn_id: turnId,
    chat_id: chat.id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    agent_id: chat.agent_id,
    route: submission.route,
    user_message_id: userMessageId,
    message_floor: lastOf(chat.last_message_id, userMessageId),
    request: keptRequest(request),
    ...(hash !== undefined && { payload_hash: hash }),
    status: "in_progress",
    attempt: worker === undefined ? 0 : 1,
    ...(worker !== undefined && { worker, lease_until: now + limits.turn_lease * 1000 }),
    ...(worker === undefined && submission.route === "socket" && { claim_by: now + claimTime }),
    ...(submission.connection_id !== undefined && { connection_id: submission.connection_id }),
    deadline: now + limits.turn_deadline * 1000,
    progress: "starting",
    assistant_message_id: null,
    error: null,
    usage: null,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
  };
}

/** The turn is the first one of its `client_request_id`. */
const newTurnWrite = (turn: TurnRecord): Write => ({ put: turn, when: expr`attribute_not_exists(#pk)` });

/**
 * The chat takes the turn: it is the actor's, it runs none, and it has not changed since it was read. Its place among the
 * member's chats is changed by the turn's end.
 */
function chatWrite(
  ctx: AcceptContext,
  submission: Submission,
  chat: ChatRecord,
  bound: Bound,
  turn: TurnRecord,
): Write {
  const { edits } = submission;
  const cut =
    edits === undefined || edits === turn.message_floor
      ? []
      : // Every message after the edited one, up to the last: "!" sorts before any character that could follow the id.
        [addCut({ from: `${edits}!`, to: turn.message_floor })];
  const owns = expr`#member_id = ${ctx.actor.member_id} AND #organization_id = ${ctx.actor.organization_id}`;
  const isThere = expr`attribute_not_exists(#deleted_at)`;
  const isFree = expr`attribute_not_exists(#active_turn_id)`;
  const isUnchanged =
    chat.last_message_id === undefined
      ? expr`attribute_not_exists(#last_message_id)`
      : expr`#last_message_id = ${chat.last_message_id}`;
  // What is edited must not have been taken out since it was found.
  const isUncut =
    submission.edits === undefined
      ? []
      : [chat.cuts === undefined ? expr`attribute_not_exists(#cuts)` : expr`#cuts = ${chat.cuts}`];
  const changed = assignments({
    active_turn_id: turn.turn_id,
    integration_id: bound.integrationId,
    scoped_project_ids: bound.scope ?? undefined,
    title: chat.title ?? titleFrom(submission.message),
    last_message_id: turn.message_floor,
  });
  return {
    update: chatKey(chat.id),
    set: expr`SET ${join([changed, ...cut], ", ")}`,
    when: join([owns, isThere, isFree, isUnchanged, ...isUncut], " AND "),
  };
}

function userMessageWrite(
  ctx: AcceptContext,
  submission: Submission,
  chat: ChatRecord,
  turn: TurnRecord,
  now: number,
): Write {
  const id = turn.user_message_id ?? "";
  if (submission.edits !== undefined) {
    const isOwnUserMessage = expr`#type = ${"user"} AND #member_id = ${ctx.actor.member_id}`;
    return {
      update: messageKey(chat.id, submission.edits),
      set: expr`SET ${assignments({ content: submission.message, turn_id: turn.turn_id })}`,
      when: isOwnUserMessage,
    };
  }
  const message: MessageRecord = {
    ...messageKey(chat.id, id),
    ...messageIndex(chat.id, id),
    id,
    chat_id: chat.id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    turn_id: turn.turn_id,
    role: "user",
    type: "user",
    content: submission.message,
    timestamp: iso(Math.max(now, timeOf(id))),
    metadata: null,
    ...(submission.upload_ids.length > 0 && { upload_ids: submission.upload_ids }),
  };
  return { put: message, when: expr`attribute_not_exists(#pk)` };
}

/**
 * An unknown integration on the durable route: the turn is kept as failed, without a user message, and the
 * `client_request_id` is consumed (rule 3 of the contract). Always throws, or answers an earlier acceptance.
 */
async function refuseIntegration(ctx: AcceptContext, chat: ChatRecord, turn: TurnRecord): Promise<Accepted> {
  const failure = new Failure("INTEGRATION_NOT_FOUND");
  const { index_pk: _pk, index_sk: _sk, ...closed } = turn;
  const { upload_ids: _uploads, saved_query_id: _query, parameters: _parameters, ...request } = closed.request;
  const failed: TurnRecord = {
    ...closed,
    // Nobody will run it: ids that were not even looked at are not kept.
    request,
    user_message_id: null,
    status: "failed",
    progress: null,
    completed_at: turn.created_at,
    error: { code: failure.code, message: failure.message, retryable: false, debug_id: turn.turn_id },
  };
  const outcome = await ctx.table.transact([
    { check: chatKey(chat.id), when: expr`#member_id = ${ctx.actor.member_id} AND attribute_not_exists(#deleted_at)` },
    newTurnWrite(failed),
  ]);
  if (outcome.done) throw failure;
  const earlier = outcome.refusals[1]?.item;
  if (!earlier) fail("CHAT_NOT_FOUND");
  // The refused write is the turn's, so what stands in its way is one, too.
  return replay(ctx, earlier as TurnRecord, turn.payload_hash);
}

/** A title from a first message: one line, 80 characters at most, cut at a word. */
export function titleFrom(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line.length <= 80) return line || "New chat";
  const cut = line
    .slice(0, 79)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 40)).trimEnd()}…`;
}
