import { type Catalog, type CatalogColumn, normalise, type ValueEntry } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { isInsideValue, isOwnWord } from "./schema-names.ts";

/** What is kept in columns that are called so, by groups of names of which any may stand for the one that is stored; the nearest to all of them come first. */
interface Kept {
  columns: RegExp;
  groups: readonly (readonly string[])[];
  /** Said of whatever comes of such rows, too: "customers who paid by card". */
  isOfOthers: boolean;
}

const inGroups = (columns: RegExp, lines: readonly string[], isOfOthers = false): Kept => ({
  columns,
  groups: lines.map((line) => line.split(", ")),
  isOfOthers,
});

/** How people call what is stored as another word; the order of columns and groups does not matter. */
const KEPT: readonly Kept[] = [
  inGroups(/\b(?:type|kind|segment|category|class|sector|group)$/, [
    "company, companies, business, businesses, corporate, commercial, b2b, organisation, organization, firm, firms",
    "person, private, individual, individuals, consumer, consumers, personal, b2c, private individuals, residential",
  ]),
  inGroups(
    /\b(?:device|platform|terminal|device type)$/,
    [
      "mobile, phone, phones, smartphone, smartphones, cell phone, cell phones, mobile phone, mobile phones, mobiles",
      "desktop, desktops, computer, computers, pc, pcs, laptop, laptops",
      "tablet, tablets, ipad, ipads",
    ],
    true,
  ),
  inGroups(
    /\b(?:payment|pay|paid|tender)\b/,
    [
      "card, cards, credit card, credit cards, bank card, plastic",
      "bank transfer, transfer, wire transfer, wire, bank wire",
      "direct debit, sepa debit, sepa direct debit",
      "invoice, on account, bill",
    ],
    true,
  ),
  inGroups(
    /\b(?:channel|source|medium|origin)$/,
    [
      "online, web, website, internet, web shop, webshop, online shop, online store, e-commerce, ecommerce",
      "store, in-store, in store, shop, retail, offline, in person, walk-in",
      "phone, telephone, by phone",
      "app, mobile app",
      "social, social media",
      "referral, word of mouth",
    ],
    true,
  ),
  inGroups(/\b(?:status|state|stage|phase)$/, [
    "completed, complete, finished, fulfilled, concluded",
    "in transit, on the way, on its way, on their way, under way, underway, en route, on the road, out for delivery",
    "in progress, ongoing, under way, underway, being worked on, in the works",
    "on hold, suspended, paused, put on hold, frozen",
    "rejected, declined, refused, denied, turned down",
    "approved, accepted, granted",
    "shipped, dispatched, sent out",
    "left, ended, former, terminated",
  ]),
  inGroups(/\b(?:type|employment|contract|basis|kind)$/, [
    "contractor, freelance, freelancer, freelancers, contractors",
    "temporary, temp, temps",
  ]),
];

/** A group in which a name is, and where its values are kept. */
interface Place {
  columns: RegExp;
  group: readonly string[];
  isOfOthers: boolean;
}

/** The names by their first words, longest first. */
let byFirst: ReadonlyMap<string, readonly { words: readonly string[]; place: Place }[]> | undefined;

function namesFrom(first: string): readonly { words: readonly string[]; place: Place }[] {
  byFirst ??= Map.groupBy(
    KEPT.flatMap(({ columns, groups, isOfOthers }) =>
      groups.flatMap((group) =>
        group.map((name) => ({ words: name.split(" "), place: { columns, group, isOfOthers } })),
      ),
    ).toSorted((a, b) => b.words.length - a.words.length),
    ({ words: [word = ""] }) => word,
  );
  return byFirst.get(first) ?? [];
}

/** "sessions on phones", of a device "mobile"; "corporate customers", of a type "company": the value that is stored. */
export const valuesInOtherWords: Rewriter = (tokens, at, catalog) => {
  const first = tokens[at];
  if (first?.kind !== "word") return null;
  for (const { words, place } of namesFrom(first.lower)) {
    const said = tokens.slice(at, at + words.length);
    if (!words.every((word, i) => said[i]?.lower === word)) continue;
    if (said.slice(0, -1).some(({ possessive }) => possessive) || isSaidForItself(tokens, at, words, catalog)) continue;
    const value = storedFor(place, tokens, catalog);
    if (value === null) continue;
    const read = written(said, [value]);
    return { tokens: read.map((one) => ({ ...one, kind: "quoted" as const })), end: at + words.length };
  }
  return null;
};

/** True for words that the schema or its rows have themselves, or that are part of what they have. */
function isSaidForItself(tokens: readonly Token[], at: number, words: readonly string[], catalog: Catalog): boolean {
  const isName = catalog.values.has(words.join(" ")) || words.some((_, i) => isInsideValue(tokens, at + i, catalog));
  const [only, ...more] = words;
  return isName || (more.length === 0 && only !== undefined && isOwnWord(only, catalog));
}

/** The first name of the group that is stored, in one column alone of the rows that are spoken of or, where none is, of all; null where several have it. */
function storedFor({ columns, group, isOfOthers }: Place, tokens: readonly Token[], catalog: Catalog): string | null {
  const { values, tablesByStem } = catalog;
  const isSpokenOf = ({ column: { table } }: ValueEntry) =>
    tokens.some((token) => token.kind === "word" && table.stems.includes(token.stem));
  const found = group.flatMap((name) =>
    (values.get(name) ?? []).filter(({ column }) => isKeptIn(column) && columns.test(column.words.join(" "))),
  );
  const isAnySpokenOf = !isOfOthers && tokens.some((token) => token.kind === "word" && tablesByStem.has(token.stem));
  const meant = isAnySpokenOf || found.some(isSpokenOf) ? found.filter(isSpokenOf) : found;
  const [first] = meant;
  if (first === undefined) return null;
  const isElsewhere = meant.some(({ column, value }) => column !== first.column && value === first.value);
  return isElsewhere ? null : normalise(first.value);
}

/** Few values, all of them known: what a row is, and no name of it. */
const isKeptIn = ({ isText, isForeign, table, source }: CatalogColumn): boolean =>
  isText && !isForeign && !table.isView && source.values_complete;
