import type { Catalog, CatalogTable, ValueEntry } from "../catalog/catalog.ts";
import { normalise } from "../catalog/catalog.ts";
import { holdsRegions, regionOf } from "../catalog/place-codes.ts";
import { isPerson } from "../catalog/persons.ts";
import type { ValueLink } from "./mention.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import { singular } from "../language/words.ts";

/** "Louisville, Kentucky" and "Gate (G12)" may be one stored value. */
export function namedAcrossComma(span: readonly Token[], catalog: Catalog): ValueLink[] {
  const words = span.filter((token) => token.kind !== "punctuation");
  const plain = span.every((token) => token.kind !== "punctuation" || /^[,()]$/.test(token.text));
  if (
    !plain ||
    span[0]?.kind === "punctuation" ||
    span.at(-1)?.kind === "punctuation" ||
    words.some((token) => !token.capitalised)
  )
    return [];
  return unique(
    (catalog.valuesByStem.get(words.map((token) => token.stem).join(" ")) ?? []).map((entry) => ({
      ...entry,
      score: 1,
    })),
  );
}

/** Score of a value of which one word was said. */
export const PARTIAL = 0.5;
/** A word that stands in more values than this names none of them. */
const MOST_PARTIAL = 12;

/** A few words, and what their form says of the values they may mean. */
interface Said {
  span: readonly Token[];
  /** The only word. */
  only: Token | undefined;
  text: string;
  /** They stand like a name. */
  named: boolean;
  /** One word in small letters, which is no code. */
  isSmall: boolean;
  /** "shipping" is what one does, "shipped" the state of what it was done to. */
  isDoing: boolean;
  /** "released" is what somebody did, whatever song is called "Release". */
  isDone: boolean;
  /** "log" is a verb, "LOG" a code. */
  isPlain: boolean;
}

/** Ways to say a value; the first that finds some counts. */
const ways: readonly ((said: Said, catalog: Catalog) => ValueLink[])[] = [
  // "norway": the whole value, or another name of the country
  whole,
  // "VA", where the state is kept as "Virginia"
  regionByCode,
  // "electronic" for "Electronics": the same words in other forms
  inOtherForms,
  // "women": what is stored as "F"
  ({ only }, catalog) => (only === undefined ? [] : codedValues(only, catalog)),
  // "Holloway": a word of a longer value
  partly,
  // "street lights", of requests about a "Street Light Out": what the name of one kind begins with
  kindsBegun,
  // "trucks", of vehicles that are each a "Rigid truck" or an "Articulated truck"
  kindsEnded,
  // "desks", of an "Alder Desk" and a "Bergen Desk": what several names end with
  kindsOfNames,
];

/**
 * Values that a few words may mean. Where they stand like a name (`named`), one word in small letters may also mean a
 * rare value, or a person by a part of the name.
 */
export function valueLinks(span: readonly Token[], catalog: Catalog, named: boolean): ValueLink[] {
  const [only, last] = [span.length === 1 ? span[0] : undefined, span.at(-1)];
  const said: Said = {
    span,
    only,
    text: normalise(span.map((token) => token.text).join(" ")),
    named,
    isSmall: only !== undefined && only.kind === "word" && !isCode(only) && !(only.capitalised && !only.first),
    isDoing: last !== undefined && /ing$/i.test(last.lower),
    isDone: last !== undefined && /^[a-z]+ed$/.test(last.text),
    isPlain: only !== undefined && /^[a-z]{2,4}$/.test(only.text),
  };
  for (const way of ways) {
    const links = way(said, catalog);
    if (links.length > 0)
      return way === whole && said.isSmall ? unique([...links, ...inOtherForms(said, catalog)]) : links;
  }
  return [];
}

function whole(said: Said, catalog: Catalog): ValueLink[] {
  const links = exactValues(said.text, catalog).filter((entry) => isMeant(entry, said));
  return commonFirst(links, said.isSmall && !said.named);
}

/** A state or province that is kept by its name: "OR" is a code in capitals alone. */
function regionByCode({ only }: Said, catalog: Catalog): ValueLink[] {
  const name = only === undefined || only.kind !== "word" ? null : regionOf(only.text);
  const entries = name === null ? [] : (catalog.values.get(name) ?? []);
  return unique(entries.filter(({ column }) => holdsRegions(column)).map((entry) => ({ ...entry, score: 1 })));
}

