import { limits } from "@parley/contract/limits";
import { endPk, hasEndOf } from "@parley/core/chat/record";
import { type Attributes, numberOf, textOf } from "../store/attribute.ts";
import { textFor } from "./answerer.ts";
import type { Monitor } from "./monitor.ts";
import { isHidden, stepIds } from "./watched.ts";
import { codeOf, type Journal, type Place } from "./client.ts";
import type { Ended as Answered, PostedFrame, Service, Socket } from "./service.ts";

type Partition = (pk: string) => Attributes[];
interface Spoken {
  event: string;
  data: { content?: string; code?: string };
}

/** What a simulation came to, beside its violations. */
export interface Counts {
  turns: number;
  completed: number;
  failed: number;
  cancelled: number;
  reruns: number;
}

/** A simulation that has come to rest. */
interface Ended {
  partition: Partition;
  place: Place;
  service: Service;
  journal: Journal;
  isCalm: boolean;
  isPosted: boolean;
  /** Processes may have been frozen for a while. */
  areFrozen?: boolean;
  /** A clock that is wrong by hours misses every deadline. */
  areClocksWrong?: boolean;
  /** The time (ms) at which it came to rest, if clocks may be wrong. */
  now?: number;
  monitor: Monitor;
}

/** What is stored in the end, beside the simulation itself. */
interface Outcome extends Ended {
  violated: (what: string) => void;
  counts: Counts;
  turns: Map<string, Attributes>;
  answers: Map<string, Attributes>;
  livingChats: Set<string>;
}

/** What must be true once everything has come to rest: nothing is lost, and clients got what is stored. */
export function checkOutcome(ended: Ended, violated: (what: string) => void): Counts {
  const { place, service, journal } = ended;
  const outcome: Outcome = {
    ...ended,
    violated,
    counts: { turns: 0, completed: 0, failed: 0, cancelled: 0, reruns: 0 },
    turns: new Map(),
    answers: new Map(),
    livingChats: new Set(),
  };
  for (const chatId of place.chats) checkChat(outcome, chatId);
  checkClients(outcome);
  checkSubmissions(outcome);
  for (const streamed of journal.streamed) {
    if (streamed.turn_id === undefined || !streamed.how || !("value" in streamed.how)) continue;
    if (streamed.replayed) checkFollowed(outcome, { ...streamed, turn_id: streamed.turn_id });
    else checkSpoken(outcome, streamed.turn_id, { message: streamed.message, spoken: streamed.events as Spoken[] });
  }
  for (const socket of service.sockets.values()) {
    checkSocket(outcome, socket.posted);
    checkReplays(outcome, socket);
  }
  for (const followed of journal.followed) checkFollowed(outcome, followed);
  return outcome.counts;
}

const keyOf = (item: Attributes) => textOf(item["sk"]) ?? "";

/** Of a chat that was deleted nothing is left but its log, which expires by itself. */
function checkPurged({ now, partition, violated }: Outcome, chatId: string, items: readonly Attributes[]) {
  const chat = items.find((item) => keyOf(item) === "CHAT");
  // What a clock that is hours ahead has deleted is hidden at once, and purged when the others get there.
  if (now !== undefined && Date.parse(textOf(chat?.["deleted_at"]) ?? "") > now) return;
  if (chat) violated("a deleted chat was not purged");
  const left = [...items.filter((item) => !keyOf(item).startsWith("EVENT#")), ...partition(endPk(chatId))];
  if (left.length > 0) violated(`a deleted chat left ${left.length} items behind`);
}

