import type { Upload } from "./generated.ts";
import type { Http } from "./http.ts";
import { loaded } from "./loaded.ts";
import { sameTick } from "./same-tick.ts";
import { tell } from "./tell.ts";
import {
  type CheckedFile,
  checkedFile,
  type FileOptions,
  type UploadOptions,
  type UploadSource,
} from "./upload-file.ts";
import type { SendLarge } from "./upload-large.ts";
import { createUploads, DIRECT_BYTES, DIRECT_FILES, packInto, sizeOf } from "./upload-requests.ts";

/**
 * Uploads a file, or several: resolves when the bytes are in the bucket. Throws a `ParleyError` before a byte is sent for a file
 * that the service would not take, an `AbortedError` when `signal` aborts, and whatever calls throw.
 */
export interface UploadFiles {
  (file: UploadSource, options?: FileOptions): Promise<Upload>;
  (files: readonly UploadSource[], options?: UploadOptions): Promise<Upload[]>;
}

/** Makes a function that uploads, which sends small files of the same tick together; what sends large ones is loaded for the first. */
function createUploader(http: Http): UploadFiles {
  let sendLarge: SendLarge | undefined;
  const direct = sameTick<CheckedFile, Upload>(packInto(DIRECT_FILES, DIRECT_BYTES), (files, signal) => {
    const form = new FormData();
    for (const { name, blob } of files) form.append("files", blob, name);
    return createUploads(http, form, { bytes: sizeOf(files), signal });
  });

  async function send(file: CheckedFile, signal: AbortSignal, onSent?: (bytes: number) => void): Promise<Upload> {
    if (file.blob.size <= DIRECT_BYTES) return direct(file, signal);
    const { largeUploads } = await loaded(import("./upload-large.ts"));
    return (sendLarge ??= largeUploads(http))(file, signal, onSent);
  }

  /** Sends files, and tells progress that only grows. */
  function sendAll(files: CheckedFile[], { signal, onProgress }: UploadOptions): Promise<Upload[]> {
    const total = sizeOf(files);
    const sent = files.map(() => 0);
    tell(onProgress, { sent: 0, total });
    return Promise.all(
      files.map(async (file, at) => {
        const { size } = file.blob;
        const note = (bytes: number) => {
          if (bytes <= (sent[at] ?? 0)) return;
          sent[at] = Math.min(bytes, size);
          tell(onProgress, { sent: sent.reduce((sum, each) => sum + each), total });
        };
        const upload = await send(file, signal ?? new AbortController().signal, onProgress && note);
        note(size);
        return upload;
      }),
    );
  }

  const upload = async (source: UploadSource | readonly UploadSource[], options: FileOptions = {}) => {
    const isList = Array.isArray(source);
    const sources = (isList ? source : [source]) as UploadSource[]; // `isArray` does not narrow read-only lists.
    const uploads = await sendAll(
      sources.map((each) => checkedFile(each, isList ? {} : options)),
      options,
    );
    return isList ? uploads : uploads[0];
  };
  return upload as UploadFiles; // Its overloads say what `isList` decides.
}

/** A client's uploader, for as long as there is the client. */
const uploaders = new WeakMap<Http, UploadFiles>();

/** What a client uploads by: the same for all its files. */
export function uploaderOf(http: Http): UploadFiles {
  const uploader = uploaders.get(http) ?? createUploader(http);
  uploaders.set(http, uploader);
  return uploader;
}
