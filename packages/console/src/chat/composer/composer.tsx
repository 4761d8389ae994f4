import { Paperclip } from "lucide-preact";
import type { Ref, RefObject } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";
import { IconButton } from "../../parts/button.tsx";
import { SuggestionList, useSuggestions } from "../../parts/suggestions.tsx";
import { useChatWords } from "../../words/chat-words.ts";
import type { Conversation } from "../conversation.ts";
import { type Draft, emptyDraft } from "../drafts.ts";
import { lengthOf, MESSAGE_CHARACTERS, SCOPE_PROJECTS } from "../message-limits.ts";
import { AttachmentList, SavedQueryForm, ScopeChoice } from "../lazy-parts.tsx";
import { Choices } from "./choices.tsx";
import { composerAction, isComposed, lookupAt } from "./composer-keys.ts";
import { useGrowing } from "./growing-text.ts";
import { type Found, foundBy, suggestionOf } from "./lookups.ts";
import { isFilled, savedQueryText } from "./saved-query-values.ts";
import { SendButton } from "./send-button.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useDraft } from "./use-draft.ts";

/** What can be done with a composer from around it. */
export interface ComposerHandle {
  focus: () => void;
  addFiles: (files: readonly File[]) => void;
}

interface Props {
  conversation: Conversation;
  handle: Ref<ComposerHandle>;
  /** The cursor is in it from the beginning. */
  isFocused: boolean;
  notify: (words: string) => void;
  placeholder?: string | undefined;
}

/** Whether files of the draft are on their way. */
const isUploading = ({ attachments }: Draft): boolean =>
  attachments.some(({ upload, problem }) => upload === null && problem === null);

/** Whether the draft can be sent: something is asked, and nothing is too long. */
function isReady({ text, query, parameters }: Draft): boolean {
  if (query) return isFilled(query, parameters);
  return text.trim() !== "" && lengthOf(text.trim()).state !== "over";
}

/** Where a question is written: with files, saved queries, collections, and the choice of whom to ask. */
export function Composer({ conversation, handle, isFocused, notify, placeholder }: Props) {
  const say = useChatWords();
  const { catalog, chat, features, parley } = conversation;
  const [draft, change] = useDraft(parley, chat.chatId);
  const attachments = useAttachments(
    parley,
    (by) => change((before) => ({ ...before, attachments: by(before.attachments) })),
    notify,
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus(), addFiles: attachments.add }));
  useEffect(() => {
    if (isFocused) field.current?.focus({ preventScroll: true });
  }, [isFocused]);

  useFocusAfterQuery(field, draft);
  const { send, isWaiting } = useSending(conversation, { draft, change, notify, onSent: () => field.current?.focus() });
  const take = useTaking(conversation, { draft, change, notify });
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {features.suggestions && draft.query ? (
        <SavedQueryForm
          query={draft.query}
          values={draft.parameters}
          onChange={(parameters) => change((before) => ({ ...before, parameters }))}
          onRemove={() => change((before) => ({ ...before, query: null, parameters: {} }))}
          onSend={send}
        />
      ) : (
        <QuestionField
          conversation={conversation}
          field={field}
          text={draft.text}
          placeholder={placeholder}
          onText={(text) => change((before) => ({ ...before, text }))}
          onFiles={features.upload ? attachments.add : null}
          onSend={send}
          onTake={take}
        />
      )}
      {draft.attachments.length > 0 && (
        <AttachmentList
          files={draft.attachments}
          onRemove={(key) => {
            attachments.remove(key);
            field.current?.focus();
          }}
        />
      )}
      <Length text={draft.text} />
      {isWaiting && (
        <p class="composer-length" role="status">
          {say("composer.waiting")}
        </p>
      )}
      <div class="composer-bar">
        {features.upload && <AttachButton onFiles={attachments.add} />}
        <Choices conversation={conversation} />
        {catalog.projects.length > 0 && <ScopeChoice conversation={conversation} />}
        <SendButton conversation={conversation} isReady={isReady(draft)} />
      </div>
    </form>
  );
}

/** The field gives its place to a saved query's, and has the focus again when that is sent or removed. */
function useFocusAfterQuery(field: RefObject<HTMLTextAreaElement>, { query }: Draft): void {
  const hasQuery = query !== null;
  const hadQuery = useRef(hasQuery);
  useEffect(() => {
    if (hadQuery.current && !hasQuery) field.current?.focus();
    hadQuery.current = hasQuery;
  }, [hasQuery]);
}

interface SendingDraft {
  draft: Draft;
  change: (by: (draft: Draft) => Draft) => void;
  onSent: () => void;
  notify: (words: string) => void;
}

/**
 * Sends the draft, once its files are there. One that was refused is for its sender to take away: an answer without it would be to
 * another question.
 */