function checkChat(outcome: Outcome, chatId: string) {
  const { answers, livingChats, partition, turns, violated } = outcome;
  const items = partition(`CHAT#${chatId}`);
  const chat = items.find((item) => keyOf(item) === "CHAT");
  if (chat === undefined || chat["deleted_at"]) {
    checkPurged(outcome, chatId, items);
    return;
  }
  livingChats.add(chatId);
  if (chat["active_turn_id"]) violated("a chat stayed locked");
  const messages = new Map(
    items.filter((item) => keyOf(item).startsWith("MESSAGE#")).map((item) => [textOf(item["id"]) ?? "", item]),
  );
  for (const message of messages.values()) {
    if (["final", "scope_notice"].includes(textOf(message["type"]) ?? "")) {
      answers.set(textOf(message["turn_id"]) ?? "", message);
    }
  }
  const held = new Set(Array.from(messages.values()).flatMap(stepIds));
  for (const turn of items.filter((item) => keyOf(item).startsWith("TURN#"))) {
    checkTurn(
      outcome,
      turn,
      (id) => messages.has(id) || held.has(id) || outcome.monitor.wasHidden(`CHAT#${chatId}`, id),
    );
  }
  const isLed = partition(endPk(chatId)).length > 0;
  for (const [id, message] of messages) {
    if (!message["index_pk"] && !(isLed && hasEndOf(chatId, id))) violated(`message ${id} is not found by its id`);
    if (isHidden(chat, id) || textOf(message["type"]) !== "user") continue;
    if (!turns.has(textOf(message["turn_id"]) ?? "")) violated(`message ${id} belongs to no turn`);
  }
}

/** Codes of failures that a model of the simulation, or a request, is scripted to have. */
const scriptedFailures = new Set(["MODEL_UNAVAILABLE", "INTERNAL", "INTEGRATION_NOT_FOUND"]);

/** True for a durable turn that reached its deadline without having been tried. */
const isForgotten = (turn: Attributes): boolean =>
  textOf(turn["route"]) === "durable" &&
  textOf(turn["error"]?.M?.["code"]) === "TURN_DEADLINE_EXCEEDED" &&
  numberOf(turn["attempt"]) === 0;

/** `isKept`: a message is there, or was taken out. */
function checkTurn(outcome: Outcome, turn: Attributes, isKept: (messageId: string) => boolean) {
  const { areClocksWrong = false, counts, isCalm, turns, violated } = outcome;
  const id = textOf(turn["turn_id"]) ?? "";
  turns.set(id, turn);
  counts.turns += 1;
  const status = textOf(turn["status"]);
  if (status === "in_progress") violated(`turn ${id} never ended`);
  if (status === "completed" || status === "failed" || status === "cancelled") counts[status] += 1;
  if ((numberOf(turn["attempt"]) ?? 0) > 1) counts.reruns += 1;
  const asked = textOf(turn["user_message_id"]);
  if (asked !== undefined && !isKept(asked)) violated(`turn ${id} lost its user message`);
  const code = textOf(turn["error"]?.M?.["code"]);
  if (isCalm && status === "failed" && !scriptedFailures.has(code ?? ""))
    violated(`turn ${id} failed with ${code} though nothing went wrong`);
  // The sweeper came by every minute, so a durable turn that was never tried at all was forgotten.
  if (isForgotten(turn) && !areClocksWrong) violated(`turn ${id} was never run`);
}

/** Every request got an answer, and a refusal is one of the contract's. */
function checkClients({ isCalm, journal, violated }: Outcome) {
  const { submitted, streamed, followed, looked, polled, others } = journal;
  const all = [...submitted, ...streamed, ...followed, ...looked, ...polled, ...others];
  for (const attempt of all) if (!attempt.how) violated("a request was never answered");
  if (!isCalm) return;
  for (const { how } of all) {
    if (how && "error" in how && codeOf(how) === undefined) {
      violated(`a request failed though nothing went wrong: ${how.error instanceof Error ? how.error.message : "?"}`);
    }
  }
}

/** One request id is one turn, however often it was sent; another payload is a conflict. */
function checkSubmissions({ journal, livingChats, turns, violated }: Outcome) {
  const first = new Map<string, { turn_id: string; message: string }>();
  const durable = journal.submitted.flatMap(({ how, ...request }) =>
    how && "value" in how ? [{ ...request, turn_id: how.value.turn_id }] : [],
  );
  for (const { chat_id, client_request_id, message, turn_id } of [...durable, ...journal.streamed]) {
    if (client_request_id === undefined || turn_id === undefined) continue;
    const key = `${chat_id} ${client_request_id}`;
    const earlier = first.get(key) ?? { turn_id, message };
    first.set(key, earlier);
    if (earlier.turn_id !== turn_id) violated(`request ${client_request_id} became two turns`);
    if (earlier.message !== message) violated(`request ${client_request_id} took two payloads`);
    if (livingChats.has(chat_id) && !turns.has(turn_id)) violated(`the accepted turn ${turn_id} is gone`);
  }
}

