import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { httpEvent } from "../../support/api.ts";
import { encoded } from "../../support/multipart.ts";
import type { DrivesOf } from "./kit.ts";
import type { Stage } from "./stage.ts";

const table = { filename: "a.csv", mime_type: "text/csv", size_bytes: 10 };
const announced = (change: object = {}) => ({ files: [{ ...table, ...change }] });

const clip = "\0\0\0\x18ftypM4A 0000000000000000";
async function sendClip(
  stage: Stage,
  request: string,
  token: string,
  { content = clip, type = "audio/mp4" }: { content?: string | undefined; type?: string | undefined } = {},
) {
  const form = new FormData();
  form.append("file", new Blob([content], { type }), "clip.m4a");
  return sendForm(stage, request, token, form);
}

async function sendForm({ world }: Stage, request: string, token: string, form: FormData) {
  const { bytes, contentType } = await encoded(form);
  const event = httpEvent(request, { token, headers: { "content-type": contentType } });
  return world.send(Object.assign(event, { body: Buffer.from(bytes).toString("base64"), isBase64Encoded: true }));
}

export const uploadAndAudioDrives: Record<string, DrivesOf> = {
  "upload.create": ({ stage, request, works, fails, overBudget }) => [
    works(announced()),
    {
      send: async () => {
        const form = new FormData();
        for (const name of ["a.csv", "b.csv"])
          form.append("files", new Blob(["a,b\n1,2\n"], { type: "text/csv" }), name);
        return sendForm(stage, request, await stage.fresh(), form);
      },
    },
    fails("UPLOAD_TYPE_UNSUPPORTED", announced({ filename: "a.exe" })),
    fails("UPLOAD_TOO_LARGE", announced({ size_bytes: limits.upload_bytes + 1 })),
    fails("UPLOAD_EMPTY", announced({ size_bytes: 0 })),
    overBudget((token) => stage.world.call(request, { token, body: announced() })),
  ],

  "audio.transcribe": ({ stage, request, fails, overBudget }) => {
    const transcribe = async (content?: string, type?: string) =>
      sendClip(stage, request, await stage.fresh(), { content, type });
    return [
      { send: () => transcribe() },
      { code: "UNSUPPORTED_AUDIO", send: () => transcribe(clip, "audio/wav") },
      { code: "AUDIO_EMPTY", send: () => transcribe("") },
      { code: "AUDIO_TOO_LARGE", send: () => transcribe(clip.padEnd(limits.audio_bytes + 1, "x")) },
      fails("UPLOAD_NOT_FOUND", { upload_id: randomUUID() }),
      { code: "TRANSCRIPTION_FAILED", send: () => stage.hearing({ status: 500, body: "" }, transcribe) },
      overBudget((token) => sendClip(stage, request, token)),
    ];
  },
};
