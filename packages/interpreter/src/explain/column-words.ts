import { splitIdentifier, stem } from "../language/inflection.ts";
import type { BucketUnit, ColumnExpression, Expression } from "../form/logical-form.ts";
import { unitOf, withoutUnit } from "../language/units.ts";
import { plural, singular, spoken } from "../language/words.ts";

const PLACE = /^(country|city|state|region|province|county|continent|district|town|place|location)$/i;
/** What things do by themselves; everything else is done to them: a product "was launched". */
const BY_ITSELF =
  /^(ended|started|expired|joined|signed|began|happened|occurred|arrived|departed|churned|converted|lapsed|left|resigned|retired|died)\b/;
/** Events that only say that there is a row. */
const BEGINNING = /^(created|added|recorded|inserted|happened|occurred|made)$/;

/** What a table or a view is called beside what it holds: "ref_colors" are colors, "v_active_lines" active lines, "ord_hdr" orders. */
const TABLE_KIND =
  /^(ref|tbl|dim|fact|fct|lookup|lkp|v|vw|view) (?=.)|(?<=.) (?:daily|weekly|monthly|hourly|mstr?|hdr|ref|lkp|lkup)$/;

/** True for words that say the table again, whole or short: "cust" of customers, "class" of class types. */
function saysTable(words: readonly string[], table: string): boolean {
  const own = thing(table).split(" ");
  // A letter alone is the table's initial: "dName" of departments; "lName" is a last name.
  const isInitial = (word: string) => /^[^fl]$/.test(word) && own[0]?.startsWith(word) === true;
  return words.every(
    (word) =>
      isInitial(word) || own.some((one) => one.startsWith(singular(IN_FULL.get(word) ?? word)) && word.length > 2),
  );
}

/** A column's words without those that say its table, where enough is left: "jobcode" of "emp jobcode", but "order date". */
function withoutTable(column: string, table: string): string {
  const words = splitIdentifier(column);
  const said = words.findIndex((word) => !saysTable([word], table));
  const rest = words.slice(said);
  const isEnough = said > 0 && !/^(date|time|day|number|no|id|key|at|on|of|in|to|for|count|per)$/.test(rest[0] ?? "");
  return isEnough && !isMereUnit(rest) ? rest.join("_") : column;
}

/** "eur" is what a budget is counted in; hours are something by themselves. */
const isMereUnit = (words: readonly string[]): boolean =>
  words.length === 1 &&
  unitOf(words[0] ?? "") !== undefined &&
  !/^(?:years|months|weeks|days|hours|minutes|seconds|miles)$/.test(words[0] ?? "");

/** Names of rows: "name" of products stands for the product. */
export function isName({ table, column }: ColumnExpression): boolean {
  if (/^(name|title|label|full_?name)$/i.test(column)) return true;
  const words = splitIdentifier(column);
  return words.length > 1 && words.at(-1) === "name" && saysTable(words.slice(0, -1), table);
}

/** True for the key of a table's own rows: "id", "order_id" of orders, "StuID" of students. */
export function isOwnKey(expression: Expression): boolean {
  if (expression.kind !== "column" || expression.role !== undefined) return false;
  const words = splitIdentifier(expression.column);
  return words.at(-1) === "id" && saysTable(words.slice(0, -1), expression.table);
}

/** True for columns whose numbers name and do not measure: keys, codes, years. */
export const isNaming = (expression: Expression): boolean =>
  expression.kind === "column" &&
  /^(id|key|code|year|yr|zip|no|nr|number|season|founded|established|vintage)$/.test(
    splitIdentifier(expression.column).at(-1) ?? "",
  );

/** Columns whose values one is in: "in Germany". */
export const isPlace = ({ column }: ColumnExpression): boolean => PLACE.test(column);

