import { stem } from "./inflection.ts";

/** General business words that stand for one another; either side may be the schema's. */
const pairs: [string, string][] = [
  ["customer", "client"],
  ["customer", "buyer"],
  ["customer", "shopper"],
  ["employee", "staff"],
  ["employee", "worker"],
  ["salary", "wage"],
  ["salary", "pay"],
  ["salary", "earn"],
  ["order", "purchase"],
  ["product", "item"],
  ["product", "good"],
  ["gender", "sex"],
  ["phone", "telephone"],
  ["zip", "postcode"],
  ["zip", "postal"],
  ["quantity", "unit"],
  ["cost", "expense"],
  ["email", "mail"],
  ["surname", "lastname"],
  ["supplier", "vendor"],
  ["category", "type"],
  ["country", "nationality"],
  ["shop", "store"],
  ["department", "dept"],
  ["manager", "boss"],
  ["return", "refund"],
  ["session", "visit"],
  ["film", "movie"],
  ["car", "vehicle"],
  ["birth", "birthday"],
  ["invoice", "bill"],
  ["people", "person"],
  ["grade", "mark"],
  ["population", "inhabitant"],
  ["name", "title"],
  ["duration", "length"],
  ["length", "millisecond"],
  ["description", "detail"],
  ["kind", "type"],
  ["city", "town"],
  ["price", "cost"],
  ["price", "fee"],
  ["job", "position"],
  ["start", "begin"],
  ["rank", "ranking"],
  ["score", "point"],
  ["number", "num"],
  ["identifier", "id"],
  ["year", "yr"],
  ["address", "street"],
  ["teacher", "instructor"],
  ["plan", "tier"],
  ["location", "place"],
  ["capital", "city"],
  ["elevation", "height"],
  ["altitude", "height"],
  ["altitude", "elevation"],
  ["image", "picture"],
];

const synonyms = new Map<string, Set<string>>();
for (const [a, b] of pairs) {
  for (const [from, to] of [
    [stem(a), stem(b)],
    [stem(b), stem(a)],
  ] as const) {
    const set = synonyms.get(from) ?? new Set<string>();
    set.add(to);
    synonyms.set(from, set);
  }
}

/** True when two stems stand for the same thing in everyday business language. */
export function areSynonyms(a: string, b: string): boolean {
  return synonyms.get(a)?.has(b) ?? false;
}
