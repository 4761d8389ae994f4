import type { StoredType } from "./typing.ts";
import { CELL_CHARACTERS, FILE_CELLS, FILE_CHARACTERS, TABLE_COLUMNS, told } from "../file-reader/limits.ts";

/** A value as a file gives it; its type is inferred per column later. */
export type RawValue = string | number | boolean | Date | null;

/** A table found in a file: names as they are there. */
export interface RawTable {
  name: string;
  headers: string[];
  rows: RawValue[][];
  /** How its columns are kept, where the file declares that: otherwise their values say it. */
  types?: StoredType[];
  /** The lines above it, in a file that people lay out as they like. */
  titles?: string[];
  /** What reading it left out or turned around, for the answer. */
  notes?: string[];
}

/** True for a cell that holds something. */
export const isFilled = (cell: RawValue): boolean => cell !== null && (typeof cell !== "string" || cell.trim() !== "");

const LONGEST_TITLES = 10;

/**
 * How many lines above a table are its titles: lines of one cell ("Sales report"), or of few beside each other ("Account:",
 * "12-345"), above lines of more.
 */
export function titlesAbove(lines: readonly (readonly RawValue[])[]): number {
  const sizes = lines.slice(0, 1000).map((row) => row.filter(isFilled).length);
  const usual = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  if (usual < 2) return 0;
  const isTitle = (row: readonly RawValue[], size: number) =>
    (size === 1 || size * 2 <= usual) && row.slice(0, size).every(isFilled);
  const start = lines.findIndex((row, at) => !isTitle(row, sizes[at] ?? usual));
  return start > 0 && start <= LONGEST_TITLES ? start : 0;
}

/** Titles in words. */
export const titleTexts = (lines: readonly (readonly RawValue[])[]): string[] =>
  lines.map((row) => row.filter((cell) => typeof cell === "string" && isFilled(cell)).join(" "));

/** A file that cannot be read, for a reason to show to the person. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

/** One that can be read elsewhere, or later: nothing is wrong with the file. */
export class UnreadableHere extends UnreadableFile {
  override name = "UnreadableHere";
}

export const tooManyColumns = () => new UnreadableFile(`it has more than ${told(TABLE_COLUMNS)} columns`);
export const tooManyCells = () => new UnreadableFile(`it has more than ${told(FILE_CELLS)} cells`);

export const tooMuchText = () => new UnreadableFile("its cells hold too much text");

export const tooLongCell = () =>
  new UnreadableFile(`one of its cells has more than ${told(CELL_CHARACTERS)} characters`);

/** Refuses a table of more cells or columns than a file may have, before it is made. */
export function checkArea(rows: number, columns: number): void {
  if (columns > TABLE_COLUMNS) throw tooManyColumns();
  if (rows * columns > FILE_CELLS) throw tooManyCells();
}

/** Refuses tables whose cells together are more, or longer, than a file may have. */
export function checkTables(tables: readonly RawTable[]): void {
  let cells = 0;
  let characters = 0;
  for (const { headers, rows } of tables) {
    checkArea(rows.length, headers.length);
    cells += rows.length * headers.length;
    if (cells > FILE_CELLS) throw tooManyCells();
    for (const row of [headers, ...rows]) {
      for (const cell of row) {
        if (typeof cell !== "string") continue;
        if (cell.length > CELL_CHARACTERS) throw tooLongCell();
        characters += cell.length;
      }
      if (characters > FILE_CHARACTERS) throw tooMuchText();
    }
  }
}

/** Bytes looked at to tell text from something else. */
const ENCODING_BYTES = 4_096;
/** Share of control characters a text may have. */
const CONTROLS = 0.02;

/** Text of a file: UTF-8 or UTF-16, Windows-1252 where it is neither. Throws `UnreadableFile` if it is not text. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const beginning = bytes.subarray(0, ENCODING_BYTES);
  const zeros = (odd: number) => beginning.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  // Without a mark, UTF-16 shows in every other byte of plain letters.
  if (zeros(1) > 0.4 * (beginning.length / 2) && zeros(0) === 0) return new TextDecoder("utf-16le").decode(bytes);
  if (zeros(0) > 0.4 * (beginning.length / 2) && zeros(1) === 0) return new TextDecoder("utf-16be").decode(bytes);
  const controls = beginning.filter(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c,
  );
  if (controls.length > CONTROLS * beginning.length) throw new UnreadableFile("it is not text");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A fatal decoder fails only for a byte that is not UTF-8.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
