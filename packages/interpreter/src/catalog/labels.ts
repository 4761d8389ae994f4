import { isUnique } from "./guessed-keys.ts";
import { stem } from "../language/inflection.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** What names a row to a person. */
export function labelOf(table: CatalogTable): CatalogColumn[] {
  const named = (test: (words: string[]) => boolean) =>
    table.columns.find((column) => test(column.words) && !column.isForeign);
  const prefixed = new Map(table.columns.map((column) => [column.words.join(" "), column]));
  const own = (words: string[]) => {
    const column = prefixed.get(words.join(" "));
    const kept = words.filter((word) => !table.stems.includes(stem(word)));
    return column === undefined || kept.length === 0
      ? kept.join(" ")
      : kept.filter((word) => column.essential.includes(stem(word))).join(" ");
  };
  const first = named((words) => /^(first name|forename|given name)$/.test(own(words)) || own(words) === "first");
  const last = named((words) => /^(last name|surname|family name)$/.test(own(words)) || own(words) === "last");
  if (first !== undefined && last !== undefined) return [first, last];
  const candidates = [
    named((words) => own(words) === "name" || (own(words) === "" && words.length > 0 && !words.includes("id"))),
    named((words) => own(words) === "full name"),
    named((words) => own(words) === "title"),
    named((words) => words.at(-1) === "name" && words.length <= 3),
    last,
    first,
    named((words) => words.at(-1) === "title"),
    table.columns.some((column) => column.isForeign)
      ? undefined
      : table.columns.find(
          (column) =>
            column.isText &&
            isUnique(column) &&
            /^(company|organi[sz]ation|username|user name|nickname|label)$/.test(column.words.join(" ")),
        ),
    table.columns.find(
      (column) =>
        column.isText && /\b(description|detail|details|label)\b/.test(column.words.join(" ")) && !column.isForeign,
    ),
  ];
  const best = candidates.find((column) => column !== undefined && !column.isNumber);
  if (best !== undefined) return [best];
  // A way between two places is known by both.
  const from = named((words) =>
    /^(origin|source|departure|from)( city| name| station| airport)?$/.test(words.join(" ")),
  );
  const to = named((words) =>
    /^(destination|target|arrival|to)( city| name| station| airport)?$/.test(words.join(" ")),
  );
  if (from?.isText === true && to?.isText === true) return [from, to];
  return [];
}
