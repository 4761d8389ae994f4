import { limits } from "@parley/contract/limits";
import { policies } from "@parley/core/throttle/policies";
import { timeOf } from "@parley/core/environment/ids";
import { type Attributes, equal, numberOf, textOf } from "../store/attribute.ts";
import type { Change } from "../store/store.ts";
import { textFor } from "./answerer.ts";

const noId = "00000000-0000-7000-8000-000000000000";

type Partition = (pk: string) => Attributes[];

const isOfKind = (change: Change, kind: string) => change.sk.startsWith(`${kind}#`);
const isTurn = (change: Change, id: string | undefined) =>
  isOfKind(change, "TURN") && id !== undefined && textOf(change.after?.["turn_id"]) === id;
const status = (item: Attributes | undefined) => textOf(item?.["status"]);
const isOpen = (item: Attributes | undefined) => status(item) === "in_progress";
const activeTurn = (chat: Attributes | undefined) => textOf(chat?.["active_turn_id"]);
const isAnswer = (message: Attributes | undefined) =>
  ["final", "scope_notice"].includes(textOf(message?.["type"]) ?? "");
const isPartial = (message: Attributes | undefined) =>
  textOf(message?.["metadata"])?.includes('"partial":true') ?? false;
const messageText = (turn: Attributes) => textOf(turn["request"]?.M?.["message"]) ?? "";

/** True for a message that an edit or a deletion took out of its chat. */
export const isHidden = (chat: Attributes | undefined, id: string): boolean =>
  (chat?.["cuts"]?.L ?? []).some(({ M }) => (textOf(M?.["from"]) ?? "") <= id && id <= (textOf(M?.["to"]) ?? ""));

export type Monitor = ReturnType<typeof createMonitor>;

/**
 * Watches every change of the table and reports what must never happen. It knows the protocol's promises, not its code:
 * one running turn per chat, one terminal state per turn, one user message and at most one answer, ids in order, nothing
 * that was taken out comes back, no lease is taken while it runs.
 */
