import type { ComponentChildren } from "preact";

/** A share of a whole, with its words. */
export interface TallyPart {
  name: string;
  label: string;
  count: number;
  /** Which of the colours stands for it. */
  tone: "good" | "bad" | "quiet" | "warn";
}

/** How a whole divides: a bar, and beneath it each part with its count. */
export function Tally({
  parts,
  label,
  children,
}: {
  parts: readonly TallyPart[];
  label: string;
  children?: ComponentChildren;
}) {
  const there = parts.filter(({ count }) => count > 0);
  return (
    <div class="tally">
      <svg class="tally-bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label={label}>
        {there.map(({ name, count, tone }, at) => {
          const total = there.reduce((sum, part) => sum + part.count, 0);
          const begins = there.slice(0, at).reduce((sum, part) => sum + part.count, 0);
          return (
            <rect key={name} data-tone={tone} x={(begins / total) * 100} width={(count / total) * 100} height={1} />
          );
        })}
      </svg>
      <dl class="tally-parts">
        {parts.map(({ name, label: words, count, tone }) => (
          <div key={name} data-tone={tone} data-none={count === 0 || undefined}>
            <dt>{words}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {children}
      </dl>
    </div>
  );
}
