import type { QuestionUpload } from "@parley/core/answer/answer";
import { readingIn, readingText, type Unread } from "@parley/core/passage/kept-reading";
import type { Passage } from "@parley/core/passage/passage";
import { openDatasource } from "@parley/datasource/open";
import type { ColumnMark } from "@parley/datasource/marks/marks";
import type { Datasource, GivenTable, Schema } from "@parley/datasource/types";
import { openReader, type Reader, type ReaderWalls } from "../file-reader/reader.ts";
import { calledAfter } from "./called.ts";
import type { UploadTable } from "./database.ts";
import { extensionOf, isTabular, pictureType } from "./file-kind.ts";

/** The files of a message, made usable: tables in a database of their own, texts in passages, pictures as they are. */
export interface UploadLibrary {
  tables: UploadTable[];
  texts: { id: string; filename: string; passages: Passage[] }[];
  pictures: { filename: string; mime_type: string; bytes: Uint8Array }[];
  /** Files that could not be read, with the reason. */
  unreadable: { filename: string; reason: string }[];
  /** The database of the tables; null if there are none. */
  database: {
    datasource: Datasource;
    schema(signal: AbortSignal): Promise<Schema>;
    /** The same tables with others beside them, some of whose columns are marked; to be closed by who has opened it. */
    beside(tables: readonly GivenTable[], marks: readonly ColumnMark[]): Datasource;
  } | null;
  /** Closes the database and removes its file. */
  close(): Promise<void>;
}

/**
 * Reads the uploads of a message of an organization's member. A file that cannot be read is one of the `unreadable`, and
 * is not read again by later messages: what was found is kept beside it.
 */
export async function openUploads(
  organizationId: string,
  uploads: readonly QuestionUpload[],
  signal: AbortSignal,
  walls?: ReaderWalls,
): Promise<UploadLibrary> {
  const reader = openReader(organizationId, signal, walls);
  const library: UploadLibrary = {
    tables: [],
    texts: [],
    pictures: [],
    unreadable: [],
    database: null,
    close: () => reader.close(),
  };
  try {
    const called = calledAfter(uploads.map(({ filename }) => filename).filter(isTabular));
    for (const upload of uploads) {
      signal.throwIfAborted();
      const found = await open(upload, { reader, library, called });
      if (found !== null) library.unreadable.push({ filename: upload.filename, reason: found.reason });
    }
    // What is asked about the files needs no reader.
    reader.rest();
    openTables(library, reader);
    return library;
  } catch (error) {
    await reader.close();
    throw error;
  }
}

interface Opening {
  reader: Reader;
  library: UploadLibrary;
  /** What the tables of each file are called. */
  called: ReadonlyMap<string, string>;
}

/** Opens one upload into the library; returns why it could not. */
async function open(upload: QuestionUpload, { reader, library, called }: Opening): Promise<Unread | null> {
  const { id, filename } = upload;
  if (/^(png|jpe?g|webp)$/.test(extensionOf(filename))) {
    const bytes = await upload.read();
    const type = pictureType(bytes);
    if (type === null) return { kind: "unread", reason: "it is not a PNG, JPEG or WebP picture", lasting: true };
    library.pictures.push({ filename, mime_type: type, bytes });
    return null;
  }
  const kept = readingIn(await upload.kept());
  if (kept?.kind === "unread") return kept;
  if (kept?.kind === "text") {
    library.texts.push({ id, filename, passages: kept.passages });
    return null;
  }
  const bytes = await upload.read();
  const name = called.get(filename);
  const found = name === undefined ? await reader.text(filename, bytes) : await reader.tables(filename, bytes, name);
  if (found.kind === "tables") {
    library.tables.push(...found.tables);
    return null;
  }
  if (found.kind === "text") library.texts.push({ id, filename, passages: found.passages });
  if (found.kind === "text" || found.lasting) await upload.keep(readingText(found));
  return found.kind === "unread" ? found : null;
}

function openTables(library: UploadLibrary, reader: Reader): void {
  const file = reader.database();
  if (file === undefined) return;
  const masked = maskedIn(library.tables);
  const datasource = openDatasource({ engine: "sqlite", file }, 1, { marks: masked });
  let schema: Promise<Schema> | undefined;
  library.database = {
    datasource,
    schema: (abort) => (schema ??= datasource.introspect(abort)),
    beside: (tables, marks) => openDatasource({ engine: "sqlite", file }, 1, { tables, marks: [...masked, ...marks] }),
  };
  library.close = async () => {
    await datasource.close();
    await reader.close();
  };
}

/** Columns of masks: they can be shown, and used for nothing else, as in the result that the file was. */
const maskedIn = (tables: readonly UploadTable[]): ColumnMark[] =>
  tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.masked ? [{ schema: null, table: name, column: column.name, mark: "masked" as const }] : [],
    ),
  );
