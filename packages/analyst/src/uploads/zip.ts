import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { ZIP_ENTRIES } from "../file-reader/limits.ts";
import { UnreadableFile } from "./raw-table.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
/** The end of the directory with the longest comment. */
const LONGEST_END = 22 + 65_535;

const inflate = promisify(inflateRaw);

/**
 * The files of a zip whose names `wanted` picks, unpacked to at most `limit` bytes together: a few kilobytes may claim to be,
 * and may become, gigabytes. Null if it is not a zip. Throws `UnreadableFile` if there is more.
 */
export async function unzip(
  zip: Uint8Array,
  wanted: (name: string) => boolean,
  limit: number,
): Promise<Map<string, Buffer> | null> {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end < bytes.length - LONGEST_END || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END)
    return null;
  if (bytes.readUInt16LE(end + 10) > ZIP_ENTRIES) throw new UnreadableFile("it has too many parts");
  const files = new Map<string, Buffer>();
  let left = limit;
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return null;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const name = bytes.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    if (wanted(name)) {
      const content = await contentOf(bytes, at, left);
      if (content === null) return null;
      left -= content.length;
      files.set(name, content);
    }
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

/** What the directory's entry at `at` points to; null if nothing readable is there. */
async function contentOf(bytes: Buffer, at: number, limit: number): Promise<Buffer | null> {
  const method = bytes.readUInt16LE(at + 10);
  const packed = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  if (local + 30 > bytes.length) return null;
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const body = bytes.subarray(start, start + packed);
  if (bytes.readUInt32LE(at + 24) > limit) throw tooLarge();
  if (method === STORED && body.length <= limit) return body;
  if (method !== DEFLATED) return null;
  try {
    return await inflate(body, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    // Broken data; inflating can fail otherwise only for want of memory.
    return null;
  }
}

const tooLarge = () => new UnreadableFile("it is too large when unpacked");
