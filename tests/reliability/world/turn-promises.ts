import { timeOf } from "@parley/core/environment/ids";
import { policies } from "@parley/core/throttle/policies";
import { type Attributes, equal, numberOf, textOf } from "../store/attribute.ts";
import type { Change } from "../store/store.ts";
import { textFor } from "./answerer.ts";
import {
  chatOf,
  heldQuestion,
  isAhead,
  isHidden,
  isOfKind,
  isOpen,
  statusOf,
  stepsOf,
  type Watched,
} from "./watched.ts";

const isAnswer = (message: Attributes | undefined) =>
  ["final", "scope_notice"].includes(textOf(message?.["type"]) ?? "");
const isPartial = (message: Attributes | undefined) =>
  textOf(message?.["metadata"])?.includes('"partial":true') ?? false;
const messageText = (turn: Attributes) => textOf(turn["request"]?.M?.["message"]) ?? "";

/** What every change of a turn must keep. */
export function turnChange(watched: Watched, { pk, sk, before, after }: Change, all: readonly Change[]) {
  const { claimants, violated, writer } = watched;
  const name = textOf((after ?? before)?.["turn_id"]) ?? sk;
  const chat = chatOf(watched, pk);
  if (!after) {
    if (chat && !chat["deleted_at"]) violated(`turn ${name} was removed from a living chat`);
    return;
  }
  const route = textOf(after["route"]);
  const attempt = numberOf(after["attempt"]) ?? 0;
  if (!before) return created(watched, name, { pk, turn: after }, all);
  if (textOf(before["turn_id"]) !== name) violated("a request id was taken twice");
  if (!isOpen(before)) {
    const isSame = ["status", "completed_at", "assistant_message_id", "error", "attempt"].every((field) => {
      const [old, current] = [before[field], after[field]];
      return old === current || (old !== undefined && current !== undefined && equal(old, current));
    });
    if (!isSame) violated(`turn ${name} changed after its end (${statusOf(before)} → ${statusOf(after)})`);
    return;
  }
  const lease = numberOf(before["lease_until"]);
  const earlier = numberOf(before["attempt"]) ?? 0;
  if (attempt > (route === "durable" ? 2 : 1)) violated(`turn ${name} (${route}) ran ${attempt} times`);
  if (textOf(before["worker"]) !== textOf(after["worker"])) {
    if (isAhead(watched, lease)) violated(`turn ${name} was claimed while its lease ran`);
    if (attempt !== earlier + 1) violated(`turn ${name} was claimed without being counted`);
    claimants.set(name, writer());
  }
  woken(watched, name, before, after);
  if (!isOpen(after)) ended(watched, { name, pk, before, after }, all);
}

/** Every wake of a worker is noted: a minute is left between two messages, twice that before the next, and so on. */
function woken(watched: Watched, name: string, before: Attributes, after: Attributes) {
  const { skew, violated } = watched;
  const [last, next] = [numberOf(before["woken_at"]), numberOf(after["woken_at"])];
  if (next === undefined || next === last) return;
  if (isAhead(watched, numberOf(after["lease_until"]))) violated(`turn ${name} was woken while it was held`);
  const wait = Math.min(60_000 * 2 ** ((numberOf(before["wakes"]) ?? 0) - 1), 16 * 60_000);
  if (last !== undefined && Math.abs(next - last) < wait - skew)
    violated(`turn ${name} was woken after ${next - last} ms`);
}

function created(
  watched: Watched,
  name: string,
  { pk, turn }: { pk: string; turn: Attributes },
  all: readonly Change[],
) {
  const { acceptors, admitted, asked, claimants, now, partition, skewOf, violated, writer } = watched;
  if (timeOf(name) > now() + skewOf(writer()) + 70_000) violated(`turn ${name} is ahead of the clock that made it`);
  // An unknown integration on the durable route: kept as failed, without a message.
  if (statusOf(turn) === "failed" && turn["user_message_id"]?.NULL) return;
  asked.set(name, messageText(turn));
  const userMessage = textOf(turn["user_message_id"]) ?? "";
  const chat = chatOf(watched, pk);
  const visible = partition(pk)
    .map((item) => textOf(item["sk"]) ?? "")
    .filter((sk) => sk.startsWith("MESSAGE#") && !isHidden(chat, sk.slice("MESSAGE#".length)));
  const isEdit = watched.shown.get(pk)?.has(userMessage) ?? false;
  if (heldQuestion(turn) === userMessage) held(watched, name, pk, userMessage);
  else if (!visible.includes(`MESSAGE#${userMessage}`)) violated(`turn ${name} asks something that is not shown`);
  else told(watched, name, turn, all);
  if (visible.some((sk) => sk > `MESSAGE#${userMessage}`))
    violated(`turn ${name} was accepted before the end of its chat`);
  acceptors.set(name, writer());
  if (turn["worker"]) claimants.set(name, writer());
  const at = Date.parse(textOf(turn["created_at"]) ?? "");
  admitted.push({ at, committed: now(), isEdit });
  budget(watched);
}

/** A question that its turn alone has: a new one, after all earlier messages. */
function held({ greatest, shown, violated }: Watched, name: string, pk: string, id: string) {
  if (shown.get(pk)?.has(id)) violated(`turn ${name} keeps a question that is told elsewhere`);
  if (id <= (greatest.get(pk) ?? "")) violated(`message ${id} is not after all earlier ones`);
  greatest.set(pk, id);
}

