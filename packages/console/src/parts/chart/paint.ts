/** The colour of a series, or in forced colours its pattern: attributes of what is drawn. */
export interface Paint {
  fill(series: string): Readonly<Record<string, string | number | undefined>>;
  stroke(series: string): Readonly<Record<string, string | number | undefined>>;
  /** Its colour alone. */
  colour(series: string): Readonly<Record<string, string | number | undefined>>;
  /** The outline of a point around 0,0: circles, and in forced colours another shape for each series. */
  shape(series: string): string;
}

const COLOURS = 8;
/** Lines that share a colour, or have none, differ by their dashes. */
const dashes = ["", "8 6", "1 6", "14 5 1 5", "4 5", "18 5", "8 5 1 5 1 5", "1 4"] as const;

const CIRCLE = "M-4.5,0A4.5,4.5 0 1 1 4.5,0A4.5,4.5 0 1 1 -4.5,0Z";
const shapes = [
  CIRCLE,
  "M-4,-4H4V4H-4Z",
  "M0,-5L5,4H-5Z",
  "M0,-5.5L5.5,0L0,5.5L-5.5,0Z",
  "M-1.5,-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5V-1.5H-1.5Z",
  "M0,5L5,-4H-5Z",
  "M-5,-2H5V2H-5Z",
  "M-2,-5H2V5H-2Z",
] as const;

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
      // An attribute: in an embedded chat, a style sheet could not refer to what is in its shadow.
      if (isForced) return { fill: `url(#${patternId(at % COLOURS)})`, "data-hatched": "" };
      return { ...colour(at), "data-again": at >= COLOURS ? "" : undefined };
    },
    colour: (name) => colour(places.get(name) ?? 0),
    shape: (name) => (isForced ? shapes[(places.get(name) ?? 0) % shapes.length] : undefined) ?? CIRCLE,
    stroke(name) {
      const at = places.get(name) ?? 0;
      const dash = dashes[isForced ? at % dashes.length : Math.floor(at / COLOURS) % dashes.length];
      return { ...colour(at), ...(dash ? { "stroke-dasharray": dash } : {}) };
    },
  };
}
