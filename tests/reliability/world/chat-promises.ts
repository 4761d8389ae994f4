import { limits } from "@parley/contract/limits";
import { mayStay, PLACE_STAYS_MS, placeIn, placeOf, timeIn } from "@parley/core/chat/place";
import { timeOf } from "@parley/core/environment/ids";
import { type Attributes, numberOf, textOf } from "../store/attribute.ts";
import type { Change } from "../store/store.ts";
import {
  activeTurn,
  chatOf,
  heldQuestion,
  isAhead,
  isHidden,
  isOpen,
  isTurn,
  stepIds,
  type Watched,
} from "./watched.ts";

const noId = "00000000-0000-7000-8000-000000000000";

/** What every change of a chat must keep. */
export function chatChange({ violated }: Watched, { before, after }: Change, all: readonly Change[]) {
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
  if (!after["deleted_at"] && !isInPlace(after)) violated("a chat is not where its member's list looks for it");
}

/** A chat is in the place of its last update, or, where it bears the mark, in that of one some minutes before. */
function isInPlace(chat: Attributes): boolean {
  const [entry, updated] = [textOf(chat["index_sk"]) ?? "", textOf(chat["updated_at"]) ?? ""];
  const [given, exact] = [placeIn(entry), placeOf(updated, textOf(chat["id"]) ?? "")];
  if (!mayStay(entry)) return given === exact;
  return given <= exact && Date.parse(updated) - timeIn(given) <= PLACE_STAYS_MS;
}

/** What every change of a message must keep. */
export function messageChange(watched: Watched, { pk, sk, before, after }: Change, all: readonly Change[]) {
  const { hidden, violated } = watched;
  const id = sk.slice("MESSAGE#".length);
  const chat = chatOf(watched, pk);
  if (!after) {
    const isGone = chat === undefined || chat["deleted_at"] || hidden.get(pk)?.has(id);
    if (!isGone) violated(`message ${id} vanished`);
    return;
  }
  const isUnfolded = (held: Change) => stepIds(held.before).length > 0 && stepIds(held.after).length === 0;
  // Messages of tools get items of their own, all at once.
  if (
    before
      ? isUnfolded({ pk, sk, before, after })
      : all.some((held) => stepIds(held.before).includes(id) && isUnfolded(held))
  )
    return;
  const turn = all.find((change) => isTurn(change, textOf(after["turn_id"])));
  const isFromUser = textOf(after["type"]) === "user";
  if (before) {
    if (!isFromUser) violated(`message ${id} of the assistant was written twice`);
    if (hidden.get(pk)?.has(id)) violated(`message ${id} was edited after it had been removed`);
    if (!turn || turn.before) violated(`message ${id} was edited without a turn`);
    return;
  }
  written(watched, { pk, id, after }, all);
}

/**
 * What only its turn had gets an item of its own, by the turn's end, or before it. An edit, too, gives one to what was in the item of an answer, which
 * it takes out.
 */
const isPlaced = ({ before, after }: Change, id: string): boolean =>
  before !== undefined && heldQuestion(before) === id && heldQuestion(after) === undefined;

/** A new message: its id is after all earlier ones, and it comes with its turn's acceptance or end. */
function written(
  watched: Watched,
  { pk, id, after }: { pk: string; id: string; after: Attributes },
  all: readonly Change[],
) {
  const { greatest, now, shown, skewOf, violated, writer } = watched;
  // Where the chat is not ahead itself, an id is about as late as the clock that made it.
  const isFromUser = textOf(after["type"]) === "user";
  const turn = all.find((change) => isTurn(change, textOf(after["turn_id"])));
  const wasShown = shown.get(pk)?.has(id) === true;
  if (turn !== undefined && (isPlaced(turn, id) || (isFromUser && !turn.before && wasShown))) return;
  const floor = textOf(all.find(({ sk: of }) => of === "CHAT")?.before?.["last_message_id"]) ?? noId;
  const latest = Math.max(
    timeOf(greatest.get(pk) ?? noId),
    timeOf(floor),
    now() + Math.max(0, skewOf(writer())) + 60_000,
  );
  if (timeOf(id) > latest + 10_000) violated(`message ${id} is ahead of its clock and its chat`);
  if (id <= (greatest.get(pk) ?? "")) violated(`message ${id} is not after all earlier ones`);
  greatest.set(pk, id);
  const isWithTurn = turn && (isFromUser ? !turn.before : isOpen(turn.before) && !isOpen(turn.after));
  if (!isWithTurn) {
    violated(`message ${id} was written apart from its turn's ${isFromUser ? "acceptance" : "end"}`);
  }
}