/** A question that has an item of its own, which is written with its turn. */
function told({ violated }: Watched, name: string, turn: Attributes, all: readonly Change[]) {
  const message = all.find(({ sk }) => sk === `MESSAGE#${textOf(turn["user_message_id"])}`)?.after;
  if (!message) violated(`turn ${name} was accepted without its user message`);
  if (textOf(message?.["content"]) !== messageText(turn)) violated(`turn ${name} has another message than its own`);
}

/** The sliding windows of the submission budget, for admissions that were committed as soon as they were decided. */
function budget(watched: Watched) {
  const { admitted, now, skew, violated } = watched;
  if (skew > 0) return;
  for (const { seconds, count } of policies.submission) {
    const since = now() - seconds * 1000;
    const counted = admitted.filter(({ at, isEdit }) => at > since && !isEdit);
    const isPrompt = counted.every(({ at, committed }) => committed - at < 1_000);
    if (isPrompt && counted.length > count) violated(`${counted.length} submissions within ${seconds} s`);
  }
}

/** A change that ends a turn. */
interface TurnEnd {
  name: string;
  pk: string;
  before: Attributes;
  after: Attributes;
}

function ended(watched: Watched, end: TurnEnd, all: readonly Change[]) {
  const { claimants, endedLate, violated, writer } = watched;
  const { name, pk, before, after } = end;
  const chat = chatOf(watched, pk);
  const isAlive = chat !== undefined && !chat["deleted_at"];
  if (isAlive) placed(watched, end, all);
  const added = all.filter((change) => isOfKind(change, "MESSAGE") && change.after && !change.before);
  const answers = added.filter((change) => isAnswer(change.after));
  if (answers.length > 1) violated(`turn ${name} has ${answers.length} answers`);
  const answer = answers[0]?.after;
  if (isAlive && textOf(after["assistant_message_id"]) !== textOf(answer?.["id"]))
    violated(`turn ${name} ended without the answer it names`);
  const saysError = added.some((change) => textOf(change.after?.["type"]) === "error");
  if (isAlive && statusOf(after) === "failed" && !saysError)
    violated(`turn ${name} failed and history does not say so`);
  const isClaimant = claimants.get(name) === writer();
  const isLeased = isAhead(watched, numberOf(before["lease_until"]));
  if (!isClaimant || !isLeased) endedLate.add(name);
  if (!isClaimant && isLeased) violated(`turn ${name} was ended by somebody else while its lease ran`);
  checkStatus(watched, end, isAlive ? (textOf(answer?.["content"]) ?? "") : undefined);
  if (answer && statusOf(after) !== "completed") cutShort(watched, end, answer);
}

/** A question that its turn alone had is a message from the turn's end on: once, with its words. */
function placed({ violated }: Watched, { name, before }: TurnEnd, all: readonly Change[]) {
  const id = heldQuestion(before);
  if (id === undefined) return;
  const found = all
    .flatMap(({ sk, after }) => [
      ...stepsOf(after).map((step) => [step.id, step.content]),
      [sk.slice("MESSAGE#".length), textOf(after?.["content"])],
    ])
    .filter(([one]) => one === id);
  if (found.length !== 1 || found[0]?.[1] !== messageText(before))
    violated(`turn ${name} lost its question at its end`);
}

/** The state a turn ended in is one that it may have. `text` is the answer that a living chat got. */
function checkStatus(watched: Watched, end: TurnEnd, text: string | undefined) {
  const { violated } = watched;
  const { name, before, after } = end;
  switch (statusOf(after)) {
    case "completed":
      completed(watched, end, text);
      break;
    case "cancelled":
      if (!before["cancel_requested"]) violated(`turn ${name} was cancelled without a request`);
      break;
    case "failed":
      failed(watched, end);
      break;
    default:
      violated(`turn ${name} has the unknown status ${statusOf(after)}`);
  }
}

function completed({ claimants, violated, writer }: Watched, { name, before }: TurnEnd, text: string | undefined) {
  if (claimants.get(name) !== writer()) violated(`turn ${name} was completed by a worker that had lost it`);
  if (before["cancel_requested"]) violated(`turn ${name} completed after it was cancelled`);
  if (text !== undefined && text !== textFor(messageText(before)))
    violated(`turn ${name} completed with another text than the model's`);
}

function failed(watched: Watched, { name, before, after }: TurnEnd) {
  const { deadLetters, violated } = watched;
  const code = textOf(after["error"]?.M?.["code"]);
  const deadline = numberOf(before["deadline"]);
  if (code === "WORKER_LOST") {
    const mayRunAgain =
      textOf(before["route"]) === "durable" &&
      (numberOf(before["attempt"]) ?? 0) < 2 &&
      !before["cancel_requested"] &&
      isAhead(watched, deadline);
    if (mayRunAgain && !deadLetters().has(name)) violated(`turn ${name} was given up before its second run`);
  }
  if (code === "TURN_DEADLINE_EXCEEDED" && isAhead(watched, (deadline ?? 0) - 1))
    violated(`turn ${name} failed before its deadline`);
}

function cutShort({ violated }: Watched, { name, before }: TurnEnd, answer: Attributes) {
  if (!isPartial(answer)) violated(`turn ${name} was cut short and its text is not marked as partial`);
  if (!textFor(messageText(before)).startsWith(textOf(answer["content"]) ?? ""))
    violated(`turn ${name} kept text that the model never said`);
}
