import { isBirth, isDeed } from "./persons.ts";
import { isUnique } from "./guessed-keys.ts";
import { stem } from "../language/inflection.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** "FR" and "C", which stand for what another column or table spells out. */
export const isCoded = ({ source: { type, values } }: CatalogColumn): boolean =>
  type === "text" && values.length > 0 && values.every((value) => /^[A-Z\d]{1,4}$/.test(value));

/** A key of codes beside their names. */
const isSpeltOut = (column: CatalogColumn): boolean =>
  column.isPrimary &&
  column.words.at(-1) !== "name" &&
  isCoded(column) &&
  column.table.columns.some(({ isText, words }) => isText && /^(?:name|title|description)$/.test(words.at(-1) ?? ""));

/** "make_name" of meters: so many rows are called the same that it tells none of them. */
const isShared = ({ table, source }: CatalogColumn): boolean =>
  source.distinct_count !== null && table.source.row_count >= 20 && source.distinct_count * 4 < table.source.row_count;

/** "customer_name" in rows of sales, each of which two of them have or more: customers, rather than sales. */
const isNameOfOthers = ({ words, table, source }: CatalogColumn): boolean =>
  words.length > 1 &&
  words.slice(0, -1).every((word) => !table.stems.includes(stem(word))) &&
  (isViewOfNumbered(table) || isBorneBySeveral(table, source));

/** A view of "open_orders" with an order_no beside the customer_no: its rows are orders, which their numbers tell apart. */
const isViewOfNumbered = ({ isView, stems, columns }: CatalogTable): boolean =>
  isView &&
  columns.some(
    ({ words: [called, last, ...more] }) =>
      more.length === 0 && stems.at(-1) === stem(called ?? "") && /^(?:number|no|nr|id|key)$/.test(last ?? ""),
  );

const isBorneBySeveral = (table: CatalogTable, source: CatalogColumn["source"]): boolean =>
  source.distinct_count !== null &&
  ((table.source.row_count >= 10 && source.distinct_count * 2 <= table.source.row_count) ||
    (source.distinct_count < table.source.row_count && hasTextKey(table)));

/** "stn_cd" of stations: a key that people read, too. */
const hasTextKey = ({ columns }: CatalogTable): boolean =>
  columns.some((column) => column.isPrimary && column.isText && column.words.at(-1) !== "id");

/** "class" of a class register: a part of its name by which its rows are told apart no more than as kinds. */
const isKindOfRows = ({ stems, table, source }: CatalogColumn): boolean =>
  stems.length < table.stems.length &&
  table.primaryKey.length === 0 &&
  source.distinct_count !== null &&
  source.distinct_count * 2 <= table.source.row_count;

/** Each house has a room 12 of its own, which is no other's. */
const numbers = /^(?:number|no|nr)$/;

/** Rows of which many bear each name, as treatments do: they are told by it rather than one by one. Who was born is somebody else. */
export const shareNames = ({ label: [only, ...more], columns }: CatalogTable): boolean =>
  only !== undefined &&
  more.length === 0 &&
  isShared(only) &&
  !numbers.test(only.words.at(-1) ?? "") &&
  !columns.some(isBirth);

/** "investor_details", which two investors have the same. */
export const isSharedRemark = ({ words, source, table }: CatalogColumn): boolean =>
  /^(?:details?|descriptions?)$/.test(words.at(-1) ?? "") &&
  source.distinct_count !== null &&
  source.distinct_count < table.source.row_count;

/** What companies are to the house. */
const FIRMS = /^(?:account|customer|client|lead|prospect|partner|vendor|supplier)s?$/;
const isCompany = (column: CatalogColumn): boolean =>
  column.isText && isUnique(column) && /^(?:company|firm|business)$/.test(column.words.join(" "));

