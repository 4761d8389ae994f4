import { readTarget } from "./targets.ts";
import type { Reader } from "./reader.ts";
import { cueOf, isCue, peek, schemaOf } from "./reader.ts";
import type { OutputWish } from "./sketch.ts";

function directionOf(words: string, otherwise: "ascending" | "descending"): "ascending" | "descending" {
  return /descending|decreasing|reverse/i.test(words) ? "descending" : otherwise;
}

export function readOrder(reader: Reader): void {
  let direction = directionOf(reader.items[reader.at]?.text ?? "", "ascending");
  reader.at++;
  const orders: { target: OutputWish; direction: "ascending" | "descending" }[] = [];
  for (;;) {
    const ahead = cueOf(peek(reader));
    if (ahead?.is === "direction") {
      direction = ahead.direction;
      reader.at++;
      if (isCue(peek(reader), "preposition", "by", "order")) reader.at++;
      continue;
    }
    if (isCue(peek(reader), "by", "preposition", "possessive", "order")) {
      // "sort them in the descending order of …"
      if (ahead?.is === "order") direction = directionOf(peek(reader)?.text ?? "", direction);
      reader.at++;
      continue;
    }
    const target = readTarget(reader);
    if (target === null) break;
    const after = cueOf(peek(reader));
    if (after?.is === "direction") {
      direction = after.direction;
      reader.at++;
    } else if (isCue(peek(reader), "preposition") && cueOf(peek(reader, 1))?.is === "direction") {
      const later = cueOf(peek(reader, 1));
      if (later?.is === "direction") direction = later.direction;
      reader.at += 2;
    }
    orders.push({ target, direction });
    if (isCue(peek(reader), "and", "comma") && schemaOf(peek(reader, 1)) !== null) reader.at++;
    else if (orders.length > 0) break;
  }
  if (orders.length === 0) {
    const last = reader.sketch.outputs.at(-1);
    if (last !== undefined) reader.sketch.orders.push({ target: last, direction });
    return;
  }
  for (const order of orders)
    reader.sketch.orders.push({ ...order, direction: orders.length === 1 ? direction : order.direction });
}

export function readDirection(reader: Reader, direction: "ascending" | "descending"): void {
  reader.at++;
  if (
    isCue(peek(reader), "preposition", "by", "order") &&
    (schemaOf(peek(reader, 1)) !== null || isCue(peek(reader, 1), "count", "aggregate", "measure"))
  ) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) reader.sketch.orders.push({ target, direction });
    return;
  }
  const given = reader.sketch.orders.at(-1);
  if (given !== undefined) {
    given.direction = direction;
    return;
  }
  const outputs = reader.sketch.outputs;
  const measured = outputs.findLast((output) => output.kind !== "column");
  const target = measured ?? outputs[0];
  if (target !== undefined) reader.sketch.orders.push({ target, direction });
}
