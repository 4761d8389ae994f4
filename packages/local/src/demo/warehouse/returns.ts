import { type Day, type Span, isoDay } from "../calendar.ts";
import { type Row, euros } from "../dataset.ts";
import { type Random, randomFor } from "../random.ts";
import { type Line, type Order, lineTotal } from "./orders.ts";

/** The returns policy among the documents says the same. */
export const RETURN_WINDOW_DAYS = 30;

export type Return = { line: Line; returned: Day; reason: string; quantity: number; refund: number };

const REASONS = [
  ["Changed mind", 34],
  ["Damaged in transit", 21],
  ["Defective", 19],
  ["Wrong item", 12],
  ["Not as described", 14],
] as const;

/** Lines that came back within the window after delivery, oldest first; the refund is what was paid for the pieces returned. */
export function returnsOf(orders: readonly Order[], span: Span): Return[] {
  return orders
    .flatMap((order) => order.lines.flatMap((line) => returnOf(order, line, span)))
    .toSorted((one, other) => one.returned - other.returned || one.line.id - other.line.id);
}

export function returnRows(returns: readonly Return[]): Row[] {
  return returns.map(({ line, returned, reason, quantity, refund }, index) => ({
    id: index + 1,
    order_item_id: line.id,
    returned_on: isoDay(returned),
    reason,
    quantity,
    refund_amount: euros(refund),
  }));
}

function returnOf(order: Order, line: Line, span: Span): Return[] {
  if (order.delivered === null) return [];
  const random = randomFor("return", line.id);
  if (!random.chance(line.product.returnRate)) return [];
  const returned = order.delivered + random.int(2, RETURN_WINDOW_DAYS);
  const quantity = returnedQuantity(line, random);
  return returned > span.end
    ? []
    : [{ line, returned, reason: random.weighted(REASONS), quantity, refund: lineTotal({ ...line, quantity }) }];
}

function returnedQuantity(line: Line, random: Random): number {
  return random.chance(0.7) ? line.quantity : random.int(1, line.quantity);
}
