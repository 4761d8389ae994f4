import type { Clock } from "./clock.ts";
import type { Files } from "../store/files.ts";
import type { Ids } from "./ids.ts";
import type { NamedKey } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { Table } from "../store/table.ts";
import type { TurnQueue, WorkerInvoker } from "../wake/wake.ts";

/** What every verb may use, made once per environment at the entry. */
export interface Base {
  table: Table;
  clock: Clock;
  ids: Ids;
  settings: Settings;
  secrets: Secrets;
}

/** Secrets, read when first needed: a missing one is a fault of the deployment, not of the request. */
export interface Secrets {
  signingKeys(): [NamedKey, ...NamedKey[]];
  encryptionKeys(): [NamedKey, ...NamedKey[]];
  /** A provider's key, or undefined if it is not configured. */
  optional(name: ProviderSecret): string | undefined;
}

export type ProviderSecret =
  | "ModelApiKey"
  | "AnthropicApiKey"
  | "OpenaiApiKey"
  | "EmbeddingApiKey"
  | "TranscribeApiKey"
  | "LivekitApiSecret";

export interface WithFiles {
  files: Files;
}

/** The queue of durable turns: whoever meets a waiting turn wakes a worker (D58). */
export interface WithQueue {
  queue: TurnQueue;
}

/** How turns are woken: the queue for durable ones, an asynchronous invocation for those that are watched. */
export interface WithWakes extends WithQueue {
  worker: WorkerInvoker;
}

/** A member, as the token names one. The role is read from the table. */
export interface Actor {
  organization_id: string;
  member_id: string;
  /** When the access token was issued (unix seconds) that this is said by; absent where no token says it. */
  issued_at?: number;
}

/** The context of a request made by a member. */
export interface MemberContext extends Base {
  actor: Actor;
}

/** The organization's context: what a worker or the operator acts for. */
export interface OrganizationContext extends Base {
  actor: { organization_id: string };
}