/** Short forms in the names of columns, in full. */
const IN_FULL = new Map([
  ["fname", "first name"],
  ["lname", "last name"],
  ["dob", "date of birth"],
  ["qty", "quantity"],
  ["amt", "amount"],
  ["num", "number"],
  ["nbr", "number"],
  ["no", "number"],
  ["acc", "account"],
  ["dept", "department"],
  ["emp", "employee"],
  ["cust", "customer"],
  ["mgr", "manager"],
  ["addr", "address"],
  ["desc", "description"],
  ["avg", "average"],
  ["yr", "year"],
  ["tel", "telephone"],
  ["mth", "month"],
  ["tkt", "ticket"],
  ["txn", "transaction"],
  ["acct", "account"],
  ["inv", "invoice"],
  ["dt", "date"],
  ["ts", "time"],
  ["cnt", "count"],
  ["loc", "location"],
  ["diag", "diagnosis"],
  ["ins", "insurance"],
]);

/** Short names that are written in capitals, whoever reads them. */
const IN_CAPITALS =
  /\b(?:mrr|arr|vat|ctr|cpc|cpa|cpm|roi|roas|gmv|sku|isbn|iban|url|kpi|nps|csat|sla|bmi|gdp|vip|gpa|eta|rrp|ebitda)\b/g;

/** A column's name as words, in full: "cust_fname" is the customer first name. */
const fullWords = (column: string): string =>
  splitIdentifier(column)
    // "no_show" is none that shows, and no number
    .map((word, i, all) => (word === "no" && i === 0 && all.length > 1 ? word : (IN_FULL.get(word) ?? word)))
    .join(" ")
    .replace(/\b([fl]) name$/, (_, letter: string) => (letter === "f" ? "first name" : "last name"))
    .replace(IN_CAPITALS, (word) => word.toUpperCase());

/** "check ins": what was done, as a noun. */
const DEED_AS_NOUN =
  /^((?:\w+ )?(?:check|sign|log|pick|drop|clock|opt|walk|sell|hand|stand|roll|try|print|take|work|pay|log)) (in|up|out|off|over|on)s?$/;

/** What a table has a row for: "order"; one that is named by a letter or two, as files are, has rows. */
export function thing(table: string): string {
  const words = spoken(table)
    .replace(TABLE_KIND, "")
    .split(" ")
    .map((word) => IN_FULL.get(word) ?? word)
    .join(" ");
  if (/^(?:people|persons?)$/.test(words)) return "person";
  const [, deed, way] = DEED_AS_NOUN.exec(words) ?? [];
  if (deed !== undefined && way !== undefined) return `${deed}-${way}`;
  return words.length > 2 ? singular(words) : "row";
}

export function things(table: string): string {
  const one = thing(table);
  return one === "person" ? "people" : plural(one);
}

/** What a foreign key leads to: "manager" of "manager_id". */
export const roleWords = (role: string, table?: string): string =>
  fullWords(table === undefined ? role : withoutTable(role, table)).replace(/(.) id$/, "$1");

/** A column as words: "manager_id" is the manager, "joined_on" the date joined, "weight_kg" the weight. */
export function columnWords(expression: ColumnExpression): string {
  const { table, column, role } = expression;
  if (isName({ kind: "column", table, column }))
    return `${role === undefined ? thing(table) : roleWords(role, table)} name`;
  if (isOwnKey(expression)) return "id";
  // "is_weekend" tells whether it is a weekend.
  const words = fullWords(withoutTable(column, table)).replace(/^is (?=.)/, "");
  const done = doneAt(words);
  const plain = done === undefined ? withoutUnitOf(words.replace(/(.) (?:id|at|on)$/, "$1")) : `date ${done}`;
  return role === undefined ? plain : `${roleWords(role, table)} ${plain}`;
}

/** The unit goes, unless nothing is left that says what it is: "average kcal". */
function withoutUnitOf(words: string): string {
  const left = withoutUnit(words);
  return /^(?:average|mean|median|total|max|maximum|min|minimum|number|first|last|per)$/.test(left) ? words : left;
}

/** True for what a row is known by: its name, key or description. */
const standsForRow = (column: ColumnExpression): boolean =>
  isName(column) || isOwnKey(column) || /^(description|details)$/.test(columnWords(column));

const yearly: ReadonlyMap<BucketUnit, string> = new Map([
  ["month_of_year", "month of the year"],
  ["day_of_year", "day of the year"],
]);

