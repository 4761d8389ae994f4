import type { SavedQuery } from "@parley/client";
import { FileCode2, X } from "lucide-preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { IconButton } from "../../parts/button.tsx";
import { useChatWords } from "../../words/chat-words.ts";
import { wordsOfColumn } from "../figures.ts";
import { kindOfParameter, PARAMETER_CHARACTERS } from "./saved-query-values.ts";

interface Props {
  query: SavedQuery;
  values: Readonly<Record<string, string>>;
  onChange: (values: Readonly<Record<string, string>>) => void;
  onRemove: () => void;
  onSend: () => void;
}

/** A saved query that is about to run, with a field for each of its parameters. */
export function SavedQueryForm({ query, values, onChange, onRemove, onSend }: Props) {
  const say = useChatWords();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  // Where there is nothing to fill in, Enter runs it all the same.
  useEffect(() => (first.current ?? group.current)?.focus(), [query.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div ref={group} class="saved-query" role="group" aria-label={query.title} tabIndex={-1} onKeyDown={onKeyDown}>
      <div class="saved-query-head">
        <FileCode2 size={15} strokeWidth={1.75} aria-hidden="true" />
        <b>{query.title}</b>
        <IconButton icon={X} label={say("composer.removeQuery")} onClick={onRemove} />
      </div>
      {query.description && <p>{query.description}</p>}
      {query.parameters.length > 0 && (
        <div class="saved-query-fields">
          {query.parameters.map((name, at) => (
            <div key={name}>
              <label for={`${id}-${name}`}>{wordsOfColumn(name)}</label>
              <input
                ref={at === 0 ? first : null}
                id={`${id}-${name}`}
                type={kindOfParameter(query, name)}
                value={values[name] ?? ""}
                maxLength={PARAMETER_CHARACTERS}
                autocomplete="off"
                onInput={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