/** Electricity is not what is electric, nor readiness what is ready: the word for what things are like means none of them. */
const isQualityOf = (said: string, { value }: { value: string }): boolean =>
  /(?:ity|ness)$/i.test(said) && !/(?:ity|ities|ness|nesses)$/i.test(value.trim());

function inOtherForms(said: Said, catalog: Catalog): ValueLink[] {
  const stems = said.span.map((token) => token.stem).join(" ");
  const entries = (catalog.valuesByStem.get(stems) ?? []).filter(
    (entry) => isMeant(entry, said) && !isQualityOf(said.text, entry),
  );
  return unique(commonFirst(entries, said.isSmall).map((entry) => ({ ...entry, score: 0.85 })));
}

function partly({ only, isSmall, named }: Said, catalog: Catalog): ValueLink[] {
  if (only === undefined || (only.lower.length <= 3 && !isCode(only)) || (isSmall && !named)) return [];
  const entries = catalog.valuesByWord.get(only.stem) ?? [];
  const meant = isSmall ? entries.filter((entry) => isName(entry) && isPerson(entry.column.table)) : entries;
  return meant.length <= MOST_PARTIAL ? unique(meant.map((entry) => ({ ...entry, score: PARTIAL }))) : [];
}

/** Names that end with the same words are those of one kind; of more than this it would be hard to say which are meant. */
const MOST_NAMES_OF_A_KIND = 24;

/** The names of things that end with those words, where there are several and all names are known. */
function kindsOfNames({ span, only }: Said, catalog: Catalog): ValueLink[] {
  const stems = span.map((token) => token.stem);
  const last = span.at(-1);
  if (last === undefined || span.length > 2 || span.some((token) => !isSmallWord(token))) return [];
  if (only !== undefined && (catalog.vocabulary.has(only.stem) || only.lower.length < 4 || isDeed.test(only.lower)))
    return [];
  if (kindsOfAll.test(last.lower)) return [];
  const entries = (catalog.valuesByWord.get(last.stem) ?? []).filter((entry) => {
    const { column } = entry;
    if (!isName(entry) || column.table.isView || isPerson(column.table) || !column.source.values_complete) return false;
    const words = wordsOf(entry.value).map(stem);
    return words.length > stems.length && stems.every((one, at) => words[words.length - stems.length + at] === one);
  });
  const tables = new Set(entries.map(({ column }) => column.table));
  if (entries.length < 2 || entries.length > MOST_NAMES_OF_A_KIND || tables.size > 1) return [];
  return unique(entries.map((entry) => ({ ...entry, score: KIND_OF_NAMES_SCORE })));
}

/** Kinds of rows are no more than so many. */
const MOST_KINDS_OF_ROWS = 100;
/** Kinds that begin with the same words: more of them are no one thing. */
const MOST_BEGUN = 3;

/** The kinds of rows whose names begin with a word and have the others after it, where these words are all small and no name of the schema. */
function kindsBegun({ span, only }: Said, catalog: Catalog): ValueLink[] {
  const stems = span.map((token) => token.stem);
  const [first] = span;
  if (first === undefined || span.length > 3 || span.some((token) => !isSmallWord(token))) return [];
  if (only !== undefined && (only.lower.length < 5 || !/[^s\W]s$/.test(only.lower))) return [];
  if (catalog.vocabulary.has(first.stem) || cueAt([first.lower], 0) !== null) return [];
  const entries = (catalog.valuesByWord.get(first.stem) ?? []).filter((entry) => {
    const words = wordsOf(entry.value).map(stem);
    return isKindOfRows(entry) && words[0] === stems[0] && words.length > stems.length && isWithin(stems, words);
  });
  return onlyKinds(entries, KIND_BEGUN_SCORE);
}

/** The kinds of rows that end with a noun in the plural: several, or the one that says of what it is, by a name of the schema. */
function kindsEnded({ only }: Said, catalog: Catalog): ValueLink[] {
  if (only === undefined || !isSmallWord(only) || only.lower.length < 5 || !/[^s\W]s$/.test(only.lower)) return [];
  if (catalog.vocabulary.has(only.stem) || cueAt([only.lower], 0) !== null || kindsOfAll.test(only.lower)) return [];
  const entries = (catalog.valuesByWord.get(only.stem) ?? []).filter((entry) => {
    const words = wordsOf(entry.value).map(stem);
    return isKindOfRows(entry) && words.length > 1 && words.at(-1) === only.stem;
  });
  const [one, ...more] = entries;
  const isOfNamed = (value: string) =>
    wordsOf(value)
      .slice(0, -1)
      .every((word) => catalog.vocabulary.has(stem(word)));
  return one !== undefined && (more.length > 0 || isOfNamed(one.value))
    ? onlyKinds(entries, more.length > 0 ? KIND_OF_NAMES_SCORE : KIND_BEGUN_SCORE)
    : [];
}

