import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installed } from "./installed.ts";

interface Image {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel. */
  pixels: Uint8Array;
}

/** The parts of the two libraries that are used; they are not installed where types are checked. */
interface Upng {
  decode: (file: Uint8Array) => { width: number; height: number };
  toRGBA8: (image: object) => ArrayBuffer[];
  encode: (frames: ArrayBuffer[], width: number, height: number, colours: number) => ArrayBuffer;
}
type PixelMatch = (
  ...of: [
    one: Uint8Array,
    other: Uint8Array,
    output: Uint8Array,
    width: number,
    height: number,
    options: { threshold: number },
  ]
) => number;

const importFrom = async (name: Parameters<typeof installed>[0], file: string) =>
  (await import(pathToFileURL(path.join(await installed(name), file)).href)).default;
const upng: Upng = (await importFrom("@pdf-lib/upng", "cjs/UPNG.js")).default;
const pixelmatch: PixelMatch = await importFrom("pixelmatch", "index.js");

const folder = path.join(import.meta.dirname, "shots");
/** What a picture may have and still look the same to the eye. */
const COLOURS_OF_A_PICTURE = 128;
const DIFFERENT_PIXELS_AT_MOST = 0.001;
/** How far two colours may be apart, of 1: what antialiasing and a smaller palette do. */
const COLOUR_DISTANCE = 0.1;

/** Where what differs is kept for who looks into it; made when the first picture differs. */
let differences: string | undefined;

function decode(file: Uint8Array): Image {
  const image = upng.decode(file);
  return { ...image, pixels: new Uint8Array(upng.toRGBA8(image)[0] ?? new ArrayBuffer()) };
}

function encode({ width, height, pixels }: Image): Buffer {
  return Buffer.from(upng.encode([pixels.slice().buffer], width, height, COLOURS_OF_A_PICTURE));
}

/** Keeps the present picture and what is different beside each other, and says where. */
function keepDifference(name: string, present: Uint8Array, difference?: Image): string {
  differences ??= mkdtempSync(path.join(tmpdir(), "parley-pictures-"));
  writeFileSync(path.join(differences, `${name}.png`), present);
  if (difference) writeFileSync(path.join(differences, `${name}-difference.png`), encode(difference));
  return differences;
}

/**
 * Compares a screenshot with the picture of its name. Returns what is wrong, or null: they are alike. With `UPDATE_PICTURES` the
 * screenshot becomes the picture, unless they are alike.
 */
export function comparePicture(name: string, screenshot: Buffer): string | null {
  const file = path.join(folder, `${name}.png`);
  const present = decode(screenshot);
  const before = existsSync(file) ? decode(readFileSync(file)) : null;
  let problem = `${name}: there is no such picture`;
  if (before) {
    const { width, height } = present;
    const difference: Image = { width, height, pixels: new Uint8Array(present.pixels.length) };
    const isOfItsSize = before.width === width && before.height === height;
    const count = isOfItsSize
      ? pixelmatch(before.pixels, present.pixels, difference.pixels, width, height, { threshold: COLOUR_DISTANCE })
      : width * height;
    if (count <= width * height * DIFFERENT_PIXELS_AT_MOST) return null;
    if (!process.env["UPDATE_PICTURES"]) {
      const place = keepDifference(name, screenshot, isOfItsSize ? difference : undefined);
      problem = `${name}: ${count} pixels differ, see ${place}`;
    }
  }
  if (!process.env["UPDATE_PICTURES"]) return problem;
  writeFileSync(file, encode(present));
  return null;
}

/** The size of a picture in bytes. */
export const bytesOfPicture = (name: string): number => readFileSync(path.join(folder, `${name}.png`)).length;
