import type { Column, Table } from "../types.ts";

/** A column that may point at a key, and what their names have to do with each other. */
interface Pair {
  from: Table;
  column: Column;
  key: Column;
  /** The column's name in plain words, and without a suffix such as `_id`. */
  words: string;
  stem: string;
  /** What the key's table goes by. */
  names: Names;
  /** The key is its table's only primary key. */
  isPrimary: boolean;
  /** The key's table declares no primary key. */
  isUndeclared: boolean;
  isSameName: boolean;
  /** The key is named for being one, or for its table. */
  isPlain: boolean;
}

/** What a name may say, the clearest first: the first that holds counts. */
const CLUES: readonly { score: number; holds: (pair: Pair) => boolean }[] = [
  { score: 5, holds: namesTable },
  { score: 4, holds: repeatsKeyLedByTable },
  { score: 3, holds: isTableItself },
  { score: 2, holds: endsWithTableAndSuffix },
  { score: 1.5, holds: endsWithTable },
  { score: 0, holds: ({ words }) => /^(name|title|label|type|status|description|date)$/.test(words) },
  { score: 1, holds: repeatsPrimaryKey },
  { score: 0.8, holds: repeatsName },
];

/** `customer_id` → customer.id or customer.customer_id */
function namesTable({ words, stem, names, isPlain, isSameName }: Pair): boolean {
  return stem !== words && stem !== "" && has(names, stem) && (isPlain || isSameName);
}

/** `state_name` → state.state_name: the same name, led by the table's */
function repeatsKeyLedByTable({ words, names, isSameName }: Pair): boolean {
  return isSameName && [...names.singular, ...names.plural].some((name) => words.startsWith(`${name}_`));
}

/** `country` → country.name, country.country or the primary key */
function isTableItself({ words, names, key, isPrimary, isPlain, isSameName }: Pair): boolean {
  return names.singular.has(words) && (isPrimary || isPlain || isSameName || /(^|_)name$/.test(plain(key.name)));
}

/** `billing_customer_id` → customer.id */
function endsWithTableAndSuffix({ words, stem, names, isPlain }: Pair): boolean {
  return stem !== words && isPlain && endsWithName(stem, names);
}

/** `prep_nurse` → nurse, `stuid` → student.stuid, `from_port` → port.port_code where ports declare no key */
function endsWithTable({ words, names, isPrimary, isPlain, isUndeclared }: Pair): boolean {
  return (
    (isPrimary || (isPlain && isUndeclared)) &&
    !/^(num|number|count|total|sum|avg|max|min)_/.test(words) &&
    endsWithName(words, names)
  );
}

/** `isbn` → book.isbn, unless it is the column's own table's key. */
function repeatsPrimaryKey({ from, column, key, isPrimary, isSameName }: Pair): boolean {
  const isOwnKey = from.primary_key.length === 1 && from.primary_key[0] === column.name;
  return isPrimary && isSameName && !isOwnKey && !isPlainKey(plain(key.name), NO_NAMES);
}

/** `town_name` → places.town_name, where places declare no key: what tells their rows apart, and is no name of a person. */
function repeatsName({ words, isSameName, isUndeclared }: Pair): boolean {
  return isUndeclared && isSameName && isNameOfThing(words);
}

const isNameOfThing = (words: string): boolean =>
  /.{3}_(name|code)$/.test(words) &&
  !/^(first|last|middle|full|family|given|user|display|nick|zip|post|postal)_/.test(words);

/**
 * How well the name of a column points at a table's key: 0 not at all, 5 beyond doubt. Names are compared without
 * case, underscores and humps (`custId`, `CUST_ID`, `custid`).
 */
export function nameScore(from: Table, column: Column, to: Table, key: Column): number {
  const words = plain(column.name);
  const stem = words.replace(KEY_SUFFIX, "");
  const names = tableNames(to.name);
  const isPrimary = to.primary_key.length === 1 && to.primary_key[0] === key.name;
  const isPlain = isPlainKey(plain(key.name), names);
  if (from === to) return (isPrimary || isPlain) && isSelfReference(stem, from) ? 2 : 0;
  const isSameName = squeeze(column.name) === squeeze(key.name);
  const isUndeclared = to.primary_key.length === 0;
  const pair: Pair = { from, column, key, words, stem, names, isPrimary, isUndeclared, isSameName, isPlain };
  return CLUES.find(({ holds }) => holds(pair))?.score ?? 0;
}