/** True for a word that says of what kind rows of a table are. */
export const saysKindOf = (token: Token, table: CatalogTable, catalog: Catalog): boolean => {
  const said = { span: [token], only: token } as const;
  return kindsEnded({ ...said, text: token.lower, ...PLAINLY }, catalog).some(({ column }) => column.table === table);
};
const PLAINLY = { named: false, isSmall: true, isDoing: false, isDone: false, isPlain: false };

/** True for a value by which rows are told apart, of few that are all known; a "Warehouse Manager" is somebody at a warehouse. */
function isKindOfRows({ column, rare }: ValueEntry): boolean {
  const { source, table } = column;
  const often = source.distinct_count;
  const isKind = rare !== true && source.values_complete && often !== null && often <= MOST_KINDS_OF_ROWS;
  if (!isKind || often * 4 > table.source.row_count || table.label.includes(column) || table.isView) return false;
  return !isPerson(table) && !/\b(?:title|role|job|position)\b/.test(column.words.join(" "));
}

/** A few kinds in one column. */
const onlyKinds = (entries: readonly ValueEntry[], score: number): ValueLink[] =>
  new Set(entries.map(({ column }) => column)).size === 1 && entries.length <= MOST_BEGUN
    ? unique(entries.map((entry) => ({ ...entry, score })))
    : [];

/** Score of kinds that begin with what was said. */
const KIND_BEGUN_SCORE = 0.7;

/** True for kinds of which no more was said than what their names begin with. */
export const isKindBegun = (values: readonly ValueLink[]): boolean =>
  values.length > 0 && values.every(({ score }) => score === KIND_BEGUN_SCORE);

/** True where words stand among others in the same order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all) if (one === some[at]) at++;
  return at === some.length;
}

/** Score of names that end with what was said. */
const KIND_OF_NAMES_SCORE = 0.8;

/** True for a word that says a kind of things, by what their names end with: all of them are meant. */
export const isKindOfNames = (values: readonly ValueLink[]): boolean =>
  values.length > 1 && values.every(({ score }) => score === KIND_OF_NAMES_SCORE || score === KIND_BEGUN_SCORE);

const isDeed = /(?:ed|ing)$/;

/** What all rows may be, whatever some of them are called: a "Kansas City" makes no other kind of the towns. */
const kindsOfAll =
  /^(?:cit(?:y|ies)|(?:town|village|island|state|region|district|street|road|avenue|park|river|lake|hall|school|college|airport|hospital|hotel|club|team|bank|group|office|union|league|station|church|market|store|shop|cent(?:er|re)|house)s?|count(?:y|ies)|countr(?:y|ies)|universit(?:y|ies)|compan(?:y|ies))$/;

/** A word in small letters; in capitals it would be a part of one name. */
const isSmallWord = ({ kind, lower, capitalised, first }: Token): boolean =>
  kind === "word" && lower.length > 2 && (!capitalised || first);

const wordsOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const isName = ({ column }: ValueEntry): boolean => column.table.label.includes(column);

/** True for who does what is said, or what comes of it: "labour" is what a "Labourer" does, "manages" what a "Management" does. */
function isOfOtherForm(value: string, text: string): boolean {
  if (/ment$/i.test(value) && /^[a-z]+$/.test(text) && !/ments?$/.test(text)) return true;
  const isDoer = /[a-z]{4}[eo]r$/i.test(value) && !/[eo]rs?$/.test(text.replace(/ou?rs?$/, ""));
  return isDoer && normalise(value).replace(/[eo]r$/, "") === text;
}

/** "research grants" are none of somebody called Grant. */
const isNameInPlural = (entry: ValueEntry, isSmall: boolean, text: string): boolean =>
  isSmall && text.endsWith("s") && isName(entry) && isPerson(entry.column.table) && normalise(entry.value) !== text;

/** "reports to" is a verb, "Reporting" a name of its own. */
const isVerbAlone = (value: string, text: string): boolean =>
  /ing$/i.test(value) && !text.includes(" ") && /^[a-z]+s$/.test(text) && text !== `${normalise(value)}s`;