export function createMonitor(options: {
  partition: Partition;
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
}) {
  const { partition, now, skew, skewOf, deadLetters, isThere, writer, violated } = options;
  /** The connections that were let in with a token. */
  const letIn = new Map<string, Set<string>>();
  /** The process that claimed a turn last. */
  const claimants = new Map<string, string>();
  const acceptors = new Map<string, string>();
  /** What each turn was asked: a turn whose message is deleted forgets it. */
  const asked = new Map<string, string>();
  /** True when a time was surely not over yet. */
  const isAhead = (time: number | undefined) => time !== undefined && time - skew >= now();
  /** The greatest message id of each chat so far, and the messages that were taken out of it. */
  const greatest = new Map<string, string>();
  const hidden = new Map<string, Set<string>>();
  const endedLate = new Set<string>();
  /** Accepted turns in the order of their commitment: when the acceptance says it was, and when it was committed. */
  const admitted: { at: number; committed: number; isEdit: boolean }[] = [];

  function turnChange({ pk, sk, before, after }: Change, all: readonly Change[]) {
    const name = textOf((after ?? before)?.["turn_id"]) ?? sk;
    const chat = chatOf(pk);
    if (!after) {
      if (chat && !chat["deleted_at"]) violated(`turn ${name} was removed from a living chat`);
      return;
    }
    const route = textOf(after["route"]);
    const attempt = numberOf(after["attempt"]) ?? 0;
    if (!before) return created(name, pk, after, all);
    if (textOf(before["turn_id"]) !== name) violated("a request id was taken twice");
    if (!isOpen(before)) {
      const isSame = ["status", "completed_at", "assistant_message_id", "error", "attempt"].every((field) => {
        const [old, current] = [before[field], after[field]];
        return old === current || (old !== undefined && current !== undefined && equal(old, current));
      });
      if (!isSame) violated(`turn ${name} changed after its end (${status(before)} → ${status(after)})`);
      return;
    }
    const lease = numberOf(before["lease_until"]);
    const earlier = numberOf(before["attempt"]) ?? 0;
    if (attempt > (route === "durable" ? 2 : 1)) violated(`turn ${name} (${route}) ran ${attempt} times`);
    if (textOf(before["worker"]) !== textOf(after["worker"])) {
      if (isAhead(lease)) violated(`turn ${name} was claimed while its lease ran`);
      if (attempt !== earlier + 1) violated(`turn ${name} was claimed without being counted`);
      claimants.set(name, writer());
    }
    woken(name, before, after);
    if (!isOpen(after)) ended(name, pk, before, after, all);
  }

  /** Every wake of a worker is noted: a minute is left between two messages, twice that before the next, and so on. */
  function woken(name: string, before: Attributes, after: Attributes) {
    const [last, next] = [numberOf(before["woken_at"]), numberOf(after["woken_at"])];
    if (next === undefined || next === last) return;
    if (isAhead(numberOf(after["lease_until"]))) violated(`turn ${name} was woken while it was held`);
    const wait = Math.min(60_000 * 2 ** ((numberOf(before["wakes"]) ?? 0) - 1), 16 * 60_000);
    if (last !== undefined && Math.abs(next - last) < wait - skew)
      violated(`turn ${name} was woken after ${next - last} ms`);
  }

  function created(name: string, pk: string, turn: Attributes, all: readonly Change[]) {
    if (timeOf(name) > now() + skewOf(writer()) + 70_000) violated(`turn ${name} is ahead of the clock that made it`);
    // An unknown integration on the durable route: kept as failed, without a message.
    if (status(turn) === "failed" && turn["user_message_id"]?.NULL) return;
    asked.set(name, messageText(turn));
    const userMessage = textOf(turn["user_message_id"]) ?? "";
    const chat = chatOf(pk);
    const visible = partition(pk)
      .map((item) => textOf(item["sk"]) ?? "")
      .filter((sk) => sk.startsWith("MESSAGE#") && !isHidden(chat, sk.slice("MESSAGE#".length)));
    if (!visible.includes(`MESSAGE#${userMessage}`)) violated(`turn ${name} asks something that is not shown`);
    if (visible.some((sk) => sk > `MESSAGE#${userMessage}`))
      violated(`turn ${name} was accepted before the end of its chat`);
    const message = all.find(({ sk }) => sk === `MESSAGE#${userMessage}`);
    if (!message?.after) violated(`turn ${name} was accepted without its user message`);
    if (textOf(message?.after?.["content"]) !== messageText(turn))
      violated(`turn ${name} has another message than its own`);
    acceptors.set(name, writer());
    if (turn["worker"]) claimants.set(name, writer());
    const at = Date.parse(textOf(turn["created_at"]) ?? "");
    admitted.push({ at, committed: now(), isEdit: message?.before !== undefined });
    budget();
  }

  /** The sliding windows of the submission budget, for admissions that were committed as soon as they were decided. */
  function budget() {
    if (skew > 0) return;
    for (const { seconds, count } of policies.submission) {
      const since = now() - seconds * 1000;
      const counted = admitted.filter(({ at, isEdit }) => at > since && !isEdit);
      const isPrompt = counted.every(({ at, committed }) => committed - at < 1_000);
      if (isPrompt && counted.length > count) violated(`${counted.length} submissions within ${seconds} s`);
    }
  }

  function ended(name: string, pk: string, before: Attributes, after: Attributes, all: readonly Change[]) {
    const end = status(after);
    const chat = chatOf(pk);
    const isAlive = chat !== undefined && !chat["deleted_at"];
    const lease = numberOf(before["lease_until"]);
    const code = textOf(after["error"]?.M?.["code"]);
    const added = all.filter((change) => isOfKind(change, "MESSAGE") && change.after && !change.before);
    const answers = added.filter((change) => isAnswer(change.after));
    if (answers.length > 1) violated(`turn ${name} has ${answers.length} answers`);
    const [answer] = answers;
    if (isAlive) {
      if (textOf(after["assistant_message_id"]) !== textOf(answer?.after?.["id"])) {
        violated(`turn ${name} ended without the answer it names`);
      }
      if (end === "failed" && !added.some((change) => textOf(change.after?.["type"]) === "error")) {
        violated(`turn ${name} failed and history does not say so`);
      }
    }
    const isClaimant = claimants.get(name) === writer();
    if (!isClaimant || !isAhead(lease)) endedLate.add(name);
    if (!isClaimant && isAhead(lease)) violated(`turn ${name} was ended by somebody else while its lease ran`);
    const text = textOf(answer?.after?.["content"]) ?? "";
    const whole = textFor(messageText(before));
    switch (end) {
      case "completed":
        if (!isClaimant) violated(`turn ${name} was completed by a worker that had lost it`);
        if (before["cancel_requested"]) violated(`turn ${name} completed after it was cancelled`);
        if (isAlive && text !== whole) violated(`turn ${name} completed with another text than the model's`);
        break;
      case "cancelled":
        if (!before["cancel_requested"]) violated(`turn ${name} was cancelled without a request`);
        break;
      case "failed":
        if (code === "WORKER_LOST") {
          const mayRunAgain =
            textOf(before["route"]) === "durable" &&
            (numberOf(before["attempt"]) ?? 0) < 2 &&
            !before["cancel_requested"] &&
            isAhead(numberOf(before["deadline"]));
          if (mayRunAgain && !deadLetters().has(name)) violated(`turn ${name} was given up before its second run`);
        }
        if (code === "TURN_DEADLINE_EXCEEDED" && isAhead((numberOf(before["deadline"]) ?? 0) - 1)) {
          violated(`turn ${name} failed before its deadline`);
        }
        break;
      default:
        violated(`turn ${name} has the unknown status ${end}`);
    }
    if (answer && end !== "completed") {
      if (!isPartial(answer.after)) violated(`turn ${name} was cut short and its text is not marked as partial`);
      if (!whole.startsWith(text)) violated(`turn ${name} kept text that the model never said`);
    }
  }

  function chatChange({ before, after }: Change, all: readonly Change[]) {
    if (!after) return;
    const [old, current] = [activeTurn(before), activeTurn(after)];
    if (current !== undefined && current !== old) {
      if (old !== undefined) violated(`a turn was accepted while turn ${old} ran`);
      if (!all.some((change) => isTurn(change, current) && !change.before)) {
        violated(`the chat names turn ${current}, which was not accepted with it`);
      }
    }
    const [oldLast, last] = [textOf(before?.["last_message_id"]) ?? "", textOf(after["last_message_id"]) ?? ""];
    if (last < oldLast) violated("the chat's last message went back");
    if (textOf(before?.["deleted_at"]) !== undefined && !after["deleted_at"]) violated("a deleted chat came back");
  }

  function messageChange({ pk, sk, before, after }: Change, all: readonly Change[]) {
    const id = sk.slice("MESSAGE#".length);
    const chat = chatOf(pk);
    if (!after) {
      const isGone = chat === undefined || chat["deleted_at"] || hidden.get(pk)?.has(id);
      if (!isGone) violated(`message ${id} vanished`);
      return;
    }
    const turn = all.find((change) => isTurn(change, textOf(after["turn_id"])));
    const isFromUser = textOf(after["type"]) === "user";
    if (before) {
      if (!isFromUser) violated(`message ${id} of the assistant was written twice`);
      if (hidden.get(pk)?.has(id)) violated(`message ${id} was edited after it had been removed`);
      if (!turn || turn.before) violated(`message ${id} was edited without a turn`);
      return;
    }
    // Where the chat is not ahead itself, an id is about as late as the clock that made it.
    const floor = textOf(all.find(({ sk: of }) => of === "CHAT")?.before?.["last_message_id"]) ?? noId;
    const latest = Math.max(
      timeOf(greatest.get(pk) ?? noId),
      timeOf(floor),
      now() + Math.max(0, skewOf(writer())) + 60_000,
    );
    if (timeOf(id) > latest + 10_000) violated(`message ${id} is ahead of its clock and its chat`);
    if (id <= (greatest.get(pk) ?? "")) violated(`message ${id} is not after all earlier ones`);
    greatest.set(pk, id);
    if (isFromUser ? !turn || turn.before : !turn || !isOpen(turn.before) || isOpen(turn.after)) {
      violated(`message ${id} was written apart from its turn's ${isFromUser ? "acceptance" : "end"}`);
    }
  }

  /** A job of the sweeper that is held by one run, and not yet released, belongs to no other. */
  function jobChange({ pk, before, after }: Change) {
    const isTaken = textOf(before?.["holder"]) !== textOf(after?.["holder"]);
    if (isTaken && isAhead(numberOf(before?.["held_until"]))) violated(`two runs of ${pk} are under way`);
  }

  function socketChange({ after }: Change) {
    const jti = textOf(after?.["identity"]?.M?.["jti"]);
    if (jti === undefined) return;
    const connections = letIn.get(jti) ?? new Set();
    letIn.set(jti, connections.add(textOf(after?.["connection_id"]) ?? ""));
    const count = [...connections].filter(isThere).length;
    if (count > limits.sockets_per_token) violated(`${count} connections of one token were let in`);
  }

  const chatOf = (pk: string) => partition(pk).find((item) => textOf(item["sk"]) === "CHAT");

  /** What must hold for a chat after every change of it. */
  function chatState(pk: string) {
    const items = partition(pk);
    const chat = chatOf(pk);
    const taken = hidden.get(pk) ?? new Set<string>();
    hidden.set(pk, taken);
    const open: string[] = [];
    for (const item of items) {
      const sk = textOf(item["sk"]) ?? "";
      if (sk.startsWith("TURN#") && isOpen(item)) open.push(textOf(item["turn_id"]) ?? "");
      if (!sk.startsWith("MESSAGE#")) continue;
      const id = sk.slice("MESSAGE#".length);
      if (isHidden(chat, id)) taken.add(id);
      else if (taken.has(id) && chat && !chat["deleted_at"]) violated(`message ${id} came back`);
    }
    if (!chat || chat["deleted_at"]) return;
    const active = activeTurn(chat);
    if (open.length > 1) violated(`${open.length} turns run in one chat`);
    if (open[0] !== active) violated(`the chat names turn ${active}, but turn ${open[0]} runs`);
    const last = textOf(chat["last_message_id"]) ?? "";
    if ((greatest.get(pk) ?? "") > last) violated("a message is beyond the chat's last one");
  }

  return {
    watch(changes: readonly Change[]) {
      const chats = new Set<string>();
      for (const change of changes) {
        if (change.pk.startsWith("JOB#")) jobChange(change);
        if (change.pk.startsWith("SOCKET#")) socketChange(change);
        if (!change.pk.startsWith("CHAT#")) continue;
        chats.add(change.pk);
        if (isOfKind(change, "TURN")) turnChange(change, changes);
        else if (change.sk === "CHAT") chatChange(change, changes);
        else if (isOfKind(change, "MESSAGE")) messageChange(change, changes);
      }
      for (const pk of chats) chatState(pk);
    },
    /** What a turn was asked. */
    messageOf: (turnId: string) => asked.get(turnId) ?? "",
    /** The processes that accepted a turn and claimed it last. */
    processesOf: (turnId: string) => ({ acceptor: acceptors.get(turnId), claimant: claimants.get(turnId) }),
    /** True for a turn that ended after its worker's lease, or elsewhere. */
    isEndedLate: (turnId: string) => endedLate.has(turnId),
    /** True for a message that was taken out at some time. */
    wasHidden: (pk: string, id: string) => hidden.get(pk)?.has(id) ?? false,
  };
}
