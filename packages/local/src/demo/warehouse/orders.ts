import { type Day, type Span, daysOf, isoDay, isoTime, monthOf } from "../calendar.ts";
import { type Row, euros } from "../dataset.ts";
import { type Random, randomFor, totalWeight } from "../random.ts";
import { activity } from "../season.ts";
import { type Buyers, buyersOf } from "./buyers.ts";
import type { Customer } from "./customers.ts";
import type { Employee } from "./employees.ts";
import { type PriceRise, type Product, priceOn, priceRises } from "./products.ts";

const ORDERS_PER_DAY = 6.8;
const ORDERS_YEARLY_GROWTH = 0.24;
const CANCELLED_SHARE = 0.04;
const BULK_SHARE = 0.07;

const SIZES = [
  [1, 30],
  [2, 28],
  [3, 20],
  [4, 12],
  [5, 7],
  [6, 3],
] as const;
const QUANTITIES = [
  [1, 68],
  [2, 20],
  [3, 8],
  [4, 4],
] as const;
const PAYMENT_METHODS = [
  ["card", 6],
  ["bank transfer", 2],
  ["invoice", 2],
] as const;
const BULK_PAYMENT_METHODS = [
  ["invoice", 8],
  ["bank transfer", 2],
] as const;

export type Line = { id: number; product: Product; quantity: number; unitPrice: number; discountPercent: number };
export type Order = {
  id: number;
  customer: Customer;
  employeeId: number;
  day: Day;
  seconds: number;
  status: "pending" | "shipped" | "completed" | "cancelled";
  shipped: Day | null;
  delivered: Day | null;
  paymentMethod: string;
  lines: Line[];
};

/** What is drawn from a day's own stream of numbers before anybody buys it: the same for every anchor of a year. */
type Basket = Pick<Order, "seconds" | "lines" | "paymentMethod"> & {
  isBulk: boolean;
  isCancelled: boolean;
  shipLag: number;
  transit: number;
};

/**
 * Every order of the span. Baskets are drawn first and given to a customer afterwards, so that the totals of past days stay the same
 * when a later anchor spreads the newest customers differently. A sales representative of the customer's own region handles it.
 */
export function makeOrders(
  span: Span,
  customers: readonly Customer[],
  employees: readonly Employee[],
  products: readonly Product[],
): Order[] {
  const rises = priceRises(span);
  const buyers = {
    all: buyersOf(customers),
    companies: buyersOf(customers.filter(({ segment }) => segment !== "Consumer")),
  };
  const orders: Order[] = [];
  let lineId = 0;
  for (const day of daysOf(span)) {
    const random = randomFor("orders", isoDay(day));
    for (const basket of basketsOf(day, random, { span, products, rises })) {
      for (const line of basket.lines) line.id = ++lineId;
      const customer = pickCustomer(basket, day, buyers, random);
      const shipped = basket.isCancelled || day + basket.shipLag > span.end ? null : day + basket.shipLag;
      const delivered = shipped === null || shipped + basket.transit > span.end ? null : shipped + basket.transit;
      orders.push({
        id: orders.length + 1,
        customer,
        employeeId: pickRepresentative(employees, customer.regionId, day, random).id,
        day,
        seconds: basket.seconds,
        status: statusOf(basket, shipped, delivered),
        shipped,
        delivered,
        paymentMethod: basket.paymentMethod,
        lines: basket.lines,
      });
    }
  }
  return orders;
}

/** What a line costs the customer, in whole cents: prices and discounts are chosen so that nothing is rounded away. */
export function lineTotal(line: Pick<Line, "quantity" | "unitPrice" | "discountPercent">): number {
  return Math.round((line.quantity * line.unitPrice * (100 - line.discountPercent)) / 100);
}

export function orderTotal(order: Pick<Order, "lines">): number {
  return order.lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

interface Shop {
  span: Span;
  products: readonly Product[];
  rises: readonly PriceRise[];
}

function basketsOf(day: Day, random: Random, { span, products, rises }: Shop): Basket[] {
  const onSale = products
    .filter((product) => product.launched <= day && (product.discontinued === null || product.discontinued > day))
    .map((product) => [product, product.popularity] as const);
  const popularity = totalWeight(onSale);
  const count = random.about(ORDERS_PER_DAY * activity(day, span, ORDERS_YEARLY_GROWTH));
  const baskets = Array.from({ length: count }, (): Basket => {
    const isBulk = random.chance(BULK_SHARE);
    const chosen = new Set<Product>();
    for (let left = random.weighted(SIZES); left > 0; left--) chosen.add(random.weighted(onSale, popularity));
    return {
      isBulk,
      isCancelled: random.chance(CANCELLED_SHARE),
      seconds: random.int(7 * 3600, 22 * 3600 - 1),
      shipLag: random.int(1, 3),
      transit: random.int(1, 5),
      paymentMethod: random.weighted(isBulk ? BULK_PAYMENT_METHODS : PAYMENT_METHODS),
      lines: [...chosen].map((product) => ({
        id: 0,
        product,
        quantity: isBulk ? random.int(3, 12) : random.weighted(QUANTITIES),
        unitPrice: priceOn(product, day, rises),
        discountPercent: discountOn(day, isBulk, random),
      })),
    };
  });
  return baskets.toSorted((one, other) => one.seconds - other.seconds);
}

/** Companies get a quantity discount; everybody gets one more often in the weeks before the end of the year. */
function discountOn(day: Day, isBulk: boolean, random: Random): number {
  if (isBulk) return random.pick([10, 15, 20]);
  const isPromotion = monthOf(day) >= 11;
  return random.chance(isPromotion ? 0.35 : 0.15) ? random.pick([5, 10, 15]) : 0;
}

function pickCustomer(basket: Basket, day: Day, buyers: { all: Buyers; companies: Buyers }, random: Random): Customer {
  return (basket.isBulk ? buyers.companies : buyers.all).pick(day, random);
}

function pickRepresentative(employees: readonly Employee[], regionId: number, day: Day, random: Random): Employee {
  const onDuty = employees.filter(
    (employee) =>
      employee.jobTitle === "Sales Representative" && employee.regionId === regionId && employee.hired <= day,
  );
  // The longer somebody is there, the more customers ask for them.
  return random.weighted(onDuty.map((employee, seniority) => [employee, 5 - seniority] as const));
}

function statusOf(basket: Basket, shipped: Day | null, delivered: Day | null): Order["status"] {
  if (basket.isCancelled) return "cancelled";
  if (delivered !== null) return "completed";
  return shipped === null ? "pending" : "shipped";
}

export function orderRows(orders: readonly Order[]): Row[] {
  return orders.map((order) => ({
    id: order.id,
    customer_id: order.customer.id,
    employee_id: order.employeeId,
    ordered_at: isoTime(order.day, order.seconds),
    status: order.status,
    payment_method: order.paymentMethod,
    shipped_on: order.shipped === null ? null : isoDay(order.shipped),
    total_amount: euros(orderTotal(order)),
  }));
}

export function orderItemRows(orders: readonly Order[]): Row[] {
  return orders.flatMap((order) =>
    order.lines.map((line) => ({
      id: line.id,
      order_id: order.id,
      product_id: line.product.id,
      quantity: line.quantity,
      unit_price: euros(line.unitPrice),
      discount: line.discountPercent / 100,
    })),
  );
}
