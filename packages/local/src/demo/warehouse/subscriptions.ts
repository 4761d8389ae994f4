import { type Day, type Span, dayOf, isoDay } from "../calendar.ts";
import { type Row, euros } from "../dataset.ts";
import { type Random, randomFor } from "../random.ts";
import type { Customer } from "./customers.ts";

/** Monthly prices in cents; the newer price holds for those who start on or after 1 January of the last full year. */
export const PLANS = [
  { name: "Basic", oldPrice: 690, price: 790, weight: 52, monthsStayed: 22 },
  { name: "Plus", oldPrice: 1290, price: 1490, weight: 33, monthsStayed: 34 },
  { name: "Premium", oldPrice: 2690, price: 2990, weight: 15, monthsStayed: 46 },
] as const;

const TAKE_UP = 0.62;
const COME_BACK = 0.3;
const PAUSED_SHARE = 0.07;

type Subscription = {
  customer: Customer;
  plan: (typeof PLANS)[number];
  started: Day;
  ended: Day | null;
  isPaused: boolean;
};

/** Club memberships: at most one at a time for each customer, started after the sign-up, ended only when cancelled. */
export function subscriptionRows(customers: readonly Customer[], span: Span): Row[] {
  return customers
    .flatMap((customer) => subscriptionsOf(customer, span))
    .toSorted((one, other) => one.started - other.started || one.customer.id - other.customer.id)
    .map((subscription, index) => ({
      id: index + 1,
      customer_id: subscription.customer.id,
      plan: subscription.plan.name,
      status: subscription.ended !== null ? "cancelled" : subscription.isPaused ? "paused" : "active",
      monthly_price: euros(monthlyPrice(subscription, span)),
      started_on: isoDay(subscription.started),
      ended_on: subscription.ended === null ? null : isoDay(subscription.ended),
    }));
}

function subscriptionsOf(customer: Customer, span: Span): Subscription[] {
  const random = randomFor("subscription", customer.id);
  if (!random.chance(TAKE_UP)) return [];
  // The club opened on the first day of the span.
  const first = subscribe(customer, Math.max(span.start, customer.signedUp) + random.int(5, 300), span, random);
  if (first === null) return [];
  if (first.ended === null || !random.chance(COME_BACK)) return [first];
  const second = subscribe(customer, first.ended + random.int(40, 250), span, random);
  return second === null ? [first] : [first, second];
}

function subscribe(customer: Customer, started: Day, span: Span, random: Random): Subscription | null {
  const plan = random.weighted(PLANS.map((each) => [each, each.weight] as const));
  const ended = started + 30 * random.int(1, 2 * plan.monthsStayed);
  const isPaused = random.chance(PAUSED_SHARE);
  if (started > span.end) return null;
  return { customer, plan, started, ended: ended > span.end ? null : ended, isPaused };
}

function monthlyPrice({ plan, started }: Subscription, span: Span): number {
  return started < dayOf(span.year - 1, 1, 1) ? plan.oldPrice : plan.price;
}
