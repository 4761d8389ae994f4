import { settings } from "./settings.ts";

const { accountConcurrency, queuedTurns: wanted } = settings.capacity;

/**
 * Environments of the account that are reserved for one function each, so that a burst of answers keeps neither people from
 * signing in nor frames from being read. AWS wants 100 left for all others, and gives a new account 10 in all: such an
 * account reserves nothing and shares what it has.
 */
const canReserve = accountConcurrency >= 1_000;
export const reserved = {
  auth: canReserve ? Math.floor(accountConcurrency * 0.05) : 0,
  socket: canReserve ? Math.floor(accountConcurrency * 0.1) : 0,
};

/** Durable turns that run at once: never more than half of the account's environments. SQS takes no less than 2. */
export const queuedTurns = Math.max(2, Math.min(wanted, Math.floor(accountConcurrency / 2)));
