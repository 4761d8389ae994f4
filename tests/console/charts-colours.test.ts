import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "../../packages/console/src/tokens.css"), "utf8");

type Rgb = readonly [number, number, number];
const themes = ["light", "dark"] as const;

const matrixTimes = (rows: readonly Rgb[], [a, b, c]: Rgb): Rgb => {
  const [x = 0, y = 0, z = 0] = rows.map(([p, q, r]) => p * a + q * b + r * c);
  return [x, y, z];
};

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** OKLab of linear light (Ottosson 2020). */
function oklab(light: Rgb): Rgb {
  const cones = matrixTimes(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  ).map(Math.cbrt) as unknown as Rgb; // three stay three
  return matrixTimes(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Linear light of OKLCH, hue in degrees. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const cones = matrixTimes(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    [lightness, a, b],
  ).map((cone) => cone ** 3) as unknown as Rgb; // three stay three
  const light = matrixTimes(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones,
  );
  return light.map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb; // three stay three
}

function colourOf(text: string): Rgb {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
  if (hex !== undefined) {
    const long = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(long.slice(at, at + 2), 16) / 255));
    return [r, g, b];
  }
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? [];
  if (l === undefined) throw new Error(`not a colour: ${text}`);
  return fromOklch(Number(l), Number(c), Number(h));
}

/** A token in both themes, as linear light. */
function token(name: string): Readonly<Record<(typeof themes)[number], Rgb>> {
  const [, light = "", dark = ""] =
    new RegExp(
      `--${name}: (?:var\\(--parley-${name}, )?light-dark\\((oklch\\([^)]*\\)|#\\w+), (oklch\\([^)]*\\)|#\\w+)\\)+;`,
    ).exec(css) ?? [];
  return { light: colourOf(light), dark: colourOf(dark) };
}

/** Contrast by WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Normal sight, and what light becomes without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const sights: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const series = Array.from({ length: 8 }, (_, at) => `chart-${at + 1}`);

describe.each(themes)("the tokens in the %s theme", (theme) => {
  const grounds = ["canvas", "sheet"];

  it.each(grounds)("are read on %s: texts have 4.5 : 1, edges that mean something 3 : 1", (ground) => {
    for (const text of ["ink", "muted", "faint", "accent", "danger", "good", "warning"])
      expect([text, contrast(token(text)[theme], token(ground)[theme]) >= 4.5]).toEqual([text, true]);
    expect(contrast(token("control")[theme], token(ground)[theme])).toBeGreaterThanOrEqual(3);
  });

  it("have text on the accent and on tips at 4.5 : 1", () => {
    expect(contrast(token("on-accent")[theme], token("accent")[theme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token("canvas")[theme], token("ink")[theme])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(series)("have %s on the sheet at 3 : 1", (name) => {
    expect(contrast(token(name)[theme], token("sheet")[theme])).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(sights))("have series that %s sight tells apart: 9.7 in OKLab × 100", (_sight, rows) => {
    // What a sight makes of a colour may lie outside what a screen shows: it is a place in OKLab all the same.
    const seen = series.map((name) => oklab(matrixTimes(rows, token(name)[theme])));
    const distances = seen.flatMap((one, at) =>
      seen.slice(at + 1).map((other) => Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0))) * 100),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(9.65);
  });
});
