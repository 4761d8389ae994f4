import type { Project, SavedQuery } from "@parley/client";
import { BookOpen, FileCode2 } from "lucide-preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useChatWords } from "../../words/chat-words.ts";
import type { Catalog } from "../catalog.ts";
import type { Lookup } from "./composer-keys.ts";

/** Something that a lookup found. */
export type Suggestion = { kind: "query"; item: SavedQuery } | { kind: "project"; item: Project };

const SUGGESTIONS_AT_MOST = 8;

const titleOf = (found: Suggestion): string => (found.kind === "query" ? found.item.title : found.item.name);

/** What is called like the words of a lookup; titles that begin with them come first. */
export function suggestionsFor(
  lookup: Lookup,
  { queries, projects }: Pick<Catalog, "queries" | "projects">,
): Suggestion[] {
  const all: Suggestion[] =
    lookup.kind === "query"
      ? queries.map((item) => ({ kind: "query", item }))
      : projects.map((item) => ({ kind: "project", item }));
  const words = lookup.words.trim().toLocaleLowerCase();
  const place = (found: Suggestion): number => {
    const title = titleOf(found).toLocaleLowerCase();
    if (title.startsWith(words)) return 0;
    if (title.includes(words)) return 1;
    return (found.item.description ?? "").toLocaleLowerCase().includes(words) ? 2 : -1;
  };
  return all
    .map((found) => ({ found, at: place(found) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, SUGGESTIONS_AT_MOST)
    .map(({ found }) => found);
}

/** The open list of a lookup: what is in it, which one Enter takes, and the keys that move in it. */
export function useSuggestions(lookup: Lookup | null, catalog: Catalog, take: (found: Suggestion) => void) {
  const found = useMemo(() => (lookup ? suggestionsFor(lookup, catalog) : []), [lookup, catalog]);
  const [active, setActive] = useState(0);
  const [dismissed, dismiss] = useState<string | null>(null);
  const id = lookup && `${lookup.kind} ${lookup.at}`;
  useEffect(() => setActive(0), [id, lookup?.words]);
  useEffect(() => {
    if (id === null) dismiss(null);
  }, [id]);
  const isOpen = lookup !== null && dismissed !== id;
  return {
    found,
    active: Math.min(active, found.length - 1),
    isOpen,
    /** Whether a key was the list's. */
    onKey(key: string): boolean {
      if (!isOpen) return false;
      const chosen = found[Math.min(active, found.length - 1)];
      switch (key) {
        case "ArrowDown":
        case "ArrowUp":
          if (found.length > 0) setActive((active + (key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
          return true;
        case "Enter":
        case "Tab":
          if (chosen) take(chosen);
          return chosen !== undefined;
        case "Escape":
          dismiss(id);
          return true;
        default:
          return false;
      }
    },
  };
}

interface Props {
  id: string;
  kind: Lookup["kind"];
  found: readonly Suggestion[];
  active: number;
  onTake: (found: Suggestion) => void;
}

/** The list above the composer. The caret stays in the text; `aria-activedescendant` says which one is meant. */
export function SuggestionList({ id, kind, found, active, onTake }: Props) {
  const say = useChatWords();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  const Icon = kind === "query" ? FileCode2 : BookOpen;
  return (
    <div class="suggestions">
      <p aria-hidden="true">{say(kind === "query" ? "composer.queries" : "composer.projects")}</p>
      {found.length === 0 ? (
        <p class="suggestions-none" role="status">
          {say(kind === "query" ? "composer.noQueries" : "composer.noProjects")}
        </p>
      ) : (
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-label={say(kind === "query" ? "composer.queries" : "composer.projects")}
        >
          {found.map((each, at) => (
            <li
              key={each.item.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              // The caret stays where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(each)}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              <b>{titleOf(each)}</b>
              {each.item.description && <span>{each.item.description}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