/** What names a row to a person. */
export function labelOf(table: CatalogTable): CatalogColumn[] {
  const named = (test: (words: string[]) => boolean) =>
    table.columns.find((column) => test(column.words) && !column.isForeign && !isSpeltOut(column));
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
  // A view of bills says whose they are, which is no name of theirs.
  if (first !== undefined && last !== undefined) return table.isView && isDeed(table.words) ? [] : [first, last];
  const isOwn = (words: string[]) => own(words) === "" && words.length > 0 && !words.includes("id");
  // "AllergyType" names the rows of Allergy_Type, and "team" those of no team_members.
  const isWhole = (words: string[]) => table.stems.every((name) => words.map(stem).includes(name));
  const candidates = [
    named((words) => own(words) === "name" || (isOwn(words) && isWhole(words))),
    named((words) => own(words) === "full name"),
    table.columns.find(
      (column) => isOwn(column.words) && !column.isForeign && !isSpeltOut(column) && !isKindOfRows(column),
    ),
    named((words) => /^(?:title|headline)$/.test(own(words))),
    // "contact_name" is that of somebody at the company.
    namedAlone(table, /^(company|organi[sz]ation|business|firm)$/),
    // "prod_desc" of products beside their "ctgy_nm", in older systems, and "cause_text" of causes
    table.columns.find(
      (column) =>
        column.isText &&
        column.words.length > 1 &&
        /^(?:description|text)$/.test(own(column.words)) &&
        isUnique(column),
    ),
    table.columns.find(
      (column) =>
        column.words.at(-1) === "name" &&
        column.words.length <= 3 &&
        !column.isForeign &&
        !isSpeltOut(column) &&
        !isShared(column) &&
        !isNameOfOthers(column),
    ),
    last,
    first,
    named((words) => words.at(-1) === "title"),
    // "company" of accounts that have owners: no two have the same
    table.words.some((word) => FIRMS.test(word)) ? table.columns.find(isCompany) : undefined,
    namedAlone(table, /^(username|user name|nickname|label)$/),
    // "model" of machines that have no other name
    namedAlone(table, /^(?:model|make and model)$/),
    // "version" of releases
    namedAlone(table, /^(?:version|version number)$/),
    // "sr_number" of service requests at addresses
    table.columns.find((column) => isUniqueCode(column) && isNumberOfRows(column)),
    namedAlone(table, /^(street|address|street address)$/),
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
  const code = table.columns.find((column) => isUniqueCode(column));
  // "room_number" of rooms, of which each house has its own.
  const number = named((words) => numbers.test(own(words)));
  const found = code ?? (number?.isText === true && !number.isPrimary ? number : undefined);
  const told = found ?? table.columns.find(isOwnAddress) ?? table.columns.find(isCodeOfRows);
  return told === undefined ? [] : [told];
}

/** "stn_cd" of stations that have no name: the only key, and a text. */
const isCodeOfRows = ({ isPrimary, isText, isForeign, words, table }: CatalogColumn): boolean =>
  isPrimary && isText && !isForeign && words.at(-1) === "code" && table.primaryKey.length === 1;

/** "SR_NUMBER" of service requests, "request_no" of requests: a number that is called after the rows. */
function isNumberOfRows({ words, table }: CatalogColumn): boolean {
  const [called, last, ...more] = words;
  if (more.length > 0 || !/^(?:number|no|nr|code|reference)$/.test(last ?? "")) return false;
  const initials = table.words.map((word) => word.slice(0, 1)).join("");
  return called === initials || table.stems.includes(stem(called ?? ""));
}

/** "address" of houses that have owners: hardly two are the same. */
const isOwnAddress = ({ words, isText, isForeign, table: { source: rows }, source }: CatalogColumn): boolean =>
  isText &&
  !isForeign &&
  /^(?:street )?address$/.test(words.join(" ")) &&
  source.distinct_count !== null &&
  rows.row_count > 0 &&
  source.distinct_count >= 0.95 * rows.row_count;

/** A text that is no name, but tells all rows apart: "tracking_no", "plate". */
export function isUniqueCode(column: CatalogColumn): boolean {
  const { words, isText, isForeign, isPrimary } = column;
  const isCode = /\b(no|nr|number|code|plate|registration|serial|reference|sku|barcode)\b/.test(words.join(" "));
  return isCode && isText && !isForeign && !isPrimary && isUnique(column);
}

/** The text that tells all rows apart and is called so, of a table that refers to no other. */
function namedAlone(table: CatalogTable, name: RegExp): CatalogColumn | undefined {
  if (table.columns.some((column) => column.isForeign)) return undefined;
  return table.columns.find((column) => column.isText && isUnique(column) && name.test(column.words.join(" ")));
}
