import type { ReceiptDifference, ReceiptVersion } from "@parley/contract/receipt";

type What = ReceiptDifference["what"];

/** A difference that is not one statement's. */
export const difference = (
  what: What,
  change: ReceiptDifference["change"],
  id: string | null,
  detail: string,
): ReceiptDifference => ({ what, change, id, sql_index: null, detail });

const names: Record<Exclude<What, "data" | "integration">, string> = {
  rule: "rule",
  memory: "memory",
  definition: "definition",
  saved_query: "saved query",
  schema: "table",
};

/** Which of the versions that were given are other ones by now, or gone. */
export function compareVersions(
  what: keyof typeof names,
  given: readonly ReceiptVersion[],
  present: readonly ReceiptVersion[],
): ReceiptDifference[] {
  const now = new Map(present.map(({ id, version }) => [id, version]));
  return given.flatMap(({ id, version }) => {
    const current = now.get(id);
    if (current === undefined) return [difference(what, "removed", id, `The ${names[what]} is no longer there.`)];
    return current === version ? [] : [difference(what, "changed", id, `The ${names[what]} has been changed.`)];
  });
}

/** Which of the versions were not given. */
export function addedVersions(
  what: keyof typeof names,
  given: readonly ReceiptVersion[],
  present: readonly ReceiptVersion[],
): ReceiptDifference[] {
  const before = new Set(given.map(({ id }) => id));
  return present
    .filter(({ id }) => !before.has(id))
    .map(({ id }) => difference(what, "added", id, `The ${names[what]} has been added.`));
}
