import { payColumn } from "../catalog/amounts.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";

/** "who makes the most money": people by what they are paid, where that is kept, rather than by the money they bring in. */
export function takePay(context: Context): Context {
  const { sketch, subject, catalog } = context;
  const ranked = sketch.superlatives.find(
    ({ target }) => target.kind === "measure" && target.measure === "money" && sketch.said.has("makes money"),
  );
  if (ranked === undefined) return context;
  const [only, ...more] = catalog.tables.filter((table) => !table.isView && payColumn(table) !== null);
  const asked = sketch.said.has("who") && more.length === 0 ? only : undefined;
  const people = asked ?? subject;
  const pay = people === null ? null : payColumn(people);
  if (people === null || pay === null) return context;
  const mention = mentionOf({ start: ranked.at, end: ranked.at, text: pay.name, columns: [{ column: pay, score: 1 }] });
  context.notes.assumptions.push(`What somebody makes is ${pay.words.join(" ")} in ${people.name}.`);
  const target = { kind: "column", mention, fn: null } as const;
  const superlatives = sketch.superlatives.map((one) => (one === ranked ? { ...one, target } : one));
  return { ...context, subject: people, sketch: { ...sketch, superlatives } };
}
