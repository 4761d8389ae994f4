import { settings } from "./settings.ts";

const { accountConcurrency, queuedTurns: wanted } = settings.capacity;

/**
 * Environments kept free for one function each, out of the account's, so that a burst of answers neither keeps people from
 * signing in nor frames from being taken. AWS wants 100 left for all others, and gives a new account 10 in all: such an
 * account reserves nothing, and shares what there is.
 */
const canReserve = accountConcurrency >= 1_000;
export const reserved = {
  auth: canReserve ? Math.floor(accountConcurrency * 0.05) : 0,
  socket: canReserve ? Math.floor(accountConcurrency * 0.1) : 0,
};

/** Durable turns that run at once: never more than half of the account's environments. SQS takes no less than 2. */
export const queuedTurns = Math.max(2, Math.min(wanted, Math.floor(accountConcurrency / 2)));
