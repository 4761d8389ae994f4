import { constants, crc32, deflateRawSync } from "node:zlib";

/** Bytes that are a block again and again: packing them takes no longer than packing the block. */
export interface Repeated {
  block: Uint8Array;
  times: number;
}

/** The end of deflated data: a last block of nothing. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Deflated data without a header. A block that is flushed looks at nothing before it, so it can be copied. */
function deflated({ block, times }: Repeated): Buffer {
  const flushed = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: times }, () => flushed), LAST_BLOCK]);
}

const ADLER = 65_521;

/** The check sum of zlib's format. */
function adler32({ block, times }: Repeated): number {
  let [low, high] = [0, 0];
  for (const byte of block) {
    low = (low + byte) % ADLER;
    high = (high + low) % ADLER;
  }
  let [a, b] = [1, 0];
  for (let time = 0; time < times; time++) {
    b = (b + high + block.length * a) % ADLER;
    a = (a + low) % ADLER;
  }
  return b * 65_536 + a;
}

/** Repeated bytes in zlib's format, as `deflateSync` packs others. */
export function deflatedRepeated(content: Repeated): Buffer {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(adler32(content));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflated(content), check]);
}

const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
const UTF_8 = 0x0800;
/** The first day that a zip can name. */
const DAY = 0x0021;

function packed(file: Uint8Array | Repeated, method: number): { size: number; check: number; body: Uint8Array } {
  if ("block" in file) {
    let check = 0;
    for (let time = 0; time < file.times; time++) check = crc32(file.block, check);
    return { size: file.block.length * file.times, check, body: deflated(file) };
  }
  return { size: file.length, check: crc32(file), body: method === STORED ? file : deflateRawSync(file) };
}

/** A zip of files by their names; `stored`: none of them is packed, nor repeated. */
export function zip(files: Readonly<Record<string, Uint8Array | Repeated>>, { stored = false } = {}): Buffer {
  const method = stored ? STORED : DEFLATED;
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [filename, file] of Object.entries(files)) {
    const name = Buffer.from(filename);
    const { size, check, body } = packed(file, method);
    // What stands before the file, and again in the directory.
    const facts = Buffer.alloc(26);
    [VERSION, UTF_8, method, 0, DAY].forEach((value, field) => facts.writeUInt16LE(value, 2 * field));
    [check, body.length, size].forEach((value, field) => facts.writeUInt32LE(value, 10 + 4 * field));
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), facts, name, body);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([VERSION, 0]), facts, place, name);
    at += 30 + name.length + body.length;
  }
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  [4, 6].forEach((field) => end.writeUInt16LE(count, field));
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\u0005\u0006"), end]);
}
