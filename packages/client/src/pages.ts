import type { Answer } from "./http.ts";
import { type Reply, replyOf } from "./reply.ts";

/** One page of a list. */
export interface Page<Item, Data = unknown> {
  items: Item[];
  /** Where the next page begins; null on the last one. */
  next_cursor: string | null;
  hasMore: boolean;
  /** The answer as it came, with what it says beside its items. */
  data: Data;
  /** The page after this one. Throws `RangeError` on the last one. */
  next(): Pages<Item, Data>;
}

/** A list in pages: awaited it is the first page; iterated it is every item of all pages. */
export interface Pages<Item, Data = unknown> extends Reply<Page<Item, Data>>, AsyncIterable<Item> {}

/** Asks for the page at a cursor; without one for the first. */
type Ask = (cursor?: string) => Promise<Answer<unknown>>;

function pageOf(field: string, ask: Ask, data: unknown): Page<unknown> {
  // The service has parsed it through the operation's schema.
  const { [field]: items, next_cursor: cursor = null } = data as Record<string, unknown[]> & {
    next_cursor?: string | null;
  };
  return {
    items: items ?? [],
    next_cursor: cursor,
    hasMore: cursor !== null,
    data,
    next: () =>
      cursor === null
        ? pages(field, ask, Promise.reject(new RangeError("The last page")))
        : pages(field, ask, ask(cursor)),
  };
}

async function* itemsFrom(first: Promise<Page<unknown>>): AsyncGenerator<unknown, void, undefined> {
  for (let page = await first; ; page = await page.next()) {
    yield* page.items;
    if (!page.hasMore) return;
  }
}

function pages(field: string, ask: Ask, sent: Promise<Answer<unknown>>): Pages<unknown> {
  const first = replyOf(sent.then(({ data, response }) => ({ data: pageOf(field, ask, data), response })));
  return Object.assign(first, { [Symbol.asyncIterator]: () => itemsFrom(first) });
}

/** The pages of a list whose items are in `field` of each answer. The first one is asked for at once. */
export const pagesOf = (field: string, ask: Ask): Pages<unknown> => pages(field, ask, ask());
