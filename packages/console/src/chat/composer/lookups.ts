import type { Project, SavedQuery } from "@parley/client";
import { BookOpen, FileCode2 } from "lucide-preact";
import type { Suggestion } from "../../parts/suggestions.tsx";
import type { Catalog } from "../catalog.ts";
import type { Lookup } from "./composer-keys.ts";

const SUGGESTIONS_AT_MOST = 8;

/** Something that a lookup found. */
export type Found = { kind: "query"; item: SavedQuery } | { kind: "project"; item: Project };

const titleOf = (found: Found): string => (found.kind === "query" ? found.item.title : found.item.name);

/** What is called like the words of a lookup; titles that begin with them come first. */
export function foundBy(lookup: Lookup, { queries, projects }: Pick<Catalog, "queries" | "projects">): Found[] {
  const all: Found[] =
    lookup.kind === "query"
      ? queries.map((item) => ({ kind: "query", item }))
      : projects.map((item) => ({ kind: "project", item }));
  const words = lookup.words.trim().toLocaleLowerCase();
  const place = (found: Found): number => {
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

/** What was found as the list shows it. */
export const suggestionOf = (found: Found): Suggestion => ({
  id: found.item.id,
  label: titleOf(found),
  hint: found.item.description,
  icon: found.kind === "query" ? FileCode2 : BookOpen,
});