/** What a group or a label is called: the thing for the name of a thing, else the column. */
export function labelWords(expression: Expression): string | null {
  if (expression.kind === "bucket")
    return yearly.get(expression.unit) ?? spoken(expression.unit.replace(/_number$/, ""));
  if (expression.kind !== "column") return null;
  if (!standsForRow(expression)) return columnWords(expression);
  return expression.role === undefined ? thing(expression.table) : roleWords(expression.role, expression.table);
}

/** What is done at a moment, by the words of its column: "joined" of "joined on". */
const doneAt = (words: string): string | undefined =>
  /^(\w*(?:ed|paid|sent|spent|lent|left|held|sold|grown|known|shown|bought|caught|made|given|taken|seen|born)(?: (?!at\b|on\b|date\b)\w+)?) (?:at|on|date|time)$/.exec(
    words,
  )?.[1];

const BIRTH = /\b(?:(?:date|day|year) of birth|birth ?(?:date|day|year)|dob|born (?:on|at|in|date))$/;
/** What happened on a birthday. */
export const BORN = "born";

/** What happened at a moment: "signed up" of "signed_up_on"; empty where the row itself is what happened ("ordered_at" of orders). */
export function eventOf({ table, column }: ColumnExpression): string | null {
  const words = spoken(column);
  if (BIRTH.test(words)) return BORN;
  const verb = /^hire date$/.test(words) ? "hired" : doneAt(words);
  const tableStems = spoken(table).split(" ").map(stem);
  const rest = words.replace(/ ?\b(date|time|timestamp|at|on|day)\b/g, "").trim();
  if (rest === "" || (rest !== words && tableStems.includes(stem(rest)))) return "";
  if (verb === undefined) return null;
  return BEGINNING.test(verb) ? "" : verb;
}

/** What was done on such a day, also where rows are told by it: "ordered" of ordered_at. Null where its name does not say. */
export const doneOn = ({ column }: ColumnExpression): string | null => doneAt(spoken(column)) ?? null;

/** True for an event that a thing does itself: "ended", not "was shipped". */
export const isOwnDoing = (event: string): boolean => BY_ITSELF.test(event);

/** True for columns that hold days or moments, as far as their names tell. */
export const isMomentColumn = (column: ColumnExpression): boolean =>
  eventOf(column) !== null || CALLED_A_MOMENT.test(spoken(column.column)) || /_(at|on)$/i.test(column.column);

const CALLED_A_MOMENT = /(?:^| )(?:date|time|timestamp|birthday)$| (?:arrival|departure|deadline)$/;

/** True for a first name, whose last name follows it in the same row. */
export const isFirstName = (expression: Expression | undefined): boolean =>
  expression?.kind === "column" && /\b(first|given) name$/.test(fullWords(expression.column));

/** True for the name a family shares. */
export const isLastName = (expression: Expression | undefined): boolean =>
  expression?.kind === "column" && /\b(last|family|sur) ?name$/.test(fullWords(expression.column));

/** Keys of groups as they are said: a first and a last name are one person, who stands for the row. */
export const asPersons = (keys: readonly Expression[]): Expression[] =>
  keys.flatMap((key, place) => {
    const [before, next] = [keys[place - 1], keys[place + 1]];
    if (isLastName(key) && isFirstName(before) && isOfSameRow(key, before)) return [];
    const isPerson = key.kind === "column" && isFirstName(key) && isLastName(next) && isOfSameRow(key, next);
    return [isPerson ? { ...key, column: "name" } : key];
  });

const isOfSameRow = (one: Expression, other: Expression | undefined): boolean =>
  one.kind === "column" && other?.kind === "column" && one.table === other.table && one.role === other.role;

/** A row's values as one says them: a person's names are one. */
export const rowWords = (expressions: readonly Expression[], texts: readonly string[]): string =>
  texts
    .map((text, place) => {
      const isPerson = isLastName(expressions[place]) && isFirstName(expressions[place - 1]);
      return place === 0 ? text : `${isPerson ? " " : ", "}${text}`;
    })
    .join("");