/** False for a value that the words are not the form of. */
function isMeant(entry: ValueEntry, { isDone, isDoing, isPlain, isSmall, text }: Said): boolean {
  if (isNameInPlural(entry, isSmall, text)) return false;
  if (isDone && isName(entry) && normalise(entry.value) !== text) return false;
  if (isDoing && /ed$/i.test(entry.value)) return false;
  // "finished" is what was done, and "Finishes" a kind of work.
  if ((isDone || isDoing) && /[^s]s$/i.test(entry.value) && normalise(entry.value) !== text) return false;
  if (isOfOtherForm(entry.value, text)) return false;
  if (!isDoing && isVerbAlone(entry.value, text)) return false;
  return !isPlain || !/^[A-Z]{2,4}$/.test(entry.value) || entryIsSpoken(entry.value);
}

/** A word with a letter and a digit in it. */
const isCode = ({ text }: Token): boolean => /\d/.test(text) && /\p{L}/u.test(text);

/** A rare value is meant only where no common one is, and not at all by a word that is none of a name (`onlyCommon`). */
function commonFirst<Entry extends ValueEntry>(entries: readonly Entry[], onlyCommon: boolean): Entry[] {
  const common = entries.filter(({ rare }) => rare !== true);
  return common.length > 0 || onlyCommon ? common : [...entries];
}

const beforeName =
  /^(mr|mrs|ms|miss|dr|doctor|prof|professor|of|for|by|from|at|with|to|in|did|does|has|named|called|about|than|and|or|versus|vs)$/;
const afterName =
  /^(in|on|by|for|with|from|at|last|this|since|between|during|per|and|or|is|are|was|were|have|has|had|do|did|there|than|before|after|versus|vs)$/;

/** True for words that stand where a name does: "orders of holloway in May", "holloway's orders". */
export function standsLikeName(tokens: readonly Token[], start: number, end: number): boolean {
  const [before, last, next] = [tokens[start - 1], tokens[end - 1], tokens[end]];
  if (last?.possessive === true) return true;
  if (before === undefined || !beforeName.test(before.lower)) return false;
  return next === undefined || next.kind === "punctuation" || afterName.test(next.lower);
}

/** Codes that are said as they are written: countries, currencies, genders, and states in capitals. */
function entryIsSpoken(value: string): boolean {
  return /^(USA|UK|EU|UAE|USD|EUR|GBP|VIP|NA|YES|NO|ON|OFF|OPEN|NEW|PAID|SENT|HELD|HOLD|DONE|LOST|WON|VOID|LIVE|IDLE|BUSY|SOLD|CASH|CARD|GOOD|BAD|POOR|FAIR|FAIL|PASS|WARN|LOW|HIGH)$/.test(
    value,
  );
}

/** Sexes as they are stored for a word of everyday language. */
const sexes = new Map<string, string[]>([
  ["femal", ["f", "female", "w", "woman"]],
  ["male", ["m", "male", "man"]],
  ["woman", ["f", "female", "w", "woman"]],
  ["man", ["m", "male"]],
  ["girl", ["f", "female", "g"]],
  ["boy", ["m", "male", "b"]],
]);

/** States as older systems shorten them: "CANC" of orders that were cancelled. */
const states = new Map<string, string[]>(
  [
    "cancelled canc cncl cancel cxl cxld can",
    "received rcvd recd recv rcv rec",
    "shipped ship shpd shp",
    "delivered dlvd dlvrd delv dlv",
    "closed clsd cls clos",
    "completed comp cmpl compl cmp",
    "pending pend pndg pnd",
    "approved appr aprv apprvd",
    "rejected rej rejd rjct",
    "returned rtn rtnd retd ret",
    "active actv act",
    "inactive inact inac",
    "opened opn",
    "partial part ptl prtl",
    "suspended susp",
    "terminated term",
    "confirmed conf",
    "invoiced invd",
    "scheduled sched sch",
    "available avail avl",
    "rented rntd",
    "reserved resv rsvd",
  ].map((line) => {
    const [word = "", ...short] = line.split(" ");
    return [stem(word), short] as const;
  }),
);

/** What is coded, by the words of its columns. */
const coded: readonly { codes: ReadonlyMap<string, readonly string[]>; columns: RegExp }[] = [
  { codes: sexes, columns: /\b(?:sex|gender)\b/ },
  { codes: states, columns: /\b(?:status|state|stage)(?: code)?$/ },
];

