import { editDistance } from "@parley/core/audio/edit-distance";
import type { Schema, Table } from "@parley/datasource/types";
import { nameStems, tableNameOf } from "./asked.ts";

/** A name that a statement used and the database does not have. */
export interface UnknownName {
  kind: "table" | "column";
  /** Without what stands in front of it: "nam" of "c.nam". */
  name: string;
}

/** How engines say it. */
const MESSAGES: readonly [kind: UnknownName["kind"], pattern: RegExp][] = [
  ["column", /no such column: (.+?)$/m],
  ["table", /no such table: (.+?)$/m],
  ["column", /column "?(.+?)"? (?:of relation .+ )?does not exist/],
  ["table", /relation "?(.+?)"? does not exist/],
  ["column", /Unknown column '(.+?)' in/],
  ["table", /Table '(.+?)' doesn't exist/],
];

/** Returns the name that a database's message calls unknown, or null if the message says something else. */
export function unknownNameIn(message: string): UnknownName | null {
  for (const [kind, pattern] of MESSAGES) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined)
      return {
        kind,
        name:
          found
            .replaceAll(/["`[\]]/g, "")
            .split(".")
            .at(-1) ?? found,
      };
  }
  return null;
}

/** Names that are offered. */
const OFFERED = 5;
/** Of 1: names that have less in common are not offered. */
const LEAST_LIKENESS = 0.3;
const LONGEST_COMPARED = 64;

/** How much two names have in common, from 0 to 1: words of theirs, or letters in their order. */
function likeness(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => name.toLowerCase().slice(0, LONGEST_COMPARED));
  if (first === undefined || second === undefined) return 0;
  const most = Math.ceil(Math.max(first.length, second.length) / 3);
  const apart = editDistance(first, second, most);
  const letters = apart > most ? 0 : 1 - apart / Math.max(first.length, second.length, 1);
  const [wanted, had] = [new Set(nameStems(a)), new Set(nameStems(b))];
  const shared = [...wanted].filter((word) => had.has(word)).length;
  const words = shared / Math.max(wanted.size + had.size - shared, 1);
  const isPart = Math.min(first.length, second.length) > 2 && (first.includes(second) || second.includes(first));
  return Math.max(letters, words, isPart ? 0.5 : 0);
}

/** Returns the names most like a given one, best first; none if nothing is like it. */
function nearest(name: string, candidates: readonly { name: string; shown: string; weight?: number }[]): string[] {
  const found = new Map<string, number>();
  for (const { name: other, shown, weight = 1 } of candidates) {
    const score = likeness(name, other);
    if (score >= LEAST_LIKENESS) found.set(shown, Math.max(found.get(shown) ?? 0, score * weight));
  }
  return [...found]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, OFFERED)
    .map(([shown]) => shown);
}

/** Returns the tables whose names are most like a given one, best first. */
export const nearestTables = (name: string, tables: readonly Table[]): string[] =>
  nearest(
    name.split(".").at(-1) ?? name,
    tables.map((table) => ({ name: table.name, shown: tableNameOf(table) })),
  );

/** A column of a table that the statement reads is nearer than the same name elsewhere. */
const ELSEWHERE = 0.6;

/**
 * Returns what to try instead of a name that the database does not have, as a sentence; null if nothing is like it. `read` are
 * the tables of the statement.
 */
export function nearestText({ kind, name }: UnknownName, { tables }: Schema, read: readonly string[]): string | null {
  const names =
    kind === "table"
      ? nearestTables(name, tables)
      : nearest(
          name,
          tables.flatMap((table) => {
            const isRead = read.some((each) => each.toLowerCase() === table.name.toLowerCase());
            return table.columns.map((column) => ({
              name: column.name,
              shown: `${tableNameOf(table)}.${column.name}`,
              weight: isRead ? 1 : ELSEWHERE,
            }));
          }),
        );
  return names.length === 0 ? null : `Nearest ${kind}s: ${names.map((each) => each.replace(/\s+/g, " ")).join(", ")}.`;
}
