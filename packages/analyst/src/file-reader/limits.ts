/**
 * What a file may hold and what reading it may take. An ordinary 25 MB file stays far below: the numbers are
 * for the few kilobytes that claim to be, or become, gigabytes.
 */

/** Seconds of a processor that reading one file may take: the largest ordinary file takes a third of it. */
export const FILE_CPU_SECONDS = 20;
/** Seconds after which a file is given up even if its reader hardly got to run, and all files of a message together. */
export const FILE_CLOCK_SECONDS = 120;
export const MESSAGE_CLOCK_SECONDS = 240;
/** Megabytes of objects a reader may hold, and of memory of any kind, buffers outside of the heap included. */
export const READER_HEAP_MB = 640;
export const READER_MEMORY_MB = 960;

/** Columns of a table: what SQLite allows. */
export const TABLE_COLUMNS = 2_000;
/** Cells of a file's tables, empty ones between others included: four columns and more for each of Excel's million rows. */
export const FILE_CELLS = 5_000_000;
export const FILE_TABLES = 200;
export const CELL_CHARACTERS = 1_000_000;
/** Characters of a field's name. */
export const NAME_CHARACTERS = 1_000;
/** Characters of all cells, or of all text: shared strings and repeated headings make more of them than a file has bytes. */
export const FILE_CHARACTERS = 64_000_000;
export const JSON_LEVELS = 100;
export const PDF_PAGES = 5_000;
/** Bytes of a workbook's sheets and their texts when unpacked: about half a million rows. */
export const UNPACKED_BYTES = 64 * 1024 * 1024;
/** Files in a workbook's zip: two a sheet, and what belongs to all of them. */
export const ZIP_ENTRIES = 5_000;
/** Bytes of the database that a file's tables become. */
export const DATABASE_BYTES = 256 * 1024 * 1024;

/** A limit as messages write it: "4,000,000". */
export const told = (limit: number): string => limit.toLocaleString("en-US");
