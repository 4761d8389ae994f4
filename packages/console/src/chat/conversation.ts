import type { Message, Parley, ParleyError, Project } from "@parley/client";
import { type ChatStore, type Sending, type UseChat, useChat, useParley } from "@parley/client/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Catalog, useCatalog } from "./catalog.ts";
import { allFeatures, type ChatFeatures } from "./chat-features.ts";

/** What a host is told of a chat. */
export interface ChatEvents {
  /** A question was sent. */
  onQuestion?: ((text: string) => void) | undefined;
  /** An answer is there, with its metadata. */
  onAnswer?: ((answer: Message) => void) | undefined;
  /** A question was not answered. */
  onFailure?: ((error: ParleyError) => void) | undefined;
}

export interface ConversationSettings extends ChatEvents {
  /** Null: a new chat, which the first question creates. */
  chatId: string | null;
  features?: Partial<ChatFeatures> | undefined;
  /** What a new chat is bound to where the member does not choose. */
  integrationId?: string | undefined;
  agentId?: string | undefined;
  model?: string | undefined;
}

/** Who is asked, and what. */
export interface Choice {
  agentId: string | null;
  integrationId: string | null;
  /** Null: the agent's own. */
  modelId: string | null;
  /** Collections that answers may draw on. */
  scope: readonly Project[];
}

/** A question that is being edited. */
export interface Editing {
  messageId: string;
  /** What stands below its words to begin with. */
  line: string | null;
}

/** A chat with all that its view, its heading and its panel share. */
export interface Conversation {
  parley: Parley;
  chat: UseChat;
  /** Another one for another chat; a chat that was just created keeps it. */
  key: string;
  features: ChatFeatures;
  catalog: Catalog;
  choice: Choice;
  choose: (change: Partial<Choice>) => void;
  /** True while an answer is on its way. */
  isBusy: boolean;
  /** What was asked before it was known what there is to ask: it goes as soon as that is. */
  held: string | null;
  /** Asks, unless an answer is on its way. Returns whether it was asked. */
  ask: (text: string, sending?: Sending) => boolean;
  /** Puts another question in the place of one. */
  reword: (messageId: string, text: string) => void;
  retry: () => void;
  /** The turn whose workings are shown; null: none are. */
  workings: string | null;
  showWorkings: (turnKey: string | null) => void;
  /** The question that is being edited. */
  editing: Editing | null;
  /** Opens a question for editing, with another `line` below it if there is one; null closes it. */
  setEditing: (messageId: string | null, line?: string) => void;
}

let storesSeen = 0;
const keys = new WeakMap<ChatStore, string>();

/** A name for a store, the same for as long as it lives. */
function keyOf(store: ChatStore): string {
  const key = keys.get(store) ?? `chat-${++storesSeen}`;
  keys.set(store, key);
  return key;
}

/** State that belongs to one chat: another chat begins with `initial`. */
function useStateOf<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [held, hold] = useState({ key, value: initial });
  const value = held.key === key ? held.value : initial;
  return [value, useCallback((next: Value) => hold({ key, value: next }), [key])];
}

const nothingChosen: Partial<Choice> = {};

const idle = new Set(["ready", "error", "loading"]);

/** The choice as it stands: what was chosen, else what the chat has, else the first that there is. */
function choiceFor(
  chosen: Partial<Choice>,
  chat: UseChat["chat"],
  catalog: Catalog,
  settings: Pick<ConversationSettings, "agentId" | "integrationId" | "model">,
): Choice {
  const { agents, integrations, projects } = catalog;
  const scopedIds = chat?.scoped_project_ids ?? [];
  return {
    agentId:
      chat?.agent_id ??
      chosen.agentId ??
      settings.agentId ??
      (agents.find(({ is_default: isDefault }) => isDefault) ?? agents[0])?.id ??
      null,
    integrationId:
      chosen.integrationId ??
      chat?.integration_id ??
      settings.integrationId ??
      (chat ? null : (integrations[0]?.id ?? null)),
    modelId: chosen.modelId ?? settings.model ?? null,
    scope: chosen.scope ?? projects.filter(({ id }) => scopedIds.includes(id)),
  };
}

/** What goes with a message beside its own: the database where it is another one, the model, the collections where they changed. */
function sendingFor({ integrationId, modelId, scope }: Choice, { chat }: UseChat): Sending {
  const ids = scope.map(({ id }) => id);
  const before = chat?.scoped_project_ids ?? [];
  const isSame = ids.length === before.length && ids.every((id) => before.includes(id));
  return {
    ...(integrationId !== null && integrationId !== chat?.integration_id && { integrationId }),
    ...(modelId !== null && { model: modelId }),
    ...(!isSame && { scopedProjectIds: ids }),
  };
}