/** What a chat shows, with what is in its messages' items: nothing twice, nothing that was taken out, all that it showed before. */
function shownMessages(
  { hidden, shown, violated }: Watched,
  pk: string,
  chat: Attributes | undefined,
  items: Attributes[],
) {
  const taken = hidden.get(pk) ?? new Set<string>();
  hidden.set(pk, taken);
  const visible = new Set<string>();
  const isThere = chat !== undefined && !chat["deleted_at"];
  for (const item of items) {
    const sk = textOf(item["sk"]) ?? "";
    if (!sk.startsWith("MESSAGE#")) continue;
    const own = sk.slice("MESSAGE#".length);
    // What is in the item of a message that was taken out is not shown.
    const isTaken = isHidden(chat, own);
    for (const id of [...stepIds(item).filter((step) => !isTaken || isHidden(chat, step)), own]) {
      if (isHidden(chat, id)) taken.add(id);
      else if (taken.has(id) && isThere) violated(`message ${id} came back`);
      else if (visible.has(id)) violated(`message ${id} is there twice`);
      else visible.add(id);
    }
  }
  if (!isThere) return;
  for (const item of items) {
    const id = heldQuestion(item);
    if (id === undefined) continue;
    if (visible.has(id)) violated(`message ${id} is there twice`);
    visible.add(id);
  }
  const isGone = (id: string) => !visible.has(id) && !isHidden(chat, id) && !taken.has(id);
  for (const id of shown.get(pk) ?? []) if (isGone(id)) violated(`message ${id} is no longer shown`);
  shown.set(pk, visible);
}

/** What must hold for a chat after every change of it. */
export function chatState(watched: Watched, pk: string) {
  const { greatest, partition, violated } = watched;
  const items = partition(pk);
  const chat = chatOf(watched, pk);
  shownMessages(watched, pk, chat, items);
  if (!chat || chat["deleted_at"]) return;
  const open = items
    .filter((item) => textOf(item["sk"])?.startsWith("TURN#") && isOpen(item))
    .map((item) => textOf(item["turn_id"]) ?? "");
  const active = activeTurn(chat);
  if (open.length > 1) violated(`${open.length} turns run in one chat`);
  if (open[0] !== active) violated(`the chat names turn ${active}, but turn ${open[0]} runs`);
  const last = textOf(chat["last_message_id"]) ?? "";
  if ((greatest.get(pk) ?? "") > last) violated("a message is beyond the chat's last one");
}

/** A job of the sweeper that is held by one run, and not yet released, belongs to no other. */
export function jobChange(watched: Watched, { pk, before, after }: Change) {
  const { violated } = watched;
  const isTaken = textOf(before?.["holder"]) !== textOf(after?.["holder"]);
  if (isTaken && isAhead(watched, numberOf(before?.["held_until"]))) violated(`two runs of ${pk} are under way`);
}

/** A token lets in so many connections and no more. */
export function socketChange({ isThere, letIn, violated }: Watched, { after }: Change) {
  const jti = textOf(after?.["identity"]?.M?.["jti"]);
  if (jti === undefined) return;
  const connections = letIn.get(jti) ?? new Set();
  letIn.set(jti, connections.add(textOf(after?.["connection_id"]) ?? ""));
  const count = [...connections].filter(isThere).length;
  if (count > limits.sockets_per_token) violated(`${count} connections of one token were let in`);
}
