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

/** Text of a file: UTF-8 or UTF-16 by its mark, Windows-1252 where it is no UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The only failure of a fatal decoder is a byte that is no UTF-8.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