/** The names that lead to a key: only a column with one of them among its `pointersOf` can score above 0. */
export function handlesOf(to: Table, key: Column): Set<string> {
  const { singular, plural } = tableNames(to.name);
  const handles = new Set([...singular, ...plural]);
  const same = squeeze(key.name);
  const primary = to.primary_key.length === 1 && to.primary_key[0] === key.name;
  const tells = primary
    ? !isPlainKey(plain(key.name), NO_NAMES)
    : to.primary_key.length === 0 && isNameOfThing(plain(key.name));
  if (tells || [...handles].some((name) => same.startsWith(squeeze(name)))) handles.add(`=${same}`);
  return handles;
}

/** The names under which a column may find the key of another table that it points at. */
export function pointersOf(column: Column): Set<string> {
  const words = plain(column.name);
  const stem = words.replace(KEY_SUFFIX, "");
  return new Set([words, stem, ...endingsOf(words), ...endingsOf(stem), `=${squeeze(column.name)}`]);
}

/** `main_billing_customer` → `billing_customer`, `customer`. */
function endingsOf(words: string): string[] {
  const endings: string[] = [];
  for (let at = words.indexOf("_"); at >= 0; at = words.indexOf("_", at + 1)) endings.push(words.slice(at + 1));
  return endings;
}

const KEY_SUFFIX = /_?(id|code|key|no|nr|num|number|uuid|ref|fk)$/;

interface Names {
  singular: Set<string>;
  plural: Set<string>;
}

const NO_NAMES: Names = { singular: new Set(), plural: new Set() };

const has = (names: Names, word: string) => names.singular.has(word) || names.plural.has(word);
const endsWithName = (word: string, { singular }: Names) => [...singular].some((name) => word.endsWith(`_${name}`));

/** `parent_id` in any table; `manager_id`, `reports_to` where the table is about people. */
function isSelfReference(stem: string, { name }: Table): boolean {
  if (/^(parent|super|root)(_|$)/.test(stem)) return true;
  return (
    /^(manager|supervisor|boss|reports_to)$/.test(stem) &&
    /employee|staff|person|people|member|user|worker/.test(plain(name))
  );
}

/** A key whose name says that it is one (`id`, `code`), or names the table, whole or begun (`customer_id` or `cid` of customers). */
function isPlainKey(keyName: string, names: Names): boolean {
  if (/^(id|key|code|no|nr|number|uuid|pk)$/.test(keyName)) return true;
  const stem = keyName.replace(KEY_SUFFIX, "");
  const isBegun = stem !== "" && [...names.singular].some((name) => name.startsWith(stem));
  return stem !== keyName && (isBegun || has(names, stem));
}

/** `CustomerId`, `customer-id` and `CUSTOMER_ID` alike. */
function plain(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9\u0080-\uffff]+/g, "_")
    .toLowerCase();
}

function squeeze(name: string): string {
  return name.replace(/[^A-Za-z0-9\u0080-\uffff]+/g, "").toLowerCase();
}

/** The words a table goes by: its name without a prefix, in the singular and unchanged. */
function tableNames(name: string): Names {
  const full = plain(name);
  const singular = new Set<string>();
  const plural = new Set<string>();
  for (const base of [full, full.replace(/^(dim|fact|fct|tbl|t|stg)_/, "")]) {
    const forms = singularForms(base);
    for (const form of forms.length > 0 ? forms : [base]) singular.add(form);
    if (forms.length > 0) plural.add(base);
  }
  return { singular, plural };
}

function singularForms(word: string): string[] {
  if (word === "people") return ["person"];
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  if (!word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return [];
  const forms = [word.slice(0, -1)];
  if (/(s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2));
  return forms;
}
