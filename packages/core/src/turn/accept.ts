import { defaultAgent } from "../agent/agent.ts";
import { chatKey, type ChatRecord, isCut, isOwn, listCuts } from "../chat/record.ts";
import type { Base, MemberContext, WithFiles, WithQueue } from "../environment/context.ts";
import { fail, Failure } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { prune } from "../ledger/account.ts";
import { turnBudgets } from "../throttle/submission-budget.ts";
import { exhausted, limitsOf } from "../ledger/organization.ts";
import { refused as refusedBy } from "../ledger/refusal.ts";
import { reservationFor } from "../ledger/reservation.ts";
import { find as findIntegration, type IntegrationRecord } from "../integration/integration.ts";
import type { MessageRecord } from "../message/record.ts";
import type { Glanced } from "../store/gathered-reads.ts";
import { consistently } from "../store/table.ts";
import type { Write } from "../store/table-transactions.ts";
import { attachWrites } from "../upload/attach.ts";
import { chatWrite, endWrites, userMessageWrites } from "./acceptance-writes.ts";
import { checkReferences } from "./check-references.ts";
import { acceptedBefore, earlierTurn } from "./idempotency.ts";
import { releaseIfLost } from "./wake-or-end.ts";
import { type Acceptance, newTurn, newTurnWrite } from "./new-turn.ts";
import { payloadHash } from "./payload-hash.ts";
import { requestKey, type TurnRecord } from "./record.ts";
import { refuseIntegration } from "./refuse-integration.ts";
import { isTerminal } from "./state.ts";
import type { Submission } from "./submission.ts";

/** A turn's acceptance: `replayed` if the submission was accepted before. */
export interface Accepted {
  turn: TurnRecord;
  replayed: boolean;
  /** The chat's previous turn, if it was found lost and the chat was freed of it. */
  released?: string;
}

/** The acceptance was outrun, and the chat has to be read again; by this turn, if the chat was taken. */
interface Outrun {
  takenBy: string | undefined;
}

interface Options {
  /** Who claims the turn with its acceptance: a turn of the streamed route. */
  worker?: string;
  /** What is written in the same transaction. */
  also?: (turn: TurnRecord) => Write[];
}

type AcceptContext = MemberContext &
  WithFiles &
  WithQueue & {
    /** Rejects if the caller is not admitted after all. Nothing is written before it has resolved. */
    admitted?: Promise<unknown>;
    /** The chat, if it was read ahead (`readChat`). */
    chat?: Promise<ChatRecord | undefined>;
  };

/**
 * Accepts a submission: everything is checked, then chat, user message, turn and the member's budget are written in one
 * transaction. The turn is its own idempotency record.
 * Throws `Failure` with the codes of D19 and D24; none of them but INTEGRATION_NOT_FOUND consumes the `client_request_id`.
 */
export async function accept(ctx: AcceptContext, submission: Submission, options: Options = {}): Promise<Accepted> {
  const hash = submission.client_request_id === undefined ? undefined : payloadHash(submission);
  let released: string | undefined;
  // A turn whose worker was lost is settled here, once; then the chat is read again.
  for (let attempt = 0; ; attempt++) {
    const ahead = attempt === 0 ? ctx.chat : undefined;
    const { integration_id } = submission;
    const now = { ...ctx, table: consistently(ctx.table) };
    const [{ chat, earlier, isGone }, integration] = await Promise.all([
      readState(ctx, submission, ahead),
      integration_id === null ? undefined : findIntegration(now, integration_id),
      ctx.admitted,
    ]);
    if (earlier) return acceptedBefore(ctx, earlier, { submission, hash });
    // The request's own turn was there and is no more: neither is the chat as it was read beside it.
    if (isGone && attempt < 2) continue;
    if (chat.active_turn_id !== undefined) {
      const isReleased = attempt < 2 && (await releaseIfLost(ctx, chat.id, chat.active_turn_id));
      if (!isReleased) {
        // Read beside the chat, or less consistently, the request's own turn may have been missed: it may be the very one that runs.
        const missed = await earlierTurn(ctx, submission);
        if (missed) return acceptedBefore(ctx, missed, { submission, hash });
        fail("TURN_ALREADY_RUNNING", { turnId: chat.active_turn_id });
      }
      released = chat.active_turn_id;
      continue;
    }
    const outcome = await write(ctx, { submission, chat, integration, hash, ...options });
    if ("turn" in outcome) return { ...outcome, ...(released !== undefined && { released }) };
    if (attempt >= 3) fail("TURN_ALREADY_RUNNING", { turnId: outcome.takenBy });
  }
}

/** Reads the chat of a submission before it is known whose it is; `accept` shows it to its owner only. */
export const readChat = async (ctx: Base, chatId: string): Promise<ChatRecord | undefined> =>
  isUuid(chatId) ? ctx.table.get<ChatRecord>(chatKey(chatId), { consistent: true }) : undefined;

