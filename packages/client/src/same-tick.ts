import { unlessAborted } from "./abort.ts";
import { ValidationError } from "./errors.ts";

export interface Waiting<Item, Result> {
  item: Item;
  signal: AbortSignal;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
  /** Takes it from its request, which the last one to leave stops. */
  leave: () => void;
}

/**
 * Makes a function that sends what it is given within one tick together: `pack` sorts items into the fewest requests that take
 * them, `send` makes one of those, whose results are in the order of the items. One that is aborted or refused takes none of the
 * others with it.
 */
export function sameTick<Item, Result>(
  pack: (items: Waiting<Item, Result>[]) => Waiting<Item, Result>[][],
  send: (items: Item[], signal: AbortSignal) => Promise<Result[]>,
) {
  let waiting: Waiting<Item, Result>[] = [];

  async function deliver(group: Waiting<Item, Result>[]): Promise<void> {
    const stop = new AbortController();
    let left = group.length;
    const leave = () => {
      left -= 1;
      if (left === 0) stop.abort();
    };
    const items = group.map((one) => {
      one.leave = leave;
      return one.item;
    });
    try {
      const results = await send(items, stop.signal);
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result); // One for each, says the contract.
    } catch (error) {
      // The service refuses all of them for one: which, each finds out alone.
      const isShared = error instanceof ValidationError && items.length > 1;
      for (const one of group) {
        if (!isShared) one.reject(error);
        else if (!one.signal.aborted) void deliver([one]);
      }
    }
  }

  const flush = () => {
    const wanted = waiting.filter(({ signal }) => !signal.aborted);
    waiting = [];
    for (const group of pack(wanted)) void deliver(group);
  };

  return (item: Item, signal: AbortSignal): Promise<Result> => {
    let leave = () => {};
    const result = new Promise<Result>((resolve, reject) => {
      const entry = { item, signal, resolve, reject, leave };
      leave = () => entry.leave();
      if (waiting.push(entry) === 1) setTimeout(flush);
    });
    return unlessAborted(result, signal).finally(leave);
  };
}
