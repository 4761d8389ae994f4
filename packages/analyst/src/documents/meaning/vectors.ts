import * as v from "valibot";
import type { Passage } from "@parley/core/passage/passage";

/**
 * What the passages of a document mean, as one model says it: a vector for each, of length 1. A number takes one byte, and each
 * vector has a scale: 1,024 dimensions are 1,028 bytes.
 */
export interface Vectors {
  /** The model, its provider and its dimensions, as one name: vectors of two models cannot be compared. */
  model: string;
  dimensions: number;
  /** How many passages there are, and their characters, by which text that was read anew is known. */
  passages: number;
  characters: number;
  scales: Float32Array;
  values: Int8Array;
}

const Head = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(1),
    model: v.string(),
    dimensions: v.pipe(v.number(), v.integer(), v.minValue(1)),
    passages: v.pipe(v.number(), v.integer(), v.minValue(0)),
    characters: v.number(),
  }),
);

const LINE_FEED = 0x0a;
const LARGEST_VALUE = 127;

export const charactersOf = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { place, text }) => sum + place.length + text.length, 0);

/** The same direction with length 1; a vector of zeros stays one. */
export function unit(vector: readonly number[] | Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

/** Makes of vectors of any length what is kept of them. */
export function toVectors(
  model: string,
  passages: readonly Passage[],
  vectors: readonly (readonly number[])[],
): Vectors {
  const dimensions = vectors[0]?.length ?? 1;
  const scales = new Float32Array(vectors.length);
  const values = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries()) {
    const even = unit(vector);
    const largest = even.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest / LARGEST_VALUE || 1;
    scales[at] = scale;
    values.set(
      even.map((value) => Math.round(value / scale)),
      at * dimensions,
    );
  }
  return { model, dimensions, passages: passages.length, characters: charactersOf(passages), scales, values };
}

/** The bytes that are kept: a line of JSON, the scales (32-bit floats, little-endian), and the values. */
export function packed({ model, dimensions, passages, characters, scales, values }: Vectors): Uint8Array {
  const head = Buffer.from(`${JSON.stringify({ version: 1, model, dimensions, passages, characters })}\n`);
  const bytes = new Uint8Array(head.length + 4 * scales.length + values.length);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  for (const [at, scale] of scales.entries()) view.setFloat32(head.length + 4 * at, scale, true);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), head.length + 4 * scales.length);
  return bytes;
}

/** What was kept; undefined for what another version has kept, or what is not whole. */
export function unpacked(bytes: Uint8Array): Vectors | undefined {
  const end = bytes.indexOf(LINE_FEED);
  const head = v.safeParse(Head, Buffer.from(bytes.subarray(0, Math.max(end, 0))).toString());
  if (!head.success) return undefined;
  const { version: _, ...rest } = head.output;
  const { dimensions, passages } = rest;
  const body = bytes.slice(end + 1);
  if (body.length !== passages * (4 + dimensions)) return undefined;
  const view = new DataView(body.buffer);
  const scales = Float32Array.from({ length: passages }, (_unused, at) => view.getFloat32(4 * at, true));
  return { ...rest, scales, values: new Int8Array(body.buffer, 4 * passages) };
}

/** How near each passage is to a vector of length 1: from -1 to 1. Undefined where the dimensions differ. */
export function nearness({ dimensions, scales, values }: Vectors, vector: Float32Array): Float32Array | undefined {
  if (vector.length !== dimensions) return undefined;
  return scales.map((scale, at) => {
    let sum = 0;
    const start = at * dimensions;
    for (let each = 0; each < dimensions; each++) sum += (values[start + each] ?? 0) * (vector[each] ?? 0);
    return sum * scale;
  });
}
