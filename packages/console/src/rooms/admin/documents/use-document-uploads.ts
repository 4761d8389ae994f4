import { ParleyError, type Upload } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { useRef, useState } from "preact/hooks";
import { useSignedIn } from "../../../session/session-context.ts";
import { COLLECTIONS_KEY, documentsKey, useDocumentsWords } from "./documents-words.ts";

/** Files that can be documents, and how many are added by one request. */
const DOCUMENT_FILE = /\.(?:txt|md|pdf|csv|tsv|json)$/i;
const FILES_AT_A_TIME = 20;

export const DOCUMENT_EXTENSIONS = ".txt,.md,.pdf,.csv,.tsv,.json";

/** A file that is to be a document. */
export interface FileOnItsWay {
  key: number;
  file: File;
  /** Bytes. */
  sent: number;
  /** Why it is none; null while nothing is wrong. */
  problem: string | null;
}

export interface DocumentUploads {
  /** Those that are on their way, and those that were refused. */
  files: readonly FileOnItsWay[];
  add: (files: readonly File[]) => void;
  sendAgain: (key: number) => void;
  dismiss: (key: number) => void;
}

let lastKey = 0;

/** Why a file was refused whose name is that of a document, in words of the room where it has any. */
function useReasons(): (error: unknown) => string {
  const say = useDocumentsWords();
  const known: Readonly<Record<string, string>> = {
    UPLOAD_TYPE_UNSUPPORTED: say("upload.content"),
    DOCUMENT_TYPE_UNSUPPORTED: say("upload.content"),
    UPLOAD_EMPTY: say("upload.empty"),
    UPLOAD_TOO_LARGE: say("upload.large"),
    DOCUMENT_LIMIT: say("upload.limit"),
    RATE_LIMIT: say("upload.rate"),
  };
  return (error) =>
    (error instanceof ParleyError ? known[error.code] : undefined) ??
    (error instanceof Error ? error.message : String(error));
}

/**
 * Files that become documents of a collection: each is sent with its progress, and refused in words. They go on when the
 * collection is left.
 */
export function useDocumentUploads(projectId: string): DocumentUploads {
  const say = useDocumentsWords();
  const reasonOf = useReasons();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [files, setFiles] = useState<readonly FileOnItsWay[]>([]);
  /** Batches follow each other: requests that add documents are counted. */
  const queue = useRef(Promise.resolve());
  const dismissed = useRef(new Set<number>());

  const update = (key: number, change: Partial<FileOnItsWay>): void =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...change } : each)));

  async function send({ key, file }: FileOnItsWay): Promise<{ key: number; upload: Upload } | null> {
    try {
      const upload = await parley.upload(file, { onProgress: ({ sent }) => update(key, { sent }) });
      return dismissed.current.has(key) ? null : { key, upload };
    } catch (error) {
      update(key, { problem: reasonOf(error) });
      return null;
    }
  }

  async function sendBatch(batch: readonly FileOnItsWay[]): Promise<void> {
    const sent = (await Promise.all(batch.map(send))).filter((each) => each !== null);
    if (sent.length === 0) return;
    const keys = sent.map(({ key }) => key);
    try {
      await parley.document.create({ project_id: projectId, upload_ids: sent.map(({ upload }) => upload.id) });
    } catch (error) {
      for (const key of keys) update(key, { problem: reasonOf(error) });
      return;
    }
    await Promise.all(
      [documentsKey(projectId), COLLECTIONS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
    setFiles((before) => before.filter(({ key }) => !keys.includes(key)));
  }

  function enqueue(wanted: readonly FileOnItsWay[]): void {
    const sendable = wanted.filter(({ problem }) => problem === null);
    for (let at = 0; at < sendable.length; at += FILES_AT_A_TIME) {
      const batch = sendable.slice(at, at + FILES_AT_A_TIME);
      queue.current = queue.current.then(() => sendBatch(batch.filter(({ key }) => !dismissed.current.has(key))));
    }
  }

  return {
    files,
    add(chosen) {
      const added = chosen.map((file) => ({
        key: ++lastKey,
        file,
        sent: 0,
        problem: DOCUMENT_FILE.test(file.name) ? null : say("upload.type"),
      }));
      setFiles((before) => [...before, ...added]);
      enqueue(added);
    },
    sendAgain(key) {
      const again = files.find((each) => each.key === key);
      if (!again) return;
      update(key, { problem: null, sent: 0 });
      enqueue([{ ...again, problem: null }]);
    },
    dismiss(key) {
      dismissed.current.add(key);
      setFiles((before) => before.filter((each) => each.key !== key));
    },
  };
}
