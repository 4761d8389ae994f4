/** Hatches in the user's own text colour, for fills where colours are the user's (forced colours). */
const hatches = [
  "M0,0H8V8H0Z",
  "M-2,2L2,-2M0,8L8,0M6,10L10,6",
  "M2,0V8M6,0V8",
  "M0,2H8M0,6H8",
  "M-2,6L2,10M0,0L8,8M6,-2L10,2",
  "M0,0H8M0,0V8",
  "M2,2H3V3H2ZM6,6H7V7H6Z",
  "M0,0L8,8M8,0L0,8",
] as const;

export function Patterns({ patternId }: { patternId: (at: number) => string }) {
  return (
    <defs>
      {hatches.map((hatch, at) => (
        <pattern key={hatch} id={patternId(at)} width={8} height={8} patternUnits="userSpaceOnUse">
          <path class="chart-hatch" data-solid={at === 0 ? "" : undefined} d={hatch} />
        </pattern>
      ))}
    </defs>
  );
}
