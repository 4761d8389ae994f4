import * as v from "valibot";
import { operation } from "./operation.ts";

export const audioTypes = ["audio/m4a", "audio/x-m4a", "audio/mp4"] as const;

/** The additive JSON form (D41): a clip that was uploaded before. */
export const TranscribeUpload = v.object({ upload_id: v.string() });
export const Transcript = v.object({ text: v.string() });

export const audioOperations = {
  transcribe: operation({
    id: "audio.transcribe",
    method: "POST",
    path: "/v1/audio/transcribe",
    group: "audio",
    summary: "Transcribe a recorded clip",
    access: "member",
    body: TranscribeUpload,
    multipart: { file: { description: "The clip", many: false } },
    reply: Transcript,
    status: 200,
    errors: [
      "UNSUPPORTED_AUDIO",
      "AUDIO_TOO_LARGE",
      "AUDIO_EMPTY",
      "UPLOAD_NOT_FOUND",
      "RATE_LIMIT",
      "TRANSCRIPTION_FAILED",
    ],
  }),
};
