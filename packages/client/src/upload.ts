import type { Upload } from "./generated.ts";
import type { Http } from "./http.ts";
import {
  type CheckedFile,
  checkedFile,
  type FileOptions,
  type UploadOptions,
  type UploadSource,
} from "./upload-file.ts";
import { DIRECT_BYTES, sizeOf, uploadRequests } from "./upload-requests.ts";

/**
 * Uploads a file, or several: resolves when the bytes are in the bucket. Throws a `ParleyError` before a byte is sent for a file
 * that the service would not take, an `AbortedError` when `signal` aborts, and whatever calls throw.
 */
export interface UploadFiles {
  (file: UploadSource, options?: FileOptions): Promise<Upload>;
  (files: readonly UploadSource[], options?: UploadOptions): Promise<Upload[]>;
}

/** Makes a function that uploads, which sends small files of the same tick together. */
export function createUploader(http: Http): UploadFiles {
  const { direct, announced, put, whenReady } = uploadRequests(http);

  async function send(file: CheckedFile, signal: AbortSignal, onSent?: (bytes: number) => void): Promise<Upload> {
    if (file.blob.size <= DIRECT_BYTES) return direct(file, signal);
    const upload = await announced(file, signal);
    await put(upload, file.blob, signal, onSent);
    return whenReady(upload.id, signal);
  }

  /** Sends files, and tells progress that only grows. */
  function sendAll(files: CheckedFile[], { signal, onProgress }: UploadOptions): Promise<Upload[]> {
    const total = sizeOf(files);
    const sent = files.map(() => 0);
    onProgress?.({ sent: 0, total });
    return Promise.all(
      files.map(async (file, at) => {
        const { size } = file.blob;
        const tell = (bytes: number) => {
          if (bytes <= (sent[at] ?? 0)) return;
          sent[at] = Math.min(bytes, size);
          onProgress?.({ sent: sent.reduce((sum, each) => sum + each), total });
        };
        const upload = await send(file, signal ?? new AbortController().signal, onProgress && tell);
        tell(size);
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
