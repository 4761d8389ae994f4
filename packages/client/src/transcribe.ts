import { ParleyError } from "./errors.ts";
import type { Transcript } from "./generated.ts";
import type { Http } from "./http.ts";
import { tell } from "./tell.ts";
import { uploaderOf } from "./upload.ts";
import { checkedFile, type FileOptions, type UploadSource } from "./upload-file.ts";
import { DIRECT_BYTES, timeFor } from "./upload-requests.ts";

/**
 * Returns the text of a recorded clip (m4a), which goes straight in up to 4 MB and above that by `upload`. Throws a `ParleyError`
 * before a byte is sent for what is not a clip, an `AbortedError` when `signal` aborts, and whatever calls throw.
 */
export async function transcribe(http: Http, clip: UploadSource, options: FileOptions = {}): Promise<Transcript> {
  const { name, blob } = checkedFile(clip, options);
  if (!blob.type.startsWith("audio/")) throw new ParleyError("UNSUPPORTED_AUDIO", `"${name}" is not an m4a clip`);
  const { signal, onProgress } = options;
  const call = { operation: "audio.transcribe", method: "POST", path: "/v1/audio/transcribe", signal };
  const total = blob.size;
  if (total > DIRECT_BYTES) {
    const { id } = await uploaderOf(http)(blob, { ...options, name });
    return (await http.json<Transcript>({ ...call, body: { upload_id: id } })).data;
  }
  tell(onProgress, { sent: 0, total });
  const body = new FormData();
  body.append("file", blob, name);
  const { data } = await http.json<Transcript>({ ...call, body, timeout: timeFor(http, total) });
  tell(onProgress, { sent: total, total });
  return data;
}
