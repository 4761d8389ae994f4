import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QuestionUpload } from "@parley/core/turn/answer";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource, Schema } from "@parley/datasource/types";
import { extractPassages } from "../documents/extraction.ts";
import type { Passage } from "../documents/passages.ts";
import { type UploadTable, writeTables } from "./database.ts";
import { extensionOf, pictureType, type RawTable, UnreadableFile } from "./raw.ts";
import { isTabular, readTables } from "./records.ts";

/** The files of a message, made usable: tables in a database of their own, texts in passages, pictures as they are. */
export interface UploadLibrary {
  tables: UploadTable[];
  texts: { id: string; filename: string; passages: Passage[] }[];
  pictures: { filename: string; mime_type: string; bytes: Uint8Array }[];
  /** Files that could not be read, with the reason. */
  unreadable: { filename: string; reason: string }[];
  /** The database of the tables; null where there are none. */
  database: { datasource: Datasource; schema(signal: AbortSignal): Promise<Schema> } | null;
  /** Closes the database and removes its file. */
  close(): Promise<void>;
}

/** Reads the uploads of a message. */
export async function openUploads(uploads: readonly QuestionUpload[], signal: AbortSignal): Promise<UploadLibrary> {
  const library: UploadLibrary = {
    tables: [],
    texts: [],
    pictures: [],
    unreadable: [],
    database: null,
    close: async () => {},
  };
  const tabular: { filename: string; tables: RawTable[] }[] = [];
  for (const upload of uploads) {
    signal.throwIfAborted();
    try {
      const bytes = await upload.read();
      if (isTabular(upload.filename))
        tabular.push({ filename: upload.filename, tables: await readTables(upload.filename, bytes) });
      else if (/^(png|jpe?g|webp)$/.test(extensionOf(upload.filename))) {
        library.pictures.push({ filename: upload.filename, mime_type: pictureType(bytes), bytes });
      } else {
        const passages = await extractPassages(upload.filename, bytes);
        if (passages.length === 0) throw new UnreadableFile("no text was found in it");
        library.texts.push({ id: upload.id, filename: upload.filename, passages });
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      library.unreadable.push({ filename: upload.filename, reason: error.message });
    }
  }
  if (tabular.some(({ tables }) => tables.length > 0)) await openTables(library, tabular, signal);
  return library;
}

async function openTables(
  library: UploadLibrary,
  files: readonly { filename: string; tables: RawTable[] }[],
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parley-upload-"));
  const file = join(folder, "uploads.sqlite");
  try {
    library.tables = await writeTables(file, files, signal);
    const datasource = openDatasource({ engine: "sqlite", file });
    let schema: Promise<Schema> | undefined;
    library.database = { datasource, schema: (abort) => (schema ??= datasource.introspect(abort)) };
    library.close = async () => {
      await datasource.close();
      await rm(folder, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
