import { readFileSync } from "node:fs";
import { type Span, isoDay } from "../calendar.ts";
import { PLANS } from "../warehouse/subscriptions.ts";
import { priceRises } from "../warehouse/products.ts";
import { makeShop } from "../warehouse/warehouse.ts";
import { quarterlyReview } from "./quarterly-review.ts";

export type DemoDocument = { filename: string; mime_type: string; body: Uint8Array };

const MIME_TYPES: Record<string, string> = {
  md: "text/markdown",
  txt: "text/plain",
  csv: "text/csv",
  pdf: "application/pdf",
};

/** Texts that are files in `files/`, with the dates and prices of the story filled in. */
export function textDocument(filename: string, span: Span): DemoDocument {
  const facts = factsOf(span);
  const template = readFileSync(new URL(`files/${filename}`, import.meta.url), "utf8");
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts.get(name);
    if (fact === undefined) throw new Error(`${filename} asks for a fact that is not there: ${name}`);
    return fact;
  });
  return documentOf(filename, Buffer.from(text));
}

/**
 * The quarterly review, a PDF whose figures are those of the warehouse of the same anchor. It is made from the orders up
 * to the beginning of the anchor's year: every warehouse of that year has them, and all the review tells of is among them.
 */
export function reviewDocument(anchor: Date): DemoDocument {
  const { orders, span } = makeShop(new Date(Date.UTC(anchor.getUTCFullYear(), 0)));
  return documentOf(`quarterly-review-q3-${span.year - 1}.pdf`, quarterlyReview(orders, span));
}

/** Whether a file is a quarterly review, of whichever year. */
export const isReview = (filename: string): boolean => /^quarterly-review-q3-\d{4}\.pdf$/.test(filename);

function documentOf(filename: string, body: Uint8Array): DemoDocument {
  const mime_type = MIME_TYPES[filename.split(".").at(-1) ?? ""];
  if (mime_type === undefined) throw new Error(`No MIME type for ${filename}`);
  return { filename, mime_type, body };
}

function factsOf(span: Span): Map<string, string> {
  const rises = priceRises(span).flatMap(({ day, percent }, index): [string, string][] => [
    [`rise_${index + 1}_date`, longDate(isoDay(day))],
    [`rise_${index + 1}_percent`, String(percent)],
  ]);
  const plans = PLANS.flatMap(({ name, oldPrice, price }): [string, string][] => [
    [`${name.toLowerCase()}_price`, (price / 100).toFixed(2)],
    [`${name.toLowerCase()}_old_price`, (oldPrice / 100).toFixed(2)],
  ]);
  return new Map([
    ["last_year", String(span.year - 1)],
    ["third_last_year", String(span.year - 3)],
    ...rises,
    ...plans,
  ]);
}

const dayMonthYear = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `1 March 2025` */
const longDate = (iso: string): string => dayMonthYear.format(new Date(iso));
