import type { Built } from "./both.ts";
import { isEquality } from "./both.ts";

/** "orders of Mira Holt or Jon Reed", with first and last names apart: of several people each name is one condition. */
export function withWholeNames(built: readonly Built[]): Built[] {
  const result: Built[] = [];
  let names = 0;
  for (const next of built) {
    const previous = result.at(-1);
    if (previous !== undefined && isOneName(previous, next)) {
      names++;
      result[result.length - 1] = {
        ...previous,
        condition: { kind: "every", conditions: [previous.condition, next.condition] },
      };
    } else result.push(next);
  }
  return names > 1 ? result : [...built];
}

/** Two values side by side that are the two parts of what names a row. */
function isOneName(first: Built, second: Built): boolean {
  const [one, other] = [first.column, second.column];
  if (one === null || other === null || one === other || first.condition.kind === "every") return false;
  const { label } = one.table;
  return (
    first.wish.kind === "value" &&
    second.wish.kind === "value" &&
    first.wish.mention.end === second.wish.mention.start &&
    first.wish.negated === second.wish.negated &&
    label.length === 2 &&
    label.includes(one) &&
    label.includes(other) &&
    isEquality(first.condition) &&
    isEquality(second.condition)
  );
}
