import type { MemberContext } from "../environment/context.ts";
import type { Key } from "../store/table-item.ts";
import { lowestBeside, mayStay, placeIn, placeOf } from "./place.ts";
import { chatKey, type ChatRecord, isOwn } from "./record.ts";

/** Entries of the index that are read beyond a page: as a rule the first of them says that no other chat belongs to it. */
const ENTRIES_BEYOND = 5;
/** Entries that are read at once where many chats had their places within minutes. */
const ENTRIES_AT_ONCE = 1_000;

interface Entry extends Key {
  index_sk: string;
}

/** A chat, and its place by its last update. */
export interface Listed {
  place: string;
  chat: ChatRecord;
}

/** A page of a list of chats. */
export interface Wanted {
  /** The list's partition of the index. */
  index_pk: string;
  limit: number;
  /** The place of the last chat before the page. */
  before: string | undefined;
}

/** Chats, the latest first. `next`: the place after which there may be more. */
export interface Latest {
  chats: Listed[];
  next: string | undefined;
}

/** Reads a page's entries of the index in their order, and the chats that they stand for. */
function reader(ctx: MemberContext, { index_pk, before }: Wanted) {
  let after: Record<string, unknown> | undefined =
    before === undefined
      ? undefined
      : { index_pk, index_sk: before, ...chatKey(before.slice(before.indexOf("#") + 1)) };
  let isAtEnd = false;
  /** Entries that were read and not taken yet. */
  const entries: Entry[] = [];
  const known = new Map<string, Listed | undefined>();

  /** A chat as it is listed; undefined where it is not, or no longer, after the cursor: it was deleted, or updated since it was given its place. */
  function listed({ index_sk }: Entry, chat: ChatRecord | undefined): Listed | undefined {
    if (!isOwn(chat, ctx.actor)) return undefined;
    const [entered, updated] = [placeIn(index_sk), placeOf(chat.updated_at, chat.id)];
    // One of the two may be read as it was a moment ago.
    const place = entered > updated ? entered : updated;
    return before === undefined || place < before ? { place, chat } : undefined;
  }

  /** Has at least so many entries at hand, if there are as many. */
  async function have(count: number): Promise<void> {
    while (entries.length < count && !isAtEnd) {
      const limit = count - entries.length;
      const { items, next } = await ctx.table.query<Entry>({
        pk: index_pk,
        index: true,
        descending: true,
        limit,
        after,
      });
      entries.push(...items);
      after = next;
      isAtEnd = next === undefined;
    }
  }

  /** Looks up the chats of these entries. */
  async function look(some: readonly Entry[]): Promise<void> {
    const unknown = some.filter(({ pk }) => !known.has(pk));
    if (unknown.length === 0) return;
    const chats = await ctx.table.getMany<ChatRecord>(unknown);
    for (const [at, entry] of unknown.entries()) known.set(entry.pk, listed(entry, chats[at]));
  }

  return { entries, known, have, look, isAtEnd: () => isAtEnd };
}

/**
 * A page of the member's chats in the order of their last updates (D16). Chats may have stayed below their places: so those whose
 * entries are less than `PLACE_STAYS_MS` below the page's last one are looked up, too, where they bear the mark of it. That is bounded
 * by what a member may ask within some minutes; other entries are passed over.
 */
export async function latest(ctx: MemberContext, wanted: Wanted): Promise<Latest> {
  const { entries, known, have, look, isAtEnd } = reader(ctx, wanted);
  // As many as are wanted, in the order of the index: nothing that was updated before the last of these is on the page.
  for (let missing = wanted.limit; missing > 0;) {
    await have(missing + ENTRIES_BEYOND);
    const taken = entries.splice(0, missing);
    const last = taken.at(-1);
    if (!last) break;
    const lowest = lowestBeside(last.index_sk);
    while (!isAtEnd() && (entries.at(-1)?.index_sk ?? lowest) >= lowest) await have(entries.length + ENTRIES_AT_ONCE);
    await look([...taken, ...entries.filter(({ index_sk }) => mayStay(index_sk) && index_sk >= lowest)]);
    missing -= taken.filter(({ pk }) => known.get(pk) !== undefined).length;
  }
  const found = [...known.values()].filter((one) => one !== undefined);
  const chats = found.toSorted((one, other) => (one.place < other.place ? 1 : -1)).slice(0, wanted.limit);
  const isWhole = isAtEnd() && found.length === chats.length && entries.every(({ pk }) => known.has(pk));
  return { chats, next: isWhole ? undefined : chats.at(-1)?.place };
}
