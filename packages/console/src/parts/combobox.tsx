import { ChevronsUpDown } from "lucide-preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { Field, type FieldProps } from "./field.tsx";
import { type Suggestion, SuggestionList, useSuggestions } from "./suggestions.tsx";
import { textSearch } from "./text-search.ts";
import "./field.css";

/** Options that are listed at a time; typing finds the others. */
const LISTED_AT_MOST = 50;

export interface ComboboxProps extends FieldProps {
  options: readonly Suggestion[];
  /** The id of the chosen one. */
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string;
}

/** Options that hold all words of a text, in any order. */
export function matching(options: readonly Suggestion[], text: string): readonly Suggestion[] {
  const isFound = textSearch(text);
  return options.filter(({ label, hint = "" }) => isFound(`${label} ${hint}`));
}

/** One of many: typing finds it, arrows and Enter choose, Esc leaves what was chosen before. */
export function Combobox({ options, value, onChange, placeholder, ...field }: ComboboxProps) {
  const box = useRef<HTMLDivElement>(null);
  /** What has been typed since the list was opened; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = options.find(({ id }) => id === value);
  const found = useMemo(() => matching(options, typed ?? "").slice(0, LISTED_AT_MOST), [options, typed]);
  const close = (): void => setTyped(null);
  const list = useSuggestions({
    suggestions: found,
    isOpen: typed !== null,
    chosen: value,
    onDismiss: close,
    onChoose: ({ id }) => {
      onChange(id);
      close();
    },
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.onKeyDown(event) || typed !== null || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    setTyped("");
  };
  return (
    <Field {...field}>
      {(control) => (
        <div ref={box} class="field-control combobox">
          <input
            {...control}
            {...list.attributes}
            type="text"
            role="combobox"
            aria-expanded={typed !== null}
            autocomplete="off"
            spellcheck={false}
            placeholder={typed === null ? placeholder : (chosen?.label ?? placeholder)}
            value={typed ?? chosen?.label ?? ""}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onClick={() => setTyped((before) => before ?? "")}
            // Typing replaces what was chosen, as in a field that the keyboard enters.
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />
          <SuggestionList list={list} label={field.label} anchor={box} />
        </div>
      )}
    </Field>
  );
}
