import { amountColumn } from "../catalog/amounts.ts";
import { mentionOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";

const VALUE = /^value$/i;

/** "value of open offers", "offer value per month": what the rows come to, where they have an amount and no value. */
export function takeValueOfRows(context: Context): Context {
  const { sketch, named, catalog, subject, happened, metric, formOf } = context;
  const word = sketch.unknown.find(({ text }) => VALUE.test(text));
  const rows = named.find(({ mention }) => mention.zone === "focus" && !mention.each);
  const amount = rows === undefined ? null : amountColumn(rows.table);
  const at = word?.token;
  if (word === undefined || at === undefined || amount === null || rows === undefined || sketch.superlatives.length > 0)
    return context;
  // "total value of accepted offers": theirs, and no money that came in later.
  const isOther = (one: Sketch["outputs"][number]) => !(one.kind === "measure" && one.measure === "money");
  if (sketch.outputs.some(isOther)) return context;
  const fn = sketch.said.has("average") ? "avg" : "sum";
  const mention = mentionOf({ start: at, end: at + 1, text: word.text, columns: [{ column: amount, score: 1 }] });
  const outputs = [{ kind: "aggregate", fn, mention, distinct: false, at } as const];
  const unknown = sketch.unknown.filter((one) => one !== word);
  const made = {
    ...sketch,
    outputs,
    unknown,
    lost: sketch.lost.filter((text) => !/^(?:average|value|mean)$/i.test(text)),
    strangeHead: false,
  };
  return contextOf(made, catalog, { subject, happened, metric, formOf });
}
