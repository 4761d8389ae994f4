import type { Upload, UploadList } from "./generated.ts";
import type { Http } from "./http.ts";
import type { CheckedFile } from "./upload-file.ts";

/** Files, and bytes of them together, that one request carries itself. */
export const DIRECT_FILES = 5;
export const DIRECT_BYTES = 4 * 1024 * 1024;
/** Milliseconds for a request besides its bytes, unless the caller says otherwise, and the slowest network for those. */
const HEAD_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 32;

/** Milliseconds that a request with this many bytes may take. */
export const timeFor = (http: Http, bytes: number): number =>
  (http.options.timeout ?? HEAD_TIMEOUT_MS) + bytes / SLOWEST_BYTES_PER_MS;

export const sizeOf = (files: CheckedFile[]): number => files.reduce((sum, { blob }) => sum + blob.size, 0);

/** Sorts files into few requests of so many files and bytes: the largest first, each into the first that has room. */
export const packInto =
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

/**
 * Uploads files, or announces them. What is uploaded twice because an answer was lost is seen by nobody, and deleted after a day: it may
 * be sent again.
 */
export async function createUploads(
  http: Http,
  body: unknown,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<Upload[]> {
  const { data } = await http.json<UploadList>({
    operation: "upload.create",
    method: "POST",
    path: "/v1/uploads",
    body,
    repeatable: true,
    timeout: timeFor(http, bytes),
    signal,
  });
  return data.uploads;
}
