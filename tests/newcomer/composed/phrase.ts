import type { Random } from "@parley/local/demo/random";
import type { Category, Cell, Column, Link, Table } from "./database.ts";
import type { Period } from "./periods.ts";
import { literal } from "./words.ts";

/** What a question is about: a table, and of it what it has, drawn by chance. */
export interface Scene {
  random: Random;
  rows: (sql: string) => Cell[][] | undefined;
  /** The day the questions are asked on. */
  now: Date;
  /** Rows of it are `t` in SQL. */
  table: Table;
  /** The only date of its rows. */
  date?: Column;
  period: Period;
  number?: Column;
  /** Another of its numbers. */
  second?: Column;
  /** About the middle of the number's values, and far above it. */
  middle?: number;
  high?: number;
  category?: Category;
  value?: string;
  /** Another of the category's values. */
  other?: string;
  /** Whose its rows are: `p` in SQL. */
  parent?: Link;
  /** The names of two of them, of which neither is a part of the other. */
  name?: string;
  otherName?: string;
  label?: Column;
  /** The name of one of its rows. */
  own?: string;
}

/** What a phrase makes: one of the questions is asked, after another if there is one; each of the queries is right. */
export interface Made {
  question: string | readonly string[];
  sql: readonly (string | undefined)[];
  after?: string;
}

/** A turn of phrase over any schema. */
export interface Phrase {
  name: string;
  /** Undefined where the scene lacks something of it. */
  make(scene: Scene): Made | undefined;
}

/** A phrase that needs parts of a scene. */
export function phrase<Part extends keyof Scene>(
  name: string,
  needs: readonly Part[],
  make: (scene: Scene & Required<Pick<Scene, Part>>) => Made | undefined,
): Phrase {
  const has = (scene: Scene): scene is Scene & Required<Pick<Scene, Part>> =>
    needs.every((part) => scene[part] !== undefined);
  return { name, make: (scene) => (has(scene) ? make(scene) : undefined) };
}

/** A column of the scene's rows, and of those whose they are. */
export const of = (column: Column): string => `t.${column.sql}`;
export const nameOf = (parent: Link): string => `p.${parent.to.label.sql}`;

/** Conditions. */
export const is = (column: Column, value: string): string => `${of(column)} = ${literal(value)}`;
export const day = (date: Column): string => `substr(${of(date)}, 1, 10)`;
export const month = (date: Column): string => `substr(${of(date)}, 1, 7)`;
export const year = (date: Column): string => `substr(${of(date)}, 1, 4)`;
export const within = (date: Column, { from, to }: Period): string =>
  `${day(date)} >= ${literal(from)} and ${day(date)} < ${literal(to)}`;

/** Rows, and with whose they are. */
export const rowsOf = ({ sql }: Table): string => `${sql} t`;
export const together = (table: Table, { to, from, key }: Link): string =>
  `${to.sql} p join ${table.sql} t on t.${from} = p.${key}`;
/** The key of whose the rows are. */
export const keyOf = ({ key }: Link): string => `p.${key}`;

/** Queries that show these, or these with more: both are right where people would accept both. */
export const shown = (columns: readonly string[], more: readonly string[], rest: string): string[] => [
  `select ${columns.join(", ")} ${rest}`,
  ...(more.length > 0 ? [`select ${[...columns, ...more].join(", ")} ${rest}`] : []),
];

export interface Rank {
  shown: string;
  figure: string;
  /** From `from` on: tables, conditions. */
  rest: string;
  group?: string;
  order?: "desc" | "asc";
  limit: number;
}

/** The first so many by a figure, with the figure and without. Nothing where the last of them is as high as the next: either would be right. */
export function ranked(
  scene: Scene,
  { shown: name, figure, rest, group, order = "desc", limit }: Rank,
): string[] | undefined {
  const ordered = `${rest}${group ? ` group by ${group}` : ""} order by ${figure} ${order} limit`;
  const figures = scene.rows(`select ${figure} ${ordered} ${limit + 1}`)?.map(([cell]) => cell ?? null);
  if (!figures || figures.length < 2 || figures.includes(null)) return undefined;
  if (figures.length > limit && figures[limit] === figures[limit - 1]) return undefined;
  const inside = figures.slice(0, limit);
  if (new Set(inside).size < inside.length) return undefined;
  return shown([name], [figure], `${ordered} ${limit}`);
}

/** The one cell of a query, where it is a number. */
export function numberOf(scene: Scene, sql: string): number | undefined {
  const cell = scene.rows(sql)?.[0]?.[0];
  return typeof cell === "number" ? cell : undefined;
}
