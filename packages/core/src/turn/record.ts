import type { ProcessingStatus } from "@parley/contract/event";
import type { Usage } from "@parley/contract/message";
import type { AttachedFile, TurnError, TurnStatus } from "@parley/contract/turn";
import { createHash } from "node:crypto";
import { tailOf, tailText } from "../environment/ids.ts";
import type { JsonText } from "../store/json-text.ts";
import type { Consumption } from "../ledger/meter.ts";
import type { Reservation } from "../ledger/reservation.ts";
import { chatPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";

/** The three ways a message takes (D20). */
export type TurnRoute = "stream" | "socket" | "durable";

/** What the answer is made from, beside the chat. */
export interface TurnRequest {
  message: string;
  model: string | null;
  integration_id: string | null;
  scoped_project_ids: string[];
  upload_ids: string[];
  saved_query_id: string | null;
  parameters: Record<string, string>;
  attached_files: AttachedFile[];
  open_schedule: JsonText<Record<string, unknown>> | null;
}

/** The request as it is kept with its turn, so that any worker can run it: without what is empty. */
export type KeptRequest = Pick<TurnRequest, "message"> & Partial<TurnRequest>;

const isEmpty = (value: unknown) =>
  value === null || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** Writing a turn costs by the KB, twice that in a transaction: names of empty fields are a good part of one. */
export const keptRequest = (request: TurnRequest): KeptRequest => ({
  ...Object.fromEntries(Object.entries(request).filter(([, value]) => !isEmpty(value))),
  message: request.message,
});

const nothing: Omit<TurnRequest, "message"> = {
  model: null,
  integration_id: null,
  scoped_project_ids: [],
  upload_ids: [],
  saved_query_id: null,
  parameters: {},
  attached_files: [],
  open_schedule: null,
};

/** A turn's request as it was made. */
export const requestOf = ({ request }: Pick<TurnRecord, "request">): TurnRequest => ({ ...nothing, ...request });

export interface TurnRecord extends Item {
  turn_id: string;
  chat_id: string;
  organization_id: string;
  member_id: string;
  /** When the access token was issued (unix seconds) that it was submitted with; absent in turns from before this was kept. */
  issued_at?: number;
  agent_id: string | null;
  route: TurnRoute;
  user_message_id: string | null;
  /** Greatest message id of the chat at acceptance: what the turn writes gets greater ones. */
  message_floor: string;
  request: KeptRequest;
  /** True while the question is kept here alone: it gets its place among the messages when the turn ends (`message/asked.ts`). */
  asks?: true;
  /** What its `client_request_id` stands for; absent if it was accepted without one. */
  payload_hash?: string;
  status: TurnStatus;
  /** How often a worker has claimed the turn. */
  attempt: number;
  /** The worker that holds the lease, and until when (ms). Absent: the turn has not been claimed yet. */
  worker?: string;
  lease_until?: number;
  /** When a worker was last woken for the waiting turn (ms), and how often since it was accepted or claimed (`wake-again.ts`). */
  woken_at?: number;
  wakes?: number;
  /** Unclaimed interactive turns are lost at this time (ms): no worker is coming for them. */
  claim_by?: number;
  /** The turn fails at this time (ms), whatever it is doing (D25). */
  deadline: number;
  /** Set by cancel, interrupt, edit, delete: the worker stops at its next beat. */
  cancel_requested?: boolean;
  /** The socket's connection that watches the turn. */
  connection_id?: string;
  /** True if an edit on that connection says `interrupted` itself, before its own turn begins. */
  told_by_edit?: boolean;
  /** How long (ms) after the acceptance its chat may stay where it then was in the member's list (`chat/place.ts`); until it is claimed. */
  stays_ms?: number;
  /** What its acceptance took from the member's ledger. */
  reserved?: Reservation;
  /** What its workers had used at their last beat; a run that follows has the rest. */
  spent?: Consumption;
  /** True once an edit or a deletion has cut its messages out of the chat and they were removed: its words are gone. */
  is_forgotten?: boolean;
  /** What was said last of a turn that runs, as its lease told it; absent until then. */
  progress?: ProcessingStatus | null;
  assistant_message_id: string | null;
  error: TurnError | null;
  usage: Usage | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

const keyOf = (chatId: string, tail: string): Key => ({ pk: chatPk(chatId), sk: `TURN#${tail}` });

/** The last bytes of the id of the turn that a `client_request_id` of the chat becomes. */
export const requestTail = (chatId: string, clientRequestId: string): Uint8Array =>
  createHash("sha256").update(`${chatId}\n${clientRequestId}`).digest().subarray(0, 8);

/**
 * A turn is kept under the tail of its id. Where that follows from its `client_request_id`, the turn is its own idempotency
 * record (D24), as long as the chat: one item instead of two, and a replay finds the turn without knowing when it was.
 */
export const turnKey = (chatId: string, turnId: string): Key => keyOf(chatId, tailOf(turnId));

/** Where the turn of a `client_request_id` is. */
export const requestKey = (chatId: string, clientRequestId: string): Key =>
  keyOf(chatId, tailText(requestTail(chatId, clientRequestId)));

/** Partitions of the index of open turns, so that a burst does not write to one. */
export const OPEN_SHARDS = 8;
export const openIndexPk = (shard: number) => `OPEN#${shard}`;

/** Index entry of a turn that has not ended, for the sweeper: the oldest first, told apart by the keys of their items. */
export const openIndex = (turnId: string, createdAt: string) => ({
  index_pk: openIndexPk(Number.parseInt(turnId.slice(-2), 16) % OPEN_SHARDS),
  index_sk: createdAt,
});
