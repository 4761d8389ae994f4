import { type Day, type Span, isoDay, isoTime } from "../calendar.ts";
import type { Row } from "../dataset.ts";
import { randomFor } from "../random.ts";
import type { Employee } from "./employees.ts";
import type { Order } from "./orders.ts";

/** How many of a hundred orders lead to a question. */
const TICKET_SHARE = 0.15;

const TOPICS = [
  ["Delivery", 36],
  ["Return", 24],
  ["Product question", 18],
  ["Invoice", 13],
  ["Complaint", 9],
] as const;
const PRIORITIES = [
  ["low", 30],
  ["normal", 54],
  ["high", 16],
] as const;

type Ticket = { opened: Day; seconds: number; row: Row };

/** Support tickets: each comes from the customer of an order within three weeks of it and is answered by a support agent. */
export function supportTicketRows(orders: readonly Order[], employees: readonly Employee[], span: Span): Row[] {
  const agents = employees.filter(({ jobTitle }) => jobTitle === "Support Agent");
  return orders
    .flatMap((order) => ticketOf(order, agents, span))
    .toSorted((one, other) => one.opened - other.opened || one.seconds - other.seconds)
    .map(({ row }, index) => ({ ...row, id: index + 1 }));
}

function ticketOf(order: Order, agents: readonly Employee[], span: Span): Ticket[] {
  const random = randomFor("ticket", order.id);
  if (!random.chance(TICKET_SHARE)) return [];
  const opened = order.day + random.int(1, 21);
  const seconds = random.int(8 * 3600, 20 * 3600);
  const priority = random.weighted(PRIORITIES);
  const resolved = opened + random.int(0, priority === "high" ? 3 : 9);
  const isResolved = resolved <= span.end && !random.chance(0.01);
  if (opened > span.end) return [];
  const row = {
    id: 0,
    customer_id: order.customer.id,
    employee_id: random.pick(agents.filter(({ hired }) => hired <= opened)).id,
    topic: random.weighted(TOPICS),
    priority,
    status: isResolved ? "resolved" : "open",
    opened_at: isoTime(opened, seconds),
    resolved_on: isResolved ? isoDay(resolved) : null,
    satisfaction:
      isResolved && random.chance(0.6)
        ? random.weighted([
            [1, 6],
            [2, 8],
            [3, 18],
            [4, 36],
            [5, 32],
          ])
        : null,
  };
  return [{ opened, seconds, row }];
}
