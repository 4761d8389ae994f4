import type { ChatTurn } from "@parley/client/react";
import { ArrowDown } from "lucide-preact";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { isLive } from "./announcements.ts";
import type { Conversation } from "./conversation.ts";
import { Turn } from "./turn.tsx";
import { useChatScroll } from "./use-chat-scroll.ts";
import { useGradual } from "./use-gradual.ts";

/** So many turns are laid out, or skipped, together: what each of a long chat's costs at every word of an answer is paid once for all of them. */
const GROUP_TURNS = 10;

/** Turns in their groups. Each stays in that which it came in, for `firsts` has the keys of those that began one: another would draw it anew. */
function groupsOf(turns: readonly ChatTurn[], firsts: Set<string>): ChatTurn[][] {
  const groups: ChatTurn[][] = [];
  for (const turn of turns) {
    const group = groups.at(-1);
    if (group && group.length < GROUP_TURNS && !firsts.has(turn.key)) group.push(turn);
    else {
      firsts.add(turn.key);
      groups.push([turn]);
    }
  }
  return groups;
}

/** The turn that a message belongs to. */
const turnOf = (turns: readonly ChatTurn[], messageId: string): ChatTurn | undefined =>
  turns.find(({ question, answer }) => question?.id === messageId || answer?.id === messageId);

interface Props {
  conversation: Conversation;
  /** The message that a link leads to. */
  messageId: string | null;
}

/** The questions and answers of a chat, oldest first. */
export function Transcript({ conversation, messageId }: Props) {
  const say = useChatWords();
  const { chat, editing } = conversation;
  const { turns, hasOlder, isLoadingOlder, loadOlder } = chat;
  const marked = messageId === null ? undefined : turnOf(turns, messageId);
  // A link may lead to what has yet to be read.
  useEffect(() => {
    if (messageId !== null && !marked && hasOlder && !isLoadingOlder) void loadOlder();
  }, [messageId, marked, hasOlder, isLoadingOlder, loadOlder]);
  const from = useGradual(turns.length, marked !== undefined);
  const shown = from === 0 ? turns : turns.slice(from);
  const { scroller, isAway, toEnd } = useChatScroll({ turns: shown, marked: marked?.key ?? null });
  const last = turns.at(-1);
  const known = useRef(new WeakMap<ChatTurn, VNode>());
  const drawn = (turn: ChatTurn): VNode => {
    const isEdited = editing !== null && turn.question?.id === editing.messageId;
    const of = { turn, isLast: turn === last, editing: isEdited ? editing : null, isMarked: turn === marked };
    const element = known.current.get(turn);
    const isPlain = !of.isLast && !of.isMarked && !isEdited;
    // The same element as before is not even compared: of a long chat, while one answer grows, all but one are.
    if (isPlain && element) return element;
    const made = <Turn key={turn.key} {...of} />;
    if (isPlain) known.current.set(turn, made);
    return made;
  };
  const firsts = useRef(new Set<string>());
  const groups = useRef(new Map<string | undefined, { children: VNode[]; element: VNode }>());
  const drawnGroup = (group: ChatTurn[]): VNode => {
    const key = group[0]?.key;
    const children = group.map(drawn);
    const before = groups.current.get(key);
    const isSame =
      before?.children.length === children.length && before.children.every((one, at) => one === children[at]);
    if (before && isSame) return before.element;
    const element = (
      <div key={key} class="turns">
        {children}
      </div>
    );
    groups.current.set(key, { children, element });
    return element;
  };
  /** Whether a question was asked here: its turn then has room to stand at the top. */
  const wasAsked = useRef(false);
  if (last && isLive(last)) wasAsked.current = true;
  return (
    <>
      <div class="chat-scroll" ref={scroller}>
        <div
          class="log"
          role="log"
          aria-live="off"
          aria-busy={from > 0}
          aria-label={say("chat.log")}
          data-asked={wasAsked.current || undefined}
        >
          {hasOlder && from === 0 && <Older isLoading={isLoadingOlder} onLoad={loadOlder} />}
          {groupsOf(shown, firsts.current).map(drawnGroup)}
        </div>
      </div>
      {isAway && (
        <button type="button" class="to-end" onClick={toEnd}>
          <ArrowDown size={14} strokeWidth={2} aria-hidden="true" />
          {say(last && isLive(last) ? "chat.newAnswer" : "chat.toEnd")}
        </button>
      )}
    </>
  );
}

/** Earlier turns are read when one scrolls to them. */
function Older({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => Promise<void> }) {
  const say = useChatWords();
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = button.current;
    if (!element) return;
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void onLoad();
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, [onLoad]);
  return (
    <div class="older" ref={button}>
      <Button kind="quiet" disabled={isLoading} onClick={() => void onLoad()}>
        {say(isLoading ? "chat.olderLoading" : "chat.older")}
      </Button>
    </div>
  );
}
