import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { endDays, startDay } from "../catalog/running-rows.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** "bookings for tours in May": the time right after what begins on a day is when that begins, and not when it was booked. */
export function takeTimeOfEvent(context: Context): Context {
  const { sketch, named, subject } = context;
  const dayOf = (one: FilterWish) => {
    if (one.kind !== "period") return null;
    const beside = named.find(
      ({ table, mention: { mention, at, zone, each, negated } }) =>
        (one.target === null || one.target === mention) &&
        table !== subject &&
        zone === "modifier" &&
        !each &&
        !negated &&
        at < one.at &&
        one.at - at <= 2 &&
        !isPerson(table),
    );
    return beside === undefined ? null : hourOf(beside.table);
  };
  const filters = sketch.filters.map((one): FilterWish => {
    const day = dayOf(one);
    if (day === null || one.kind !== "period") return one;
    return { ...one, target: mentionOf({ start: 0, end: 0, text: day.name, columns: [{ column: day, score: 1 }] }) };
  });
  return { ...context, sketch: { ...sketch, filters } };
}

/** When an event begins, to the hour: what goes on for days or weeks is not all of the day on which it began. */
function hourOf(table: CatalogTable): CatalogColumn | null {
  const day = startDay(table);
  const isToTheHour = typeof day?.source.max === "string" && /\d:\d/.test(day.source.max);
  return day !== null && isToTheHour && endDays(table).length === 0 ? day : null;
}
