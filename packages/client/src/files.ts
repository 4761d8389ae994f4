import type { Transcript } from "./generated.ts";
import type { Http } from "./http.ts";
import { loaded } from "./loaded.ts";
import type { UploadFiles } from "./upload.ts";
import type { FileOptions, UploadOptions, UploadSource } from "./upload-file.ts";

/** What sends files. */
export interface FileCalls {
  upload: UploadFiles;
  /**
   * Returns the text of a recorded clip (m4a). Throws a `ParleyError` before a byte is sent for what is not a clip, an
   * `AbortedError` when `signal` aborts, and whatever calls throw.
   */
  transcribe: (clip: UploadSource, options?: FileOptions) => Promise<Transcript>;
}

/** Makes the calls that send files; what they need is loaded when the first one is made. */
export function fileCalls(http: Http): FileCalls {
  const upload = async (files: UploadSource & readonly UploadSource[], options?: UploadOptions) =>
    (await loaded(import("./upload.ts"))).uploaderOf(http)(files, options);
  return {
    upload: upload as UploadFiles, // Its overloads are those of what is loaded.
    transcribe: async (clip, options) => (await loaded(import("./transcribe.ts"))).transcribe(http, clip, options),
  };
}
