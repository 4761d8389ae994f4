import type { Measured, Report } from "./runs.ts";

/** How a figure has changed; empty where it is no number. */
export function change(before: Measured, after: Measured): string {
  const range = ({ values }: Measured) => {
    const numbers = values.filter((value) => value !== null);
    return numbers.length === values.length && numbers.length > 0
      ? {
          least: Math.min(...numbers),
          greatest: Math.max(...numbers),
          median: numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0,
        }
      : undefined;
  };
  const [a, b] = [range(before), range(after)];
  if (!a || !b) return before.figure === after.figure ? "the same" : "";
  if (a.median === b.median) return "the same";
  const percent =
    a.median === 0 ? "" : `${b.median > a.median ? "+" : "−"}${Math.abs((b.median / a.median - 1) * 100).toFixed(0)} %`;
  // One run each has no spread: what differs may be chance.
  const overlaps = b.least <= a.greatest && a.least <= b.greatest;
  const isKnown = before.values.length > 1 && after.values.length > 1;
  return `${percent}${isKnown && overlaps ? " (within the spread)" : ""}`.trim();
}

/** What two reports say of the same figures, as lines of text. */
export function compared(before: Report, after: Report): string[] {
  const about = ({ began, node, processor, cores, parts }: Report) =>
    `${began}, Node ${node}, ${cores} cores (${processor}), ${[...new Set(parts.map(({ load }) => load))].join(", ")}`;
  const lines = [`before: ${about(before)}`, `after:  ${about(after)}`];
  for (const part of after.parts) {
    const earlier = before.parts.find(({ name }) => name === part.name);
    if (!earlier) continue;
    const rows = part.lines.flatMap((line) => {
      const was = earlier.lines.find(({ what }) => what === line.what);
      return was ? [[line.what, was.figure, line.figure, change(was, line)] as const] : [];
    });
    const width = Math.max(0, ...rows.map(([what]) => what.length));
    lines.push("", part.title);
    for (const [what, was, is, how] of rows)
      lines.push(`  ${what.padEnd(width)}  ${was.padStart(12)}  ${is.padStart(12)}  ${how}`.trimEnd());
  }
  return lines;
}
