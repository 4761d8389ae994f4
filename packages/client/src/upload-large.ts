import { pause } from "./backoff.ts";
import { ApiError, TimeoutError } from "./errors.ts";
import type { Upload } from "./generated.ts";
import type { Http } from "./http.ts";
import { loaded } from "./loaded.ts";
import { callFor } from "./operations.ts";
import { presigned } from "./presigned.ts";
import { sameTick } from "./same-tick.ts";
import type { CheckedFile } from "./upload-file.ts";
import { createUploads, packInto, timeFor } from "./upload-requests.ts";

/** Files that one request announces. */
const ANNOUNCED_FILES = 20;
/** How often it is asked whether the bytes have arrived, and the wait (ms) before the next time. */
const READY_TRIES = 20;
const READY_PAUSE_MS = 250;

/** Sends a file too large for a request of the service; `onSent` is told how many bytes are out, where that can be seen. */
export type SendLarge = (file: CheckedFile, signal: AbortSignal, onSent?: (bytes: number) => void) => Promise<Upload>;

/** Makes what sends large files: each is announced, with others of the same tick, and put to the address that it gets. */
export function largeUploads(http: Http): SendLarge {
  const announced = sameTick<CheckedFile, Upload>(packInto(ANNOUNCED_FILES, Infinity), (files, signal) => {
    const announcements = files.map(({ name, blob }) => ({
      filename: name,
      mime_type: blob.type,
      size_bytes: blob.size,
    }));
    return createUploads(http, { files: announcements }, { bytes: 0, signal });
  });

  /** Puts the bytes to the address of an announced upload. */
  async function put(upload: Upload, body: Blob, signal: AbortSignal, onSent?: (bytes: number) => void): Promise<void> {
    const { upload_url: address = "", upload_headers: headers } = upload;
    // Only browsers can tell, and only they load what does.
    const isTold = onSent && !http.options.fetch && "XMLHttpRequest" in globalThis;
    const fetch = isTold ? (await loaded(import("./xhr.ts"))).fetchWithProgress(onSent) : undefined;
    const timeout = timeFor(http, body.size);
    const call = { operation: "upload.put", method: "PUT", headers, body, repeatable: true, timeout, signal };
    const bytes = presigned(http, address, call, fetch);
    try {
      await (await bytes.http.send(bytes.call)).body?.cancel();
    } catch (error) {
      // The bucket takes the bytes once: these came by an earlier try, whose answer was lost.
      if (!(error instanceof ApiError && error.status === 412)) throw error;
    }
  }

  /** The upload as soon as the service sees its bytes. Throws `TimeoutError` if it does not. */
  async function whenReady(upload_id: string, signal: AbortSignal): Promise<Upload> {
    for (let tries = 1; ; tries += 1) {
      const { data } = await http.json<Upload>(callFor("upload.get", { upload_id }, { signal }));
      if (data.status === "ready") return data;
      if (tries === READY_TRIES) throw new TimeoutError();
      await pause(READY_PAUSE_MS, signal);
    }
  }

  return async (file, signal, onSent) => {
    const upload = await announced(file, signal);
    await put(upload, file.blob, signal, onSent);
    return whenReady(upload.id, signal);
  };
}
