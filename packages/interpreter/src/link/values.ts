import type { Catalog, ValueEntry } from "../catalog/catalog.ts";
import { normalise } from "../catalog/catalog.ts";
import type { ValueLink } from "./mention.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";

/** "Louisville, Kentucky" may be one stored value. */
export function namedAcrossComma(span: readonly Token[], catalog: Catalog): ValueLink[] {
  const words = span.filter((token) => token.kind !== "punctuation");
  const plain = span.every((token) => token.kind !== "punctuation" || token.text === ",");
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

export function valueLinks(span: readonly Token[], catalog: Catalog): ValueLink[] {
  const text = normalise(span.map((token) => token.text).join(" "));
  // "shipping" is what one does, "shipped" the state of what it was done to.
  const isDoing = /ing$/i.test(span.at(-1)?.lower ?? "");
  // "log" is a verb, "LOG" a code.
  const isPlain = span.length === 1 && /^[a-z]{2,4}$/.test(span[0]?.text ?? "");
  // "released" is what somebody did, whatever song is called "Release".
  const isDone = /^[a-z]+ed$/.test(span.at(-1)?.text ?? "");
  const isName = (entry: ValueEntry) => entry.column.table.label.includes(entry.column);
  const isMeant = (entry: ValueEntry) =>
    !(isDone && isName(entry) && normalise(entry.value) !== text) &&
    (!isDoing || !/ed$/i.test(entry.value)) &&
    !(isPlain && /^[A-Z]{2,4}$/.test(entry.value) && !entryIsSpoken(entry.value));
  const exact = exactValues(text, catalog).filter(isMeant);
  if (exact.length > 0) return exact;
  const stems = span.map((token) => token.stem).join(" ");
  const stemmed = (catalog.valuesByStem.get(stems) ?? []).filter(isMeant).map((entry) => ({ ...entry, score: 0.85 }));
  if (stemmed.length > 0) return unique(stemmed);
  const only = span.length === 1 ? span[0] : undefined;
  const coded = only === undefined ? [] : codedValues(only, catalog);
  if (coded.length > 0) return coded;
  // One word of a longer value counts only when it was written like a name.
  if (only !== undefined && only.capitalised && !only.first && only.lower.length > 3) {
    const partial = catalog.valuesByWord.get(only.stem) ?? [];
    if (partial.length > 0 && partial.length <= 12) return unique(partial.map((entry) => ({ ...entry, score: 0.5 })));
  }
  return [];
}

/** Codes that are said as they are written: countries, currencies, genders. */
function entryIsSpoken(value: string): boolean {
  return /^(USA|UK|EU|UAE|USD|EUR|GBP|VIP|NA|YES|NO|ON|OFF)$/.test(value);
}

/** Coded values: what is stored for a word of everyday language. */
const codes = new Map<string, string[]>([
  ["femal", ["f", "female", "w", "woman"]],
  ["male", ["m", "male", "man"]],
  ["woman", ["f", "female", "w", "woman"]],
  ["man", ["m", "male"]],
  ["girl", ["f", "female", "g"]],
  ["boy", ["m", "male", "b"]],
]);

function codedValues(token: Token, catalog: Catalog): ValueLink[] {
  const stored = codes.get(token.stem) ?? [];
  const entries = stored
    .flatMap((value) => catalog.values.get(value) ?? [])
    .filter((entry) => entry.column.stems.some((name) => name === "sex" || name === "gender"));
  return unique(entries.map((entry) => ({ ...entry, score: 0.95 })));
}

/** Countries that go by several names. */
const aliases = new Map<string, string[]>();
for (const group of [
  ["united states", "usa", "us", "u.s.", "u.s.a", "united states of america", "america"],
  ["united kingdom", "uk", "u.k", "great britain", "britain"],
  ["netherlands", "holland", "the netherlands"],
]) {
  for (const name of group) aliases.set(name, group);
}

for (const pair of "british uk,english england,italian italy,german germany,french france,spanish spain,american usa,american united states,canadian canada,mexican mexico,brazilian brazil,japanese japan,chinese china,indian india,russian russia,australian australia,dutch netherlands,belgian belgium,swiss switzerland,austrian austria,swedish sweden,norwegian norway,danish denmark,finnish finland,polish poland,portuguese portugal,greek greece,turkish turkey,irish ireland,scottish scotland,welsh wales,argentine argentina,argentinian argentina,egyptian egypt,korean south korea,czech czech republic,hungarian hungary,bangladeshi bangladesh,indonesian indonesia,ukrainian ukraine,israeli israel,kenyan kenya,nigerian nigeria,south african south africa".split(
  ",",
)) {
  const at = pair.startsWith("south african") ? 13 : pair.indexOf(" ");
  const adjective = pair.slice(0, at);
  const country = pair.slice(at + 1);
  aliases.set(adjective, [...(aliases.get(adjective) ?? [adjective]), country, ...(aliases.get(country) ?? [])]);
}

/** Stored values equal to a text, whatever the case. */
export function exactValues(text: string, catalog: Catalog): ValueLink[] {
  const plain = normalise(text);
  const names = catalog.values.has(plain) ? [plain] : (aliases.get(plain) ?? [plain]);
  const exact = names.flatMap((name) => catalog.values.get(name) ?? []).map((entry) => ({ ...entry, score: 1 }));
  if (exact.length > 0) return unique(exact);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return unique((catalog.valuesByStem.get(words.map(stem).join(" ")) ?? []).map((entry) => ({ ...entry, score: 0.9 })));
}

function unique(links: ValueLink[]): ValueLink[] {
  const seen = new Set<string>();
  return links.filter((link) => {
    const key = `${link.column.table.name}.${link.column.name}=${link.value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
