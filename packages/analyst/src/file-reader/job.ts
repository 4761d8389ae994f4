import type { FoundText, Unread } from "@parley/core/passage/kept-reading";
import type { UploadTable } from "../uploads/database.ts";

/** A file for a reader: what it is called and where its bytes are. */
interface Source {
  filename: string;
  path: string;
}

/** What a reader is asked for: the tables of a file, called by a name and added to a database that has those of `taken` names, or its text. */
export type Job =
  | ({ kind: "tables"; name: string; database: string; taken: string[] } & Source)
  | ({ kind: "text" } & Source);

/** What a reader found. */
export type Found = { kind: "tables"; tables: UploadTable[] } | FoundText;

/** What a reader's process says: that it is up, then what became of the job. A fault is its own, not the file's. */
export type Report = { kind: "ready" } | Found | Unread | { kind: "fault"; error: string };
