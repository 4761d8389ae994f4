import type { BenchMember } from "../cloud-process.ts";
import { call } from "../load/clients.ts";
import { forgetPeak, residentMemory } from "../load/processes.ts";
import { atMost, type Line, megabytes } from "../load/report.ts";
import { startStage, type Stage } from "../load/stage.ts";
import type { Part } from "./part.ts";

const MB = 1024 * 1024;
const SIZE = 25 * MB;
/** What a small one of each needs once is not growth. */
const WARM_UP = 2 * MB;
const ALLOWED = 32 * MB;

/** An MP4 container by its first box; the rest is nothing. */
function clip(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0x55);
  bytes.writeUInt32BE(24, 0);
  bytes.write("ftypM4A \0\0\0\0M4A mp42", 4, "latin1");
  return bytes;
}

function multipart(file: Buffer): { body: Buffer; type: string } {
  const boundary = "parley-bench";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.m4a"\r\ncontent-type: audio/m4a\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

const expectOk = (what: string, { status, text }: { status: number; text: string }) => {
  if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`);
  return text;
};

async function put({ baseUrl }: Stage, token: string, file: Buffer): Promise<void> {
  const announced = expectOk(
    "announce",
    await call("POST", `${baseUrl}/v1/uploads`, token, {
      body: JSON.stringify({ files: [{ filename: "a.m4a", mime_type: "audio/m4a", size_bytes: file.length }] }),
    }),
  );
  const [upload] = JSON.parse(announced).uploads;
  expectOk("put", await call("PUT", upload.upload_url, "", { body: file, headers: upload.upload_headers }));
  const kept = JSON.parse(expectOk("get", await call("GET", `${baseUrl}/v1/uploads/${upload.id}`, token)));
  if (kept.status !== "ready") throw new Error(`the upload is ${kept.status}`);
}

async function transcribe({ baseUrl }: Stage, token: string, file: Buffer): Promise<void> {
  const { body, type } = multipart(file);
  const answer = await call("POST", `${baseUrl}/v1/audio/transcribe`, token, {
    body,
    headers: { "content-type": type },
  });
  expectOk("transcribe", answer);
}

/** P10: by how much the processes grow at most while 25 MB pass through them. */
export const uploads: Part = {
  name: "uploads",
  title: "P10  Growth of resident memory while 25 MB pass (peak over what was resident before; the higher of three)",
  async run(options) {
    const stage = await startStage(options);
    try {
      const [member] = await stage.cloud.ask("seed", { members: 1, tokens: 1, chats: 0 });
      const token = (member as BenchMember).tokens[0] ?? "";
      const emulators = await stage.cloud.ask("emulators", undefined);
      const growth = async (send: (file: Buffer) => Promise<void>) => {
        await send(clip(WARM_UP));
        const grown = { service: 0, emulators: 0 };
        for (let round = 0; round < 3; round++) {
          const file = clip(SIZE);
          const before = { service: residentMemory(stage.cloud.pid).now, emulators: residentMemory(emulators).now };
          forgetPeak(stage.cloud.pid);
          forgetPeak(emulators);
          await send(file);
          grown.service = Math.max(grown.service, residentMemory(stage.cloud.pid).peak - before.service);
          grown.emulators = Math.max(grown.emulators, residentMemory(emulators).peak - before.emulators);
        }
        return grown;
      };
      const putting = await growth((file) => put(stage, token, file));
      const transcribing = await growth((file) => transcribe(stage, token, file));
      const line = (what: string, bytes: number): Line => atMost(what, bytes, ALLOWED, megabytes);
      return [
        line("presigned PUT: the service", putting.service),
        line("presigned PUT: the local S3", putting.emulators),
        line("transcription: the service", transcribing.service),
        line("transcription: the local S3", transcribing.emulators),
      ];
    } finally {
      await stage.stop();
    }
  },
};
