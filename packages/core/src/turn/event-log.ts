import { limits } from "@parley/contract/limits";
import type { Base } from "../environment/context.ts";
import { deflated, inflated } from "../store/deflated.ts";
import { chatPk } from "../store/keys.ts";
import { ttlAttribute } from "../store/table-definition.ts";
import type { Item } from "../store/table-item.ts";
import { type LoggedEvent, packed, type PackedEvents, unpacked } from "./packed-events.ts";
import type { TurnRecord } from "./record.ts";

/** Bytes of a batch beside its events: keys, names and when it expires. */
const AROUND_BATCH_BYTES = 128;
/** A batch of up to a KB is as cheap as any: larger ones are deflated. */
const PLAIN_BATCH_BYTES = 1024 - AROUND_BATCH_BYTES;

interface EventBatch extends Item {
  events: PackedEvents | Uint8Array;
  ttl: number;
}

/** Places of a run start here, so that a second run's are greater than the first one's. */
export const firstSeq = (attempt: number) => (Math.max(1, attempt) - 1) * 1_000_000 + 1;

/** The last place of a run: the place of an end that was never logged. */
export const lastSeq = (attempt: number) => firstSeq(attempt) + 999_998;

/** Where the log of a turn is in its chat. */
export const eventsPrefix = (turnId: string) => `EVENT#${turnId}#`;
const batchSk = (turnId: string, seq: number) => `${eventsPrefix(turnId)}${String(seq).padStart(9, "0")}`;

const eventsOf = ({ events }: EventBatch): LoggedEvent[] =>
  unpacked(typeof events === "string" ? events : inflated(events));

/** Writes a batch of events under the place of its last one. Events of tools are in the log like all others. */
export async function append(ctx: Base, turn: TurnRecord, events: readonly LoggedEvent[]): Promise<void> {
  const last = events.at(-1);
  if (!last) return;
  const text = packed(events);
  await ctx.table.put({
    pk: chatPk(turn.chat_id),
    sk: batchSk(turn.turn_id, last.seq),
    events: Buffer.byteLength(text) > PLAIN_BATCH_BYTES ? deflated(text) : text,
    [ttlAttribute]: Math.floor(ctx.clock.now() / 1000) + limits.event_log_lifetime,
  });
}

/** The events of a turn's present run after `seq`, in order; those of a lost run are skipped. */
export async function readAfter(ctx: Base, turn: TurnRecord, seq: number): Promise<LoggedEvent[]> {
  const from = Math.max(seq + 1, firstSeq(turn.attempt));
  // A place beyond the run's is not in the log, and the table does not take a range that ends before it begins.
  if (from > lastSeq(turn.attempt)) return [];
  const batches = await ctx.table.queryAll<EventBatch>({
    pk: chatPk(turn.chat_id),
    between: [batchSk(turn.turn_id, from), batchSk(turn.turn_id, lastSeq(turn.attempt))],
    consistent: true,
  });
  return living(ctx, batches).flatMap((batch) => eventsOf(batch).filter((event) => event.seq >= from));
}

/** The last event of a turn's present run that is in the log. */
export async function readLast(ctx: Base, turn: TurnRecord): Promise<LoggedEvent | undefined> {
  const { items } = await ctx.table.query<EventBatch>({
    pk: chatPk(turn.chat_id),
    between: [batchSk(turn.turn_id, firstSeq(turn.attempt)), batchSk(turn.turn_id, lastSeq(turn.attempt))],
    descending: true,
    limit: 1,
    consistent: true,
  });
  return living(ctx, items).flatMap(eventsOf).at(-1);
}

/** TTL may take its time to remove what has expired. */
const living = (ctx: Base, batches: EventBatch[]) => batches.filter((batch) => batch.ttl > ctx.clock.now() / 1000);