/** Reads a chat again when its page is looked at again: another tab may have gone on with it. */
function useFreshness({ store }: UseChat): void {
  useEffect(() => {
    const look = () => {
      const { chatId, status } = store.getSnapshot();
      if (document.visibilityState === "visible" && chatId !== null && idle.has(status)) void store.refresh();
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
      removeEventListener("online", look);
    };
  }, [store]);
}

/** What the verbs of a chat act on, as it is when they are called. */
interface Acting {
  settings: ConversationSettings;
  chat: UseChat;
  choice: Choice;
  isBusy: boolean;
  /** Whether it is known what there is to ask. */
  isKnown: boolean;
  hold: (question: HeldQuestion) => void;
}

/** A question that waits until it is known what there is to ask. */
interface HeldQuestion {
  text: string;
  sending: Sending;
}

/** The verbs of a chat, the same functions each time. */
function useActions(acting: Acting): Pick<Conversation, "ask" | "reword" | "retry"> {
  const latest = useRef(acting);
  latest.current = acting;
  return useMemo(() => {
    /** Tells the host what becomes of a turn. */
    const watch = (text: string, turn: ReturnType<UseChat["send"]>): void => {
      latest.current.settings.onQuestion?.(text);
      turn.answer().then(
        (answer) => latest.current.settings.onAnswer?.(answer),
        (error: ParleyError) => latest.current.settings.onFailure?.(error),
      );
    };
    return {
      ask(text: string, sending: Sending = {}): boolean {
        const { chat: now, choice: chosenNow, isBusy: isAnswering } = latest.current;
        if (isAnswering || text.trim() === "") return false;
        if (!latest.current.isKnown) {
          latest.current.hold({ text, sending });
          return true;
        }
        // A chat that is yet to be created is bound to what is chosen at this moment.
        now.store.configure({
          integrationId: chosenNow.integrationId ?? undefined,
          agentId: chosenNow.agentId ?? undefined,
        });
        watch(text, now.send(text, { ...sendingFor(chosenNow, now), ...sending }));
        return true;
      },
      reword(messageId: string, text: string): void {
        watch(text, latest.current.chat.edit(messageId, text));
      },
      retry(): void {
        const { chat: now, isBusy: isAnswering } = latest.current;
        if (!isAnswering) watch(now.turns.at(-1)?.question?.content ?? "", now.retry());
      },
    };
  }, []);
}

/** A chat and what there is to do in it, for `ChatView` and what stands around it. */
export function useConversation(settings: ConversationSettings): Conversation {
  const parley = useParley();
  const catalog = useCatalog(parley);
  const [bound, bind] = useState<Pick<Choice, "agentId" | "integrationId">>({ agentId: null, integrationId: null });
  const chat = useChat({
    ...(settings.chatId !== null && { chatId: settings.chatId }),
    agentId: bound.agentId ?? undefined,
    integrationId: bound.integrationId ?? undefined,
  });
  const key = keyOf(chat.store);
  const [chosen, setChosen] = useStateOf<Partial<Choice>>(key, nothingChosen);
  const [workings, showWorkings] = useStateOf<string | null>(key, null);
  const [editing, edit] = useStateOf<Editing | null>(key, null);
  const setEditing = useCallback(
    (messageId: string | null, line: string | null = null) => edit(messageId === null ? null : { messageId, line }),
    [edit],
  );
  const { agentId: ownAgentId, integrationId: ownIntegrationId, model } = settings;
  // The same while an answer grows: what is drawn by it is not drawn again.
  const choice = useMemo(
    () => choiceFor(chosen, chat.chat, catalog, { agentId: ownAgentId, integrationId: ownIntegrationId, model }),
    [chosen, chat.chat, catalog, ownAgentId, ownIntegrationId, model],
  );
  const { agentId, integrationId } = choice;
  useEffect(() => bind({ agentId, integrationId }), [agentId, integrationId]);
  useFreshness(chat);
  const isBusy = !idle.has(chat.status);

  const [held, hold] = useStateOf<HeldQuestion | null>(key, null);
  const isKnown = catalog.isLoaded || settings.chatId !== null;
  const actions = useActions({ settings, chat, choice, isBusy, isKnown, hold });
  useEffect(() => {
    if (!held || !isKnown) return;
    hold(null);
    actions.ask(held.text, held.sending);
  }, [held, isKnown, hold, actions]);

  const features = useMemo(() => ({ ...allFeatures, ...settings.features }), [settings.features]);
  return {
    parley,
    chat,
    key,
    features,
    catalog,
    choice,
    choose: (change) => setChosen({ ...chosen, ...change }),
    // A question that waits is on its way, too.
    isBusy: isBusy || held !== null,
    held: held?.text ?? null,
    ...actions,
    workings,
    showWorkings,
    editing,
    setEditing,
  };
}
