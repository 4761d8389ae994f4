/** The colour of a series, or in forced colours its pattern: attributes of what is drawn. */
export interface Paint {
  fill(series: string): Readonly<Record<string, string | number | undefined>>;
  stroke(series: string): Readonly<Record<string, string | number | undefined>>;
}

const COLOURS = 8;
/** Lines that share a colour, or have none, differ by their dashes. */
const dashes = ["", "7 4", "2 4", "10 3 2 3", "4 2", "1 3", "12 4", "6 2 2 2"] as const;

interface Options {
  /** The user's own colours are in force: patterns and dashes tell series apart. */
  isForced: boolean;
  /** The identifier of a pattern, unlike those of other charts. */
  patternId: (at: number) => string;
}

/** Colours by the place of a series among all of the payload's, so that hiding one recolours none. */
export function paintOf(series: readonly string[], { isForced, patternId }: Options): Paint {
  const places = new Map(series.map((name, at) => [name, at]));
  const colour = (at: number) => ({ "data-colour": (at % COLOURS) + 1 });
  return {
    fill(name) {
      const at = places.get(name) ?? 0;
      if (isForced) return { fill: `url(#${patternId(at % COLOURS)})` };
      return { ...colour(at), "data-again": at >= COLOURS ? "" : undefined };
    },
    stroke(name) {
      const at = places.get(name) ?? 0;
      const dash = dashes[isForced ? at % dashes.length : Math.floor(at / COLOURS) % dashes.length];
      return { ...colour(at), ...(dash ? { "stroke-dasharray": dash } : {}) };
    },
  };
}
