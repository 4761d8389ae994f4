import type { Base } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import type { LoggedEvent } from "./packed-events.ts";
import type { TurnRecord } from "./record.ts";

/** Where a turn's events go while it runs: a response stream or a socket. It is called again only after it has finished. */
export type Watcher = (event: LoggedEvent) => Promise<void>;

/** A turn that is cut short waits at most twice this long (ms) until what it has said is delivered. */
const DELIVERY_PATIENCE_MS = 2_000;

/** Hands a turn's events to its watcher, in order. A watcher that fails is given up; the turn goes on. */
export function createDelivery({ clock }: Base, { turn_id }: TurnRecord, watcher: Watcher | undefined) {
  let watching = watcher;
  let delivered = "";
  /** The part of it that has been passed to the watcher, at least in part. */
  let begun = "";
  let sending: Promise<void> = Promise.resolve();

  /** True when everything is delivered, false when that takes longer than `DELIVERY_PATIENCE_MS`. */
  async function isSent(): Promise<boolean> {
    const waited = new AbortController();
    const patience = clock.sleep(DELIVERY_PATIENCE_MS, waited.signal).then(() => false);
    const isInTime = await Promise.race([sending.then(() => true), patience]);
    waited.abort();
    return isInTime;
  }

  return {
    send(logged: LoggedEvent) {
      const { event } = logged;
      if (event.event === "text_delta") delivered += event.data.content;
      if (!watching) return;
      sending = sending.then(async () => {
        if (watching && event.event === "text_delta") begun += event.data.content;
        try {
          await watching?.(logged);
        } catch (error) {
          watching = undefined;
          log("info", "no watcher is left", { turn_id }, error);
        }
      });
    },

    /** True while there is a watcher. */
    isWatched: () => watching !== undefined,

    /** The text delivered so far, or still to be; once a delivery was cut short, what was on its way by then. */
    delivered: () => delivered,

    /** Resolves when everything is delivered. */
    sent: () => sending,

    /**
     * Waits until what was sent is delivered, but not for ever: a socket may hang. What is not on its way after the first
     * wait is not sent; what is still on its way after the second may arrive later, as a turn's end has to come.
     */
    async handedOver(): Promise<void> {
      if (await isSent()) return;
      watching = undefined;
      delivered = begun;
      await isSent();
    },
  };
}
