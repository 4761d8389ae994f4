import type { LucideIcon } from "lucide-preact";
import type { RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { useFloating } from "./use-floating.ts";

export interface Suggestion {
  id: string;
  label: string;
  /** What tells it from others of that name. */
  hint?: string | undefined;
  icon?: LucideIcon;
}

export interface SuggestionsOptions {
  suggestions: readonly Suggestion[];
  isOpen: boolean;
  /** The id of the one that has been chosen before: the list begins there. */
  chosen?: string | null;
  onChoose: (suggestion: Suggestion) => void;
  /** Esc, or the focus is elsewhere. */
  onDismiss: () => void;
}

/** What a text field needs to have suggestions: its focus stays, arrows move in the list, Enter and Tab choose. */
export interface Suggestions extends SuggestionsOptions {
  /** The list's id, and the place of the one that Enter takes. */
  id: string;
  active: number;
  setActive: (place: number) => void;
  /** Takes the keys that are about the list, and says whether this was one. Call it before the field's own keys. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** For the field. On an `<input>` together with `role="combobox"` and `aria-expanded`. */
  attributes: {
    "aria-autocomplete": "list";
    "aria-haspopup": "listbox";
    "aria-controls": string | undefined;
    "aria-activedescendant": string | undefined;
  };
}

export function useSuggestions(options: SuggestionsOptions): Suggestions {
  const { suggestions, isOpen, chosen: before, onChoose, onDismiss } = options;
  const id = useId();
  const [active, setActive] = useState(0);
  const ids = suggestions.map((suggestion) => suggestion.id).join("\n");
  useLayoutEffect(() => {
    const place = suggestions.findIndex((suggestion) => suggestion.id === before);
    setActive(Math.max(0, place));
  }, [ids, isOpen]);
  const count = suggestions.length;
  const chosen = suggestions[Math.min(active, count - 1)];
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing) return false;
    if (event.key === "Escape") onDismiss();
    else if (count > 0 && event.key === "ArrowDown") setActive((active + 1) % count);
    else if (count > 0 && event.key === "ArrowUp") setActive((active - 1 + count) % count);
    else if (chosen && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) onChoose(chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    ...options,
    id,
    active,
    setActive,
    onKeyDown,
    attributes: {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen && chosen ? `${id}-${active}` : undefined,
    },
  };
}

export interface SuggestionListProps {
  list: Suggestions;
  /** Names the list. */
  label: string;
  /** The field, which the list stands beside. */
  anchor: RefObject<HTMLElement>;
}

/** The list of suggestions, over the page beside the field. */
export function SuggestionList({ list, label, anchor }: SuggestionListProps) {
  const say = usePartsWords();
  const { id, suggestions, isOpen, active, setActive, onChoose } = list;
  const popover = useRef<HTMLDivElement>(null);
  useFloating(isOpen, popover, anchor, "start");
  useEffect(() => {
    popover.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, isOpen]);
  return (
    <div ref={popover} popover="manual" class="suggestions floating">
      {isOpen && (
        <div role="listbox" id={id} aria-label={label}>
          {suggestions.map((suggestion, place) => {
            const { label: text, hint, icon: Icon } = suggestion;
            return (
              <div
                key={suggestion.id}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                // The focus stays in the field.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => place !== active && setActive(place)}
                onClick={() => onChoose(suggestion)}
              >
                {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
                <span>{text}</span>
                {hint && <small>{hint}</small>}
              </div>
            );
          })}
        </div>
      )}
      {isOpen && suggestions.length === 0 && <p role="status">{say("suggestions.none")}</p>}
    </div>
  );
}