/** What a watcher of a turn was told. */
interface Told {
  /** What the turn was asked. */
  message: string;
  spoken: readonly Spoken[];
  isSocket?: boolean;
}

/** What a watcher of a turn got: in order, one end, and the text that is stored. */
function checkSpoken(outcome: Outcome, turnId: string, told: Told) {
  const { turns, violated } = outcome;
  const { message, spoken, isSocket = false } = told;
  const names = spoken.map(({ event }) => event).filter((event) => event !== "heartbeat");
  if (names.length === 0) return;
  if (names[0] !== "chat_metadata" || (names.length > 1 && names[1] !== "processing")) {
    violated(`turn ${turnId} began with ${names.slice(0, 2).join(", ")}`);
  }
  const ends = spoken.filter(({ event }) => event === "message" || event === "error" || event === "interrupted");
  if (ends.length > 1) violated(`turn ${turnId} ended ${ends.length} times for its watcher`);
  const end = ends[0];
  if (end && spoken.at(-1) !== end) violated(`turn ${turnId} went on after its end`);
  const text = spoken.map(({ event, data }) => (event === "text_delta" ? (data.content ?? "") : "")).join("");
  if (!textFor(message).startsWith(text)) violated(`turn ${turnId} streamed text that the model never said`);
  const turn = turns.get(turnId);
  if (!turn) return;
  if (end) checkEnd(outcome, turn, end, { text, isSocket });
  else if (!isSocket) violated(`turn ${turnId} (${textOf(turn["status"])}) ended its stream without an end`);
}

/** What a watcher was told in the end is what is stored. `text` is what it was told before. */
function checkEnd(outcome: Outcome, turn: Attributes, end: Spoken, before: { text: string; isSocket: boolean }) {
  const { answers, isPosted, monitor, violated } = outcome;
  const { text, isSocket } = before;
  const turnId = textOf(turn["turn_id"]) ?? "";
  const status = textOf(turn["status"]);
  const stored = textOf(answers.get(turnId)?.["content"]) ?? "";
  const isKept = answers.has(turnId) || !textOf(turn["assistant_message_id"]);
  switch (end.event) {
    case "message": {
      const content = end.data.content ?? "";
      // After a frame that was refused the end is all that follows.
      const isAll = isPosted || !isSocket ? content === text : content.startsWith(text);
      if (!isAll) violated(`turn ${turnId} streamed another text than its message`);
      if (isKept && stored !== content) violated(`turn ${turnId} stored another text than it told`);
      break;
    }
    case "error":
      if (status !== (end.data.code === "TURN_CANCELLED" ? "cancelled" : "failed"))
        violated(`turn ${turnId} told of ${end.data.code} and ${status}`);
      break;
    default: {
      if (status !== "cancelled") violated(`turn ${turnId} was interrupted and ${status}`);
      // Without luck all four attempts at a frame are refused: the client then has a part of what was sent. What a worker
      // says that has lost its lease is not kept.
      const isWhole = monitor.isEndedLate(turnId) || (isPosted ? stored === text : stored.startsWith(text));
      if (isKept && !isWhole) violated(`turn ${turnId} was interrupted and kept other text than it delivered`);
    }
  }
}

/** A socket is told of a turn by the process that accepted it, then by the worker that claimed it. */
function checkSocket(outcome: Outcome, posted: readonly PostedFrame[]) {
  const { monitor, turns } = outcome;
  const frames = Map.groupBy(posted, ({ process }) => process);
  const saidBy = (process: string | undefined) =>
    (frames.get(process ?? "") ?? []).map(({ frame }) => frame as unknown as Spoken);
  for (const [id, turn] of turns) {
    const { acceptor, claimant } = monitor.processesOf(id);
    const beginning = saidBy(acceptor).filter(({ event }) => event === "chat_metadata" || event === "processing");
    const rest = saidBy(claimant);
    // The acceptor may have died before it said anything.
    if (textOf(turn["route"]) !== "socket" || beginning.length < 2 || rest.length === 0) continue;
    checkSpoken(outcome, id, {
      message: monitor.messageOf(id),
      spoken: [...beginning, ...rest],
      isSocket: true,
    });
  }
}

