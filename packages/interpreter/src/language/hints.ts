import { stem } from "./inflection.ts";

/** Words of column names that a superlative or comparison without a named column means. Earlier ones are better. */
const hintWords = new Map<string, string[]>(
  Object.entries({
    size: [
      "size",
      "area",
      "population",
      "capacity",
      "square",
      "sqm",
      "sqft",
      "amount",
      "total",
      "value",
      "enrollment",
      "elevation",
      "height",
      "altitude",
    ],
    age: ["age", "birth", "birthday", "dob", "birthdate", "founded", "built", "opened", "established"],
    length: [
      "length",
      "duration",
      "millisecond",
      "minute",
      "second",
      "hour",
      "distance",
      "height",
      "runtime",
      "running",
    ],
    height: ["height", "altitude", "elevation", "floor"],
    weight: ["weight", "mass"],
    price: ["price", "cost", "fee", "fare", "rate", "rent", "amount", "value"],
    service: ["hire", "hired", "join", "joined", "start", "started", "since", "appointed", "enrolled"],
    date: ["date", "time", "year", "timestamp", "day", "created", "opened", "founded", "release"],
    speed: ["speed", "bandwidth", "mbps", "gbps", "kbps", "kmh", "mph", "time", "horsepower", "acceleration"],
    salary: ["salary", "income", "earning", "wage", "worth", "money", "pay", "hourly"],
    rating: ["rating", "score", "star", "rank", "grade"],
    population: ["population", "inhabitant"],
    sold: ["quantity", "unit"],
    profit: ["profit", "margin", "revenue", "value"],
    value: ["value", "price", "amount", "revenue", "profit"],
    depth: ["depth"],
    width: ["width"],
    distance: ["distance"],
    strength: ["strength", "abv", "alcohol", "power", "horsepower", "force"],
    place: ["location", "address", "place", "city", "town", "village", "state", "county", "country"],
  }),
);

/** Stems of column words that go with a hint, best first. */
export function hintStems(hint: string): string[] {
  return (hintWords.get(hint) ?? []).map(stem);
}
