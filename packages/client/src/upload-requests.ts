import { pause } from "./backoff.ts";
import { ApiError, TimeoutError } from "./errors.ts";
import type { Upload, UploadList } from "./generated.ts";
import type { Http } from "./http.ts";
import { presigned } from "./presigned.ts";
import { sameTick } from "./same-tick.ts";
import type { CheckedFile } from "./upload-file.ts";

/** Files, and bytes of them together, that one request carries itself. */
const DIRECT_FILES = 5;
export const DIRECT_BYTES = 4 * 1024 * 1024;
/** Files that one request announces. */
const ANNOUNCED_FILES = 20;
/** Milliseconds for a request besides its bytes, unless the caller says otherwise, and the slowest network for those. */
const HEAD_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 32;
/** How often it is asked whether the bytes have arrived, and the wait (ms) before the next time. */
const READY_TRIES = 20;
const READY_PAUSE_MS = 250;

/** Milliseconds that a request with this many bytes may take. */
export const timeFor = (http: Http, bytes: number): number =>
  (http.options.timeout ?? HEAD_TIMEOUT_MS) + bytes / SLOWEST_BYTES_PER_MS;

export const sizeOf = (files: CheckedFile[]): number => files.reduce((sum, { blob }) => sum + blob.size, 0);

/** Sorts files into few requests of so many files and bytes: the largest first, each into the first that has room. */
const packInto =
  (most: number, bytes: number) =>
  <Entry extends { item: CheckedFile }>(entries: Entry[]): Entry[][] => {
    const requests: Entry[][] = [];
    for (const entry of entries.toSorted((a, b) => b.item.blob.size - a.item.blob.size)) {
      const hasRoom = (request: Entry[]) =>
        request.length < most && sizeOf([entry, ...request].map(({ item }) => item)) <= bytes;
      const roomy = requests.find(hasRoom);
      if (roomy) roomy.push(entry);
      else requests.push([entry]);
    }
    return requests;
  };

/** The requests that an upload is made of. */
export interface UploadRequests {
  /** Sends a file with others of the same tick, at most 4 MB. */
  direct: (file: CheckedFile, signal: AbortSignal) => Promise<Upload>;
  /** Gets an address for a file, with others of the same tick. */
  announced: (file: CheckedFile, signal: AbortSignal) => Promise<Upload>;
  /** Puts the bytes to the address of an announced upload; `onSent` is told how many are out, where that can be seen. */
  put: (upload: Upload, blob: Blob, signal: AbortSignal, onSent?: (bytes: number) => void) => Promise<void>;
  /** The upload as soon as the service sees its bytes. Throws `TimeoutError` if it does not. */
  whenReady: (id: string, signal: AbortSignal) => Promise<Upload>;
}

export function uploadRequests(http: Http): UploadRequests {
  /** What is uploaded twice because an answer was lost is seen by nobody, and deleted after a day: it may be sent again. */
  const create = async (body: unknown, bytes: number, signal: AbortSignal): Promise<Upload[]> => {
    const timeout = timeFor(http, bytes);
    const call = {
      operation: "upload.create",
      method: "POST",
      path: "/v1/uploads",
      body,
      repeatable: true,
      timeout,
      signal,
    };
    return (await http.json<UploadList>(call)).data.uploads;
  };

  return {
    direct: sameTick<CheckedFile, Upload>(packInto(DIRECT_FILES, DIRECT_BYTES), (files, signal) => {
      const form = new FormData();
      for (const { name, blob } of files) form.append("files", blob, name);
      return create(form, sizeOf(files), signal);
    }),

    announced: sameTick<CheckedFile, Upload>(packInto(ANNOUNCED_FILES, Infinity), (files, signal) => {
      const announced = files.map(({ name, blob }) => ({
        filename: name,
        mime_type: blob.type,
        size_bytes: blob.size,
      }));
      return create({ files: announced }, 0, signal);
    }),

    async put({ upload_url: address = "", upload_headers: headers }, body, signal, onSent) {
      // Only browsers can tell, and only they load what does.
      const isTold = onSent && !http.options.fetch && "XMLHttpRequest" in globalThis;
      const fetch = isTold ? (await import("./xhr.ts")).fetchWithProgress(onSent) : undefined;
      const timeout = timeFor(http, body.size);
      const call = { operation: "upload.put", method: "PUT", headers, body, repeatable: true, timeout, signal };
      const bytes = presigned(http, address, call, fetch);
      try {
        await (await bytes.http.send(bytes.call)).body?.cancel();
      } catch (error) {
        // The bucket takes the bytes once: these came by an earlier try, whose answer was lost.
        if (!(error instanceof ApiError && error.status === 412)) throw error;
      }
    },

    async whenReady(id, signal) {
      for (let tries = 1; ; tries += 1) {
        const call = { operation: "upload.get", method: "GET", path: `/v1/uploads/${id}`, signal };
        const { data } = await http.json<Upload>(call);
        if (data.status === "ready") return data;
        if (tries === READY_TRIES) throw new TimeoutError();
        await pause(READY_PAUSE_MS, signal);
      }
    },
  };
}