/** What a socket got that sent a request again: from one worker at a time, each replay from its beginning to one end. */
function checkReplays(outcome: Outcome, { posted, state }: Socket) {
  const { areClocksWrong = false, areFrozen = false, isCalm, violated } = outcome;
  // Who runs a turn leaves its opening to who accepted it: a worker that begins with it replays.
  const replays = [...Map.groupBy(posted, ({ process }) => process)].filter(
    ([process, [first]]) => process.startsWith("task-") && first?.frame.event === "chat_metadata",
  );
  const replaying = new Set(replays.map(([process]) => process));
  const senders = posted.map(({ process }) => process).filter((process) => replaying.has(process));
  const changes = senders.filter((process, position) => process !== senders[position - 1]).length;
  if (!areFrozen && !areClocksWrong && changes > replays.length) violated("two replays on a socket mixed");
  for (const [process, frames] of replays) {
    const spoken = frames.map(({ frame }) => frame as unknown as Spoken);
    const ends = spoken.filter(({ event }) => event === "message" || event === "error" || event === "interrupted");
    if (ends.length > 1 || (ends[0] && spoken.at(-1) !== ends[0]))
      violated(`the replay ${process} went on after its end`);
    if (ends.length === 0 && isCalm && state === "open") violated(`the replay ${process} has no end`);
    checkReplayEnd(outcome, frames, ends[0]?.event ?? "");
  }
}

/** An error may also be the reader's, as of a message that was deleted since; every other end is the turn's. */
function checkReplayEnd({ turns, violated }: Outcome, [first]: readonly PostedFrame[], end: string) {
  if (first?.frame.event !== "chat_metadata") return;
  const { turn_id } = first.frame.data;
  const status = textOf(turns.get(turn_id)?.["status"]);
  const wanted = { message: "completed", interrupted: "cancelled" }[end];
  if (status && wanted && status !== wanted) violated(`a replay of turn ${turn_id} (${status}) ended with ${end}`);
}

/** Somebody who read a turn's log: a follower, or a client that asked again what it had asked before. */
type Reader = Omit<Journal["followed"][number], "how"> & { how: Answered<unknown> | undefined };

function checkFollowed(outcome: Outcome, reader: Reader) {
  const { turns, violated } = outcome;
  const { turn_id, places, events, how, rest } = reader;
  if (rest) checkRest(outcome, reader, rest);
  if (places.some((seq, position) => seq <= (places[position - 1] ?? 0))) {
    violated(`the log of turn ${turn_id} was read out of order`);
  }
  const turn = turns.get(turn_id);
  if (!turn || !how || !("value" in how)) return;
  // Who had the end already gets nothing more.
  if (rest && events.length === 0) return;
  const ends = events.filter(({ event }) => event === "message" || event === "error");
  const status = textOf(turn["status"]);
  if (ends.length !== 1) violated(`the log of turn ${turn_id} (${status}) has ${ends.length} ends`);
  if (ends[0] !== events.at(-1)) violated(`the log of turn ${turn_id} went on after its end`);
}

/** What a client got after its stream was cut is what it would have got: nothing again, nothing else, and, in good weather, all. */
function checkRest(
  { isCalm, turns, violated }: Outcome,
  { turn_id, byPlace, events, how }: Reader,
  { of, after }: NonNullable<Reader["rest"]>,
) {
  for (const [place, event] of byPlace) {
    if (place <= after) violated(`turn ${turn_id} was read again from place ${place}, after ${after} was known`);
    const live = of.byPlace.get(place);
    if (live && JSON.stringify(live) !== JSON.stringify(event))
      violated(`turn ${turn_id} has another event at place ${place} of its log than on its stream`);
  }
  const last = events.at(-1);
  // Somebody who is no longer admitted is not shown the rest.
  const isRefused = last?.event === "error" && last.data.code === "AUTH_FAILED";
  // With its chat a turn is gone, and what it said.
  const isGone = !turns.has(turn_id);
  if (!isCalm || isRefused || isGone || !how || !("value" in how)) return;
  const missed = of.places.filter((place) => place > after && !byPlace.has(place));
  if (missed.length > 0) violated(`the rest of turn ${turn_id} lacks ${missed.join(", ")}`);
}

/** The longest that anything may take to come to rest (ms): the deadline, and a sweep after it. */
export const restTime = (limits.turn_deadline + 3 * 60) * 1000;
