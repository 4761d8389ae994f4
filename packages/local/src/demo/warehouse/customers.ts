import { type Day, type Span, dayOf, isoDay } from "../calendar.ts";
import type { Row } from "../dataset.ts";
import { present, randomFor } from "../random.ts";
import { COMPANY_KINDS, COMPANY_NAMES, FIRST_NAMES, LAST_NAMES, mailName } from "./names.ts";
import { REGIONS } from "./places.ts";

export type Segment = "Consumer" | keyof typeof COMPANY_KINDS;

export type Customer = {
  id: number;
  name: string;
  email: string;
  segment: Segment;
  regionId: number;
  country: string;
  city: string;
  signedUp: Day;
  /** How much this customer buys compared with others; 0 never orders. */
  appetite: number;
};

/** How many customers signed up before the first year, in the two years after it, and since 1 January of the last full year. */
const BEFORE = 300;
const EARLY = 290;
const RECENT = 250;

const SHARE_WITHOUT_ORDERS = 0.08;
const APPETITES = [1, 1, 1, 2, 2, 3, 4, 6, 9, 14] as const;

/**
 * The customers in the order in which they signed up. Their number is the same for every anchor: the last ones are spread over
 * the time since 1 January of the last full year, so everything that happened before that day does not depend on the anchor's day.
 */
export function makeCustomers(span: Span): Customer[] {
  const names = { people: shuffledPeople(), companies: shuffledCompanies() };
  return signUpDays(span).map((signedUp, index) => {
    const random = randomFor("customer", index);
    const segment = random.weighted<Segment>([
      ["Consumer", 64],
      ["Small business", 22],
      ["Enterprise", 8],
      ["Public sector", 6],
    ]);
    const name = segment === "Consumer" ? present(names.people.pop()) : present(names.companies[segment].pop());
    const region = random.weighted(REGIONS.map((each) => [each, each.weight] as const));
    const country = random.pick(region.countries);
    return {
      id: index + 1,
      name,
      email: `${mailName(name)}@${segment === "Consumer" ? "example.com" : "example.org"}`,
      segment,
      regionId: region.id,
      country: country.name,
      city: random.pick(country.cities),
      signedUp,
      appetite: random.chance(SHARE_WITHOUT_ORDERS) ? 0 : random.pick(APPETITES),
    };
  });
}

function signUpDays(span: Span): Day[] {
  const random = randomFor("sign-ups");
  const lastFullYear = dayOf(span.year - 1, 1, 1);
  const between = (from: Day, to: Day, count: number) =>
    Array.from({ length: count }, () => from + Math.floor(random.unit() * (to - from + 1))).toSorted(
      (one, other) => one - other,
    );
  return [
    ...between(span.start - 900, span.start - 1, BEFORE),
    ...between(span.start, lastFullYear - 1, EARLY),
    ...between(lastFullYear, span.end, RECENT),
  ];
}

function shuffledPeople(): string[] {
  return randomFor("people").shuffle(FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`)));
}

function shuffledCompanies(): Record<keyof typeof COMPANY_KINDS, string[]> {
  const of = (segment: keyof typeof COMPANY_KINDS) =>
    randomFor("companies", segment).shuffle(
      COMPANY_NAMES.flatMap((company) => COMPANY_KINDS[segment].map((kind) => `${company} ${kind}`)),
    );
  return { "Small business": of("Small business"), Enterprise: of("Enterprise"), "Public sector": of("Public sector") };
}

export function customerRows(customers: readonly Customer[]): Row[] {
  return customers.map((customer) => ({
    id: customer.id,
    name: customer.name,
    customer_type: customer.segment === "Consumer" ? "person" : "company",
    segment: customer.segment,
    email: customer.email,
    city: customer.city,
    country: customer.country,
    region_id: customer.regionId,
    signed_up_on: isoDay(customer.signedUp),
  }));
}