function useSending({ isBusy, ask }: Conversation, { draft, change, notify, onSent }: SendingDraft) {
  const say = useChatWords();
  const [isWaiting, setWaiting] = useState(false);
  const send = (): void => {
    if (isBusy || !isReady(draft)) return;
    if (isUploading(draft)) return setWaiting(true);
    setWaiting(false);
    const refused = draft.attachments.find(({ problem }) => problem !== null);
    if (refused) return notify(say("composer.refused", { name: refused.name }));
    const { query, parameters, text } = draft;
    const uploads = draft.attachments.flatMap(({ upload }) => (upload ? [upload] : []));
    const isAsked = query
      ? ask(savedQueryText(query, parameters), { savedQueryId: query.id, parameters: { ...parameters } })
      : ask(text.trim(), uploads.length > 0 ? { uploads } : {});
    if (!isAsked) return;
    change(() => emptyDraft);
    onSent();
  };
  useEffect(() => {
    if (!isWaiting || isUploading(draft)) return;
    if (draft.attachments.some(({ problem }) => problem !== null)) setWaiting(false);
    else send();
  }, [isWaiting, draft]);
  return { send, isWaiting };
}

interface Taking {
  draft: Draft;
  change: (by: (draft: Draft) => Draft) => void;
  notify: (words: string) => void;
}

/** Takes what was found in the place of what was looked for. */
function useTaking({ choice, choose }: Conversation, { draft, change, notify }: Taking) {
  const say = useChatWords();
  return (found: Found, lookedFor: { at: number; end: number }): void => {
    if (found.kind === "query") {
      const parameters = Object.fromEntries(found.item.parameters.map((name) => [name, ""]));
      return change((before) => ({ ...before, text: "", query: found.item, parameters }));
    }
    const text = draft.text.slice(0, lookedFor.at) + draft.text.slice(lookedFor.end);
    change((before) => ({ ...before, text }));
    if (choice.scope.some(({ id }) => id === found.item.id)) return;
    if (choice.scope.length >= SCOPE_PROJECTS) return notify(say("composer.scopeFull", { count: SCOPE_PROJECTS }));
    choose({ scope: [...choice.scope, found.item] });
  };
}

interface FieldProps {
  conversation: Conversation;
  field: RefObject<HTMLTextAreaElement>;
  text: string;
  placeholder: string | undefined;
  onText: (text: string) => void;
  /** Null: files are not taken. */
  onFiles: ((files: readonly File[]) => void) | null;
  onSend: () => void;
  onTake: (found: Found, lookedFor: { at: number; end: number }) => void;
}

/** The text itself, with the list of what `/` and `@` find above it. */
function QuestionField({ conversation, field, text, placeholder, onText, onFiles, onSend, onTake }: FieldProps) {
  const say = useChatWords();
  const { features, catalog, chat, setEditing } = conversation;
  const [caret, setCaret] = useState(0);
  useGrowing(field, text);
  const lookup = features.suggestions ? lookupAt(text, Math.min(caret, text.length)) : null;
  const found = useMemo(() => (lookup ? foundBy(lookup, catalog) : []), [lookup?.kind, lookup?.words, catalog]);
  /** The lookup that was dismissed: where it begins. */
  const [dismissed, dismiss] = useState<number | null>(null);
  useEffect(() => {
    if (lookup === null) dismiss(null);
  }, [lookup === null]);
  const suggestions = useSuggestions({
    suggestions: useMemo(() => found.map(suggestionOf), [found]),
    isOpen: lookup !== null && dismissed !== lookup.at,
    onChoose({ id }) {
      const chosen = found.find(({ item }) => item.id === id);
      if (chosen && lookup) onTake(chosen, { at: lookup.at, end: caret });
    },
    onDismiss: () => dismiss(lookup?.at ?? null),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposed(event)) return;
    if (suggestions.onKeyDown(event)) return;
    const action = composerAction(event, text);
    if (action === null) return;
    const last = chat.store.getSnapshot().turns.at(-1)?.question?.id ?? null;
    if (action === "edit-last" && (last === null || !features.history)) return;
    event.preventDefault();
    if (action === "send") onSend();
    else setEditing(last);
  };
  const noteCaret = (): void => setCaret(field.current?.selectionStart ?? 0);
  const withQueries = features.suggestions && catalog.queries.length > 0;
  return (
    <>
      <textarea
        ref={field}
        class="composer-text"
        rows={1}
        value={text}
        aria-label={say("composer.label")}
        {...(features.suggestions && suggestions.attributes)}
        placeholder={placeholder ?? say(withQueries ? "composer.placeholder" : "composer.placeholderShort")}
        enterkeyhint="send"
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          noteCaret();
        }}
        onSelect={noteCaret}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0 || !onFiles) return;
          event.preventDefault();
          onFiles(files);
        }}
      />
      <SuggestionList
        list={suggestions}
        label={say(lookup?.kind === "project" ? "composer.projects" : "composer.queries")}
        anchor={field}
      />
    </>
  );
}

/** How much is left, once it matters. */
function Length({ text }: { text: string }) {
  const say = useChatWords();
  const { state, characters } = lengthOf(text.trim());
  if (state === "fine") return null;
  const left = MESSAGE_CHARACTERS - characters;
  const tooLong =
    left < 0 ? say("composer.tooLong", { count: -left, limit: MESSAGE_CHARACTERS }) : say("composer.tooManyBytes");
  return (
    <p class="composer-length" data-state={state} role="status">
      {state === "over" ? tooLong : say("composer.left", { count: left })}
    </p>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const say = useChatWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Paperclip} label={say("composer.attach")} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
