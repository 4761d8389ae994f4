import { lambdaFunction, type EntryModule, type LambdaFunction } from "./runtime.ts";
import type { Log } from "../process/log.ts";

export type Entries = Record<string, () => Promise<EntryModule>>;

/** The service's Lambda entries. They read their environment when imported, so nothing is imported before it is set. */
export const serviceEntries: Entries = {
  auth: () => import("@parley/functions/lambda/auth"),
  catalog: () => import("@parley/functions/lambda/catalog"),
  chats: () => import("@parley/functions/lambda/chats"),
  stream: () => import("@parley/functions/lambda/stream"),
  turns: () => import("@parley/functions/lambda/turns"),
  uploads: () => import("@parley/functions/lambda/uploads"),
  voice: () => import("@parley/functions/lambda/voice"),
  audio: () => import("@parley/functions/lambda/audio"),
  memories: () => import("@parley/functions/lambda/memories"),
  rules: () => import("@parley/functions/lambda/rules"),
  admin: () => import("@parley/functions/lambda/admin"),
  sources: () => import("@parley/functions/lambda/sources"),
  quality: () => import("@parley/functions/lambda/quality"),
  docs: () => import("@parley/functions/lambda/docs"),
  socket: () => import("@parley/functions/lambda/socket"),
  worker: () => import("@parley/functions/lambda/worker"),
  "dead-letters": () => import("@parley/functions/lambda/dead-letters"),
  sweeper: () => import("@parley/functions/lambda/sweeper"),
};

const minute = 60_000;

/** Seconds a function may take: a gateway waits 29, a turn may take a quarter of an hour. */
const timeouts: Record<string, number> = {
  stream: 15 * minute,
  worker: 15 * minute,
  "dead-letters": minute,
  sweeper: minute,
};

export interface Functions {
  find(name: string): LambdaFunction | undefined;
  /** Throws for an unknown name: a route names an entry that does not exist. */
  get(name: string): LambdaFunction;
  warm(): Promise<void>;
}

export function functionsOf(entries: Entries, log: Log): Functions {
  const all = new Map(
    Object.entries(entries).map(([name, load]) => [
      name,
      lambdaFunction({ name, load, timeoutMs: timeouts[name] ?? 29_000, log }),
    ]),
  );
  const find = (name: string) => all.get(name);
  return {
    find,
    get(name) {
      const found = find(name);
      if (!found) throw new Error(`There is no function ${name}`);
      return found;
    },
    async warm() {
      await Promise.all([...all.values()].map((one) => one.warm()));
    },
  };
}