async function readState(ctx: AcceptContext, submission: Submission, ahead?: Promise<ChatRecord | undefined>) {
  if (!isUuid(submission.chat_id)) fail("CHAT_NOT_FOUND");
  const { chat_id, client_request_id } = submission;
  const isNamed = client_request_id !== undefined;
  const [found, earlier] = await Promise.all([
    ahead && !isNamed ? ahead : ctx.table.get<ChatRecord>(chatKey(chat_id), { consistent: true }),
    isNamed ? ctx.table.glance<TurnRecord>(requestKey(chat_id, client_request_id)) : undefined,
  ]);
  if (!isOwn(found, ctx.actor)) fail(submission.edits === undefined ? "CHAT_NOT_FOUND" : "MESSAGE_NOT_FOUND");
  if (submission.edits !== undefined && isCut(found, submission.edits)) fail("MESSAGE_NOT_FOUND");
  if (submission.agent_id !== undefined) {
    const bound = found.agent_id ?? (await defaultAgent(ctx))?.id;
    if (bound !== submission.agent_id) fail("CHAT_NOT_FOUND");
  }
  const current = earlier && (await asItIs(ctx, submission, earlier));
  return { chat: found, earlier: current, isGone: earlier?.item !== undefined && current === undefined };
}

/** A turn that was glanced at, as it is: what has ended never changes, what runs may have ended. */
const asItIs = async (
  ctx: Base,
  submission: Submission,
  { item, isCurrent }: Glanced<TurnRecord>,
): Promise<TurnRecord | undefined> =>
  item === undefined || isCurrent || isTerminal(item.status) ? item : earlierTurn(ctx, submission);

/**
 * Checks what the submission names, and its organization's limits. The request's own turn, which the read beside the chat may have
 * missed, comes before any refusal, and is then returned: what it names may have gone since it was accepted.
 */
async function check(ctx: AcceptContext, named: Pick<Written, "submission" | "chat" | "integration">) {
  try {
    const [bound, limits] = await Promise.all([checkReferences(ctx, named), limitsOf(ctx)]);
    const usedUp = bound.integrationFound ? await exhausted(ctx, limits) : undefined;
    if (usedUp) throw refusedBy(usedUp);
    // An unknown integration is refused by a turn of its own, which spends a budget first.
    const missed = bound.integrationFound ? undefined : await earlierTurn(ctx, named.submission);
    return missed ?? { bound, limits };
  } catch (error) {
    const missed = error instanceof Failure ? await earlierTurn(ctx, named.submission) : undefined;
    if (!missed) throw error;
    return missed;
  }
}

interface Written extends Pick<Acceptance, "submission" | "chat" | "hash"> {
  /** The one that the submission names, if it is there. */
  integration: IntegrationRecord | undefined;
}

async function write(ctx: AcceptContext, written: Options & Written): Promise<Accepted | Outrun> {
  const { submission, chat, integration, hash, worker, also } = written;
  const checked = await check(ctx, { submission, chat, integration });
  if ("turn_id" in checked) return acceptedBefore(ctx, checked, { submission, hash });
  const { bound, limits } = checked;
  const now = ctx.clock.now();
  const reserved = reservationFor(ctx, submission, limits, now);
  const acceptance: Acceptance = { submission, chat, hash, bound, now, worker };
  const turn = { ...newTurn(ctx, acceptance), ...(reserved && { reserved }) };
  if (!bound.integrationFound) return acceptedBefore(ctx, await refuseIntegration(ctx, chat, turn), acceptance);

  const chatUpdate = chatWrite(ctx, turn, acceptance);
  const userMessage = userMessageWrites(ctx, turn, submission);
  const ledger = turnBudgets(ctx, turn, { limits, isEdit: submission.edits !== undefined, now });
  const turnWrite = newTurnWrite(turn);
  const writes: Write[] = [
    chatUpdate,
    ...userMessage,
    turnWrite,
    ledger.write,
    ...attachWrites(ctx, bound.uploads, chat, turn.user_message_id ?? ""),
    ...(submission.edits === undefined ? [] : [listCuts(chat.id, now)]),
    ...endWrites(chat),
    ...(also?.(turn) ?? []),
  ];
  const outcome = await ctx.table.transact(writes);
  if (outcome.done) return { turn, replayed: false };

  const refused = (one: Write) => outcome.refusals[writes.indexOf(one)] ?? null;
  const earlier = refused(turnWrite)?.item;
  // The refused write is the turn's, so what is in its way is a turn, too.
  if (earlier && hash !== undefined) return acceptedBefore(ctx, earlier as TurnRecord, acceptance);
  // The chat was taken, deleted or edited since it was read.
  const outrun = refused(chatUpdate);
  // The refused write is the chat's, so what was in its way is the chat.
  if (earlier || outrun) return { takenBy: (outrun?.item as ChatRecord | undefined)?.active_turn_id };
  const changed = userMessage.map(refused).find((refusal) => refusal !== null);
  // What is in the way is the message, or what had it.
  if (changed) return write(ctx, { ...written, submission: changedSince(submission, changed.item as MessageRecord) });
  const overBudget = refused(ledger.write);
  if (overBudget) {
    const refusal = ledger.refusal(overBudget.item);
    if (refusal.dead.length === 0) throw refusedBy(refusal);
    await prune(ctx, ctx.actor.member_id, refusal.dead);
    return { takenBy: undefined };
  }
  fail("UPLOAD_NOT_FOUND");
}

/**
 * The same edit of a message that was in the item of another one, and has one of its own since it was found: it was rated, say.
 * Otherwise it was edited, by the turn that it then has; or it has gone.
 */
function changedSince({ edits_held, ...edit }: Submission, item: MessageRecord | undefined): Submission {
  const current = item?.id === edit.edits ? item : undefined;
  if (edit.edits !== undefined && !current) fail("MESSAGE_NOT_FOUND");
  if (edits_held && current?.turn_id === edit.edits_turn_id) return edit;
  fail("TURN_ALREADY_RUNNING", { turnId: current?.turn_id });
}
