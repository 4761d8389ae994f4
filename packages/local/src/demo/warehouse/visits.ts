import { type Span, daysOf, isoDay, isoTime } from "../calendar.ts";
import type { Row } from "../dataset.ts";
import { type Random, present, randomFor } from "../random.ts";
import { activity } from "../season.ts";
import type { Customer } from "./customers.ts";
import type { Order } from "./orders.ts";

const VISITS_PER_DAY = 13;
const VISITS_YEARLY_GROWTH = 0.3;
/** The share of orders that were placed on the web site by somebody who was signed in. */
const WEB_ORDER_SHARE = 0.16;
const KNOWN_VISITOR_SHARE = 0.3;

const DEVICES = [
  ["desktop", 42],
  ["mobile", 49],
  ["tablet", 9],
] as const;
const CHANNELS = [
  ["organic search", 34],
  ["direct", 22],
  ["paid search", 15],
  ["social", 14],
  ["email", 9],
  ["referral", 6],
] as const;
const PAGE_VIEWS = [
  [1, 38],
  [2, 20],
  [3, 14],
  [5, 14],
  [8, 9],
  [13, 5],
] as const;
const BUYING_DEVICES = [
  ["desktop", 61],
  ["mobile", 31],
  ["tablet", 8],
] as const;
const BUYING_CHANNELS = [
  ["organic search", 26],
  ["direct", 29],
  ["paid search", 13],
  ["social", 5],
  ["email", 22],
  ["referral", 5],
] as const;

type Visit = {
  customerId: number | null;
  seconds: number;
  device: string;
  channel: string;
  duration: number;
  pageViews: number;
  converted: boolean;
};

/** Visits of the web site: those that ended in an order of that customer on that day, and the many that did not. */
export function webSessionRows(orders: readonly Order[], customers: readonly Customer[], span: Span): Row[] {
  const ordersByDay = Map.groupBy(orders, ({ day }) => day);
  let id = 0;
  let known = 0;
  return daysOf(span).flatMap((day) => {
    const random = randomFor("visits", isoDay(day));
    // They are in the order of signing up.
    while ((customers[known]?.signedUp ?? Infinity) <= day) known += 1;
    const idle = Array.from({ length: random.about(VISITS_PER_DAY * activity(day, span, VISITS_YEARLY_GROWTH)) }, () =>
      idleVisit(customers, known, random),
    );
    const buying = (ordersByDay.get(day) ?? []).flatMap((order) => buyingVisit(order));
    return [...idle, ...buying]
      .toSorted((one, other) => one.seconds - other.seconds)
      .map((visit) => ({
        id: ++id,
        customer_id: visit.customerId,
        started_at: isoTime(day, visit.seconds),
        device: visit.device,
        channel: visit.channel,
        duration_seconds: visit.duration,
        page_views: visit.pageViews,
        converted: visit.converted,
      }));
  });
}

/** A visit by a stranger or by one of the first `known` customers. */
function idleVisit(customers: readonly Customer[], known: number, random: Random): Visit {
  const pageViews = random.weighted(PAGE_VIEWS);
  return {
    customerId: random.chance(KNOWN_VISITOR_SHARE) ? present(customers[random.int(0, known - 1)]).id : null,
    seconds: random.int(6 * 3600, 24 * 3600 - 1),
    device: random.weighted(DEVICES),
    channel: random.weighted(CHANNELS),
    duration: pageViews * random.int(8, 75),
    pageViews,
    converted: false,
  };
}

/** Drawn from the order's own stream, so that one visit more or less on a day changes no other. */
function buyingVisit(order: Order): Visit[] {
  const random = randomFor("buying visit", order.id);
  if (!random.chance(WEB_ORDER_SHARE)) return [];
  const duration = random.int(180, 1500);
  return [
    {
      customerId: order.customer.id,
      seconds: order.seconds - duration,
      device: random.weighted(BUYING_DEVICES),
      channel: random.weighted(BUYING_CHANNELS),
      duration,
      pageViews: random.int(5, 24),
      converted: true,
    },
  ];
}