function codedValues(token: Token, catalog: Catalog): ValueLink[] {
  // "how many did we receive": what somebody does is not a state.
  const isState = /(?:ed|ing|active|partial|available)$/.test(token.lower);
  const entries = coded.flatMap(({ codes, columns }) =>
    ((codes === states && !isState ? undefined : codes)?.get(token.stem) ?? [])
      .flatMap((value) => catalog.values.get(value) ?? [])
      .filter((entry) => columns.test(entry.column.words.join(" "))),
  );
  return unique(entries.map((entry) => ({ ...entry, score: 0.95 })));
}

/** Countries that go by several names. */
const aliases = new Map<string, string[]>();
for (const group of [
  ["united states", "usa", "us", "u.s.", "u.s.a", "united states of america", "america"],
  ["united kingdom", "uk", "u.k", "great britain", "britain"],
  ["netherlands", "holland", "the netherlands", "nl"],
  ["united arab emirates", "uae", "u.a.e", "emirates", "the emirates"],
  ["czech republic", "czechia", "the czech republic"],
  ["south korea", "korea", "republic of korea"],
  ["north macedonia", "macedonia"],
  ["russia", "russian federation"],
  ["china", "prc", "people's republic of china"],
  ["turkey", "türkiye", "turkiye"],
  ["vietnam", "viet nam"],
  ["ivory coast", "côte d'ivoire", "cote d'ivoire"],
  ["new zealand", "nz", "n.z"],
  ["hong kong", "hk"],
  ["bosnia and herzegovina", "bosnia", "bosnia & herzegovina"],
  ["south africa", "rsa"],
  ["saudi arabia", "ksa"],
  ["myanmar", "burma"],
  ["ireland", "republic of ireland", "eire"],
  ["democratic republic of the congo", "dr congo", "drc"],
]) {
  for (const name of group) aliases.set(name, group);
}

for (const pair of "northern north,southern south,eastern east,western west,british uk,english england,italian italy,german germany,french france,spanish spain,american usa,american united states,canadian canada,mexican mexico,brazilian brazil,japanese japan,chinese china,indian india,russian russia,australian australia,dutch netherlands,belgian belgium,swiss switzerland,austrian austria,swedish sweden,norwegian norway,danish denmark,finnish finland,polish poland,portuguese portugal,greek greece,turkish turkey,irish ireland,scottish scotland,welsh wales,argentine argentina,argentinian argentina,egyptian egypt,korean south korea,czech czech republic,hungarian hungary,bangladeshi bangladesh,indonesian indonesia,ukrainian ukraine,israeli israel,kenyan kenya,nigerian nigeria,south african south africa".split(
  ",",
)) {
  const at = pair.startsWith("south african") ? 13 : pair.indexOf(" ");
  const adjective = pair.slice(0, at);
  const country = pair.slice(at + 1);
  aliases.set(adjective, [...(aliases.get(adjective) ?? [adjective]), country, ...(aliases.get(country) ?? [])]);
  // "from Italy", where guests are Italian.
  aliases.set(country, [...(aliases.get(country) ?? [country]), adjective]);
}

/** Stored values equal to a text, whatever the case. */
export function exactValues(text: string, catalog: Catalog): ValueLink[] {
  const plain = normalise(text);
  const names = catalog.values.has(plain) ? [plain] : (aliases.get(plain) ?? [plain]);
  const exact = names.flatMap((name) => catalog.values.get(name) ?? []).map((entry) => ({ ...entry, score: 1 }));
  if (exact.length > 0) return unique(exact);
  // "no shows" for "no-show"
  const several = plain.includes(" ") ? new Set([plain, singular(plain)]) : [];
  const joined = [...several].flatMap((name) => catalog.values.get(name.replaceAll(" ", "-")) ?? []);
  if (joined.length > 0) return unique(joined.map((entry) => ({ ...entry, score: 1 })));
  const words = /^[a-z\d]+$/.test(plain) ? [plain] : plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const alike = (catalog.valuesByStem.get(words.map(stem).join(" ")) ?? []).filter(
    (entry) => !isQualityOf(plain, entry),
  );
  return unique(alike.map((entry) => ({ ...entry, score: 0.9 })));
}

function unique(links: ValueLink[]): ValueLink[] {
  if (links.length < 2) return links;
  const seen = new Set<string>();
  return links.filter((link) => {
    const key = `${link.column.table.name}.${link.column.name}=${link.value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
