import type { MessageRecord } from "@parley/core/message/record";
import { stepsIn } from "@parley/core/message/texts";
import { fromAttributes } from "@parley/core/store/attributes";
import { type Attributes, textOf } from "../store/attribute.ts";
import type { Change } from "../store/store.ts";

/** What a monitor needs to know about the world it watches. */
export interface MonitorOptions {
  find: (key: { pk: string; sk: string }) => Attributes | undefined;
  partition: (pk: string) => Attributes[];
  now: () => number;
  /** How far (ms) two clocks may be apart. */
  skew: number;
  /** How far (ms) the clock of a process is off. */
  skewOf: (process: string) => number;
  /** Turns whose queue message died. */
  deadLetters: () => Set<string>;
  /** True for a connection that is open, or may still be. */
  isThere: (connectionId: string) => boolean;
  /** The process whose write this is. */
  writer: () => string;
  violated: (what: string) => void;
}

/** What a monitor knows: the world, and what it saw of it. */
export interface Watched extends MonitorOptions {
  /** The connections that were let in with a token. */
  letIn: Map<string, Set<string>>;
  /** The process that claimed a turn last. */
  claimants: Map<string, string>;
  acceptors: Map<string, string>;
  /** What each turn was asked: a turn whose message is deleted forgets it. */
  asked: Map<string, string>;
  /** The greatest message id of each chat so far, and the messages that were taken out of it. */
  greatest: Map<string, string>;
  hidden: Map<string, Set<string>>;
  /** The messages that each chat last showed. */
  shown: Map<string, Set<string>>;
  endedLate: Set<string>;
  /** Accepted turns in the order of their commitment: when the acceptance says it was, and when it was committed. */
  admitted: { at: number; committed: number; isEdit: boolean }[];
}

export const startWatching = (options: MonitorOptions): Watched => ({
  ...options,
  letIn: new Map(),
  claimants: new Map(),
  acceptors: new Map(),
  asked: new Map(),
  greatest: new Map(),
  hidden: new Map(),
  shown: new Map(),
  endedLate: new Set(),
  admitted: [],
});

/** True if a time was surely not over yet. */
export const isAhead = ({ skew, now }: Watched, time: number | undefined): boolean =>
  time !== undefined && time - skew >= now();

export const chatOf = ({ find }: Watched, pk: string): Attributes | undefined => find({ pk, sk: "CHAT" });

export const isOfKind = (change: Change, kind: string): boolean => change.sk.startsWith(`${kind}#`);
export const isTurn = (change: Change, id: string | undefined): boolean =>
  isOfKind(change, "TURN") && id !== undefined && textOf(change.after?.["turn_id"]) === id;
export const statusOf = (item: Attributes | undefined): string | undefined => textOf(item?.["status"]);
export const isOpen = (item: Attributes | undefined): boolean => statusOf(item) === "in_progress";
export const activeTurn = (chat: Attributes | undefined): string | undefined => textOf(chat?.["active_turn_id"]);

/** The messages before it in a message's item. */
export const stepsOf = (item: Attributes | undefined): MessageRecord[] =>
  // The item of a message.
  item?.["first_step"] ? stepsIn(fromAttributes(item) as MessageRecord) : [];
export const stepIds = (item: Attributes | undefined): string[] => stepsOf(item).map(({ id }) => id);

/** The id of the question that a turn alone has. */
export const heldQuestion = (turn: Attributes | undefined): string | undefined =>
  turn?.["asks"] && isOpen(turn) ? textOf(turn["user_message_id"]) : undefined;

/** True for a message that an edit or a deletion took out of its chat. */
export const isHidden = (chat: Attributes | undefined, id: string): boolean =>
  (chat?.["cuts"]?.L ?? []).some(({ M }) => (textOf(M?.["from"]) ?? "") <= id && id <= (textOf(M?.["to"]) ?? ""));
