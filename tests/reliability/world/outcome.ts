import { limits } from "@parley/contract/limits";
import { type Attributes, numberOf, textOf } from "../store/attribute.ts";
import { textFor } from "./answerer.ts";
import { isHidden, type Monitor } from "./monitor.ts";
import { codeOf, type Journal, type Place } from "./client.ts";
import type { PostedFrame, Service } from "./service.ts";

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

/** What must be true once everything has come to rest: nothing is lost, and clients got what is stored. */
export function checkOutcome(
  at: {
    partition: Partition;
    place: Place;
    service: Service;
    journal: Journal;
    isCalm: boolean;
    isPosted: boolean;
    /** A clock that is wrong by hours misses every deadline. */
    areClocksWrong?: boolean;
    monitor: Monitor;
  },
  violated: (what: string) => void,
): Counts {
  const { partition, place, service, journal, isCalm, isPosted, areClocksWrong = false, monitor } = at;
  const counts: Counts = { turns: 0, completed: 0, failed: 0, cancelled: 0, reruns: 0 };
  const turns = new Map<string, Attributes>();
  const answers = new Map<string, Attributes>();
  const livingChats = new Set<string>();

  for (const chatId of place.chats) {
    const pk = `CHAT#${chatId}`;
    const items = partition(pk);
    const chat = items.find((item) => textOf(item["sk"]) === "CHAT");
    const isAlive = chat !== undefined && !chat["deleted_at"];
    if (chat?.["deleted_at"]) violated("a deleted chat was not purged");
    if (!isAlive) {
      const left = items.filter((item) => !(textOf(item["sk"]) ?? "").startsWith("EVENT#"));
      if (left.length > 0) violated(`a deleted chat left ${left.length} items behind`);
      continue;
    }
    livingChats.add(chatId);
    if (chat["active_turn_id"]) violated("a chat stayed locked");
    const messages = new Map(
      items
        .filter((item) => (textOf(item["sk"]) ?? "").startsWith("MESSAGE#"))
        .map((item) => [textOf(item["id"]) ?? "", item]),
    );
    for (const message of messages.values()) {
      if (["final", "scope_notice"].includes(textOf(message["type"]) ?? "")) {
        answers.set(textOf(message["turn_id"]) ?? "", message);
      }
    }
    for (const turn of items.filter((item) => (textOf(item["sk"]) ?? "").startsWith("TURN#"))) {
      const id = textOf(turn["turn_id"]) ?? "";
      turns.set(id, turn);
      counts.turns += 1;
      const status = textOf(turn["status"]);
      if (status === "in_progress") violated(`turn ${id} never ended`);
      if (status === "completed" || status === "failed" || status === "cancelled") counts[status] += 1;
      if ((numberOf(turn["attempt"]) ?? 0) > 1) counts.reruns += 1;
      const asked = textOf(turn["user_message_id"]);
      if (asked !== undefined && !messages.has(asked) && !monitor.wasHidden(pk, asked))
        violated(`turn ${id} lost its user message`);
      const code = textOf(turn["error"]?.M?.["code"]);
      const isScripted = ["MODEL_UNAVAILABLE", "INTERNAL", "INTEGRATION_NOT_FOUND"].includes(code ?? "");
      if (isCalm && status === "failed" && !isScripted)
        violated(`turn ${id} failed with ${code} though nothing went wrong`);
      // The sweeper came by every minute, so a durable turn that was never tried at all was forgotten.
      const wasTried = code !== "TURN_DEADLINE_EXCEEDED" || numberOf(turn["attempt"]) !== 0;
      if (textOf(turn["route"]) === "durable" && !wasTried && !areClocksWrong) violated(`turn ${id} was never run`);
    }
    for (const [id, message] of messages) {
      if (isHidden(chat, id) || textOf(message["type"]) !== "user") continue;
      if (!turns.has(textOf(message["turn_id"]) ?? "")) violated(`message ${id} belongs to no turn`);
    }
  }

  checkClients();
  checkSubmissions();
  for (const streamed of journal.streamed) {
    if (streamed.turn_id === undefined || !streamed.how || !("value" in streamed.how)) continue;
    checkSpoken(streamed.turn_id, streamed.message, streamed.events as Spoken[], false);
  }
  for (const socket of service.sockets.values()) checkSocket(socket.posted);
  for (const followed of journal.followed) checkFollowed(followed);
  return counts;

  /** Every request got an answer, and a refusal is one of the contract's. */
  function checkClients() {
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
  function checkSubmissions() {
    const first = new Map<string, { turn_id: string; message: string }>();
    for (const { chat_id, client_request_id, message, how } of journal.submitted) {
      if (!how || !("value" in how)) continue;
      const key = `${chat_id} ${client_request_id}`;
      const { turn_id } = how.value;
      const earlier = first.get(key) ?? { turn_id, message };
      first.set(key, earlier);
      if (earlier.turn_id !== turn_id) violated(`request ${client_request_id} became two turns`);
      if (earlier.message !== message) violated(`request ${client_request_id} took two payloads`);
      if (livingChats.has(chat_id) && !turns.has(turn_id)) violated(`the accepted turn ${turn_id} is gone`);
    }
  }

  /** What a watcher of a turn got: in order, one end, and the text that is stored. */
  function checkSpoken(turnId: string, message: string, spoken: readonly Spoken[], isSocket: boolean) {
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
    const status = textOf(turn["status"]);
    const stored = textOf(answers.get(turnId)?.["content"]) ?? "";
    const isKept = answers.has(turnId) || !textOf(turn["assistant_message_id"]);
    if (end?.event === "message") {
      // After a frame that was refused the end is all that follows.
      const isAll = isPosted || !isSocket ? end.data.content === text : (end.data.content ?? "").startsWith(text);
      if (!isAll) violated(`turn ${turnId} streamed another text than its message`);
      if (isKept && stored !== end.data.content) violated(`turn ${turnId} stored another text than it told`);
    }
    if (end?.event === "error" && status !== (end.data.code === "TURN_CANCELLED" ? "cancelled" : "failed"))
      violated(`turn ${turnId} told of ${end.data.code} and ${status}`);
    if (end?.event === "interrupted") {
      if (status !== "cancelled") violated(`turn ${turnId} was interrupted and ${status}`);
      // Without luck all four attempts at a frame are refused: the client then has a part of what was sent. What a worker
      // says that has lost its lease is not kept.
      const isWhole = monitor.isEndedLate(turnId) || (isPosted ? stored === text : stored.startsWith(text));
      if (isKept && !isWhole) violated(`turn ${turnId} was interrupted and kept other text than it delivered`);
    }
    if (!end && !isSocket) violated(`turn ${turnId} (${status}) ended its stream without an end`);
  }

  /** A socket is told of a turn by the process that accepted it, then by the worker that claimed it. */
  function checkSocket(posted: readonly PostedFrame[]) {
    const frames = Map.groupBy(posted, ({ process }) => process);
    const saidBy = (process: string | undefined) =>
      (frames.get(process ?? "") ?? []).map(({ frame }) => frame as unknown as Spoken);
    for (const [id, turn] of turns) {
      const { acceptor, claimant } = monitor.processesOf(id);
      const beginning = saidBy(acceptor).filter(({ event }) => event === "chat_metadata" || event === "processing");
      const rest = saidBy(claimant);
      // The acceptor may have died before it said anything.
      if (textOf(turn["route"]) !== "socket" || beginning.length < 2 || rest.length === 0) continue;
      checkSpoken(id, monitor.messageOf(id), [...beginning, ...rest], true);
    }
  }

  function checkFollowed({ turn_id, places, events, how }: Journal["followed"][number]) {
    if (places.some((seq, position) => seq <= (places[position - 1] ?? 0))) {
      violated(`the log of turn ${turn_id} was read out of order`);
    }
    const turn = turns.get(turn_id);
    if (!turn || !how || !("value" in how)) return;
    const ends = events.filter(({ event }) => event === "message" || event === "error");
    const status = textOf(turn["status"]);
    if (ends.length !== 1) violated(`the log of turn ${turn_id} (${status}) has ${ends.length} ends`);
    if (ends[0] !== events.at(-1)) violated(`the log of turn ${turn_id} went on after its end`);
  }
}

/** The longest that anything may take to come to rest (ms): the deadline, and a sweep after it. */
export const restTime = (limits.turn_deadline + 3 * 60) * 1000;
