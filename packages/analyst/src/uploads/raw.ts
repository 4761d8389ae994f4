/** A value as a file gives it; its type is inferred per column later. */
export type RawValue = string | number | boolean | Date | null;

/** A table found in a file: names as they stand there. */
export interface RawTable {
  name: string;
  headers: string[];
  rows: RawValue[][];
}

/** A file that cannot be read for a reason the person can be told. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

/** Lower-case extension of a file name, without the dot. */
export const extensionOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";

/** Bytes looked at to tell text from something else. */
const LOOKED_AT = 4_096;
/** Share of control characters a text may have. */
const CONTROLS = 0.02;

/** Text of a file: UTF-8 or UTF-16, Windows-1252 where it is neither. Throws `UnreadableFile` where it is no text. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const beginning = bytes.subarray(0, LOOKED_AT);
  const zeros = (odd: number) => beginning.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  // Without a mark, UTF-16 shows by every other byte of plain letters.
  if (zeros(1) > 0.4 * (beginning.length / 2) && zeros(0) === 0) return new TextDecoder("utf-16le").decode(bytes);
  if (zeros(0) > 0.4 * (beginning.length / 2) && zeros(1) === 0) return new TextDecoder("utf-16be").decode(bytes);
  const controls = beginning.filter(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c,
  );
  if (controls.length > CONTROLS * beginning.length) throw new UnreadableFile("it is no text");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The only failure of a fatal decoder is a byte that is no UTF-8.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The media type of a picture by its first bytes, whatever its name says. Throws `UnreadableFile`. */
export function pictureType(bytes: Uint8Array): "image/png" | "image/jpeg" | "image/webp" {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  throw new UnreadableFile("it is no PNG, JPEG or WebP picture");
}
