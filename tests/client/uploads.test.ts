import { AbortedError, ParleyError, PermissionError } from "@parley/client/errors";
import { createParley, type FileOptions, type Options, type UploadProgress, type UploadSource } from "@parley/client";
import { mediaTypes } from "@parley/client/upload-file";
import { limits } from "@parley/contract/limits";
import { uploadTypes } from "@parley/contract/upload";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Tenant } from "../support/tenant.ts";
import { startTranscriptionServer, type TranscriptionServer } from "../support/transcription-server.ts";
import { fetchCutAfter } from "./support/cut-connections.ts";

const MB = 1024 * 1024;

let speech: TranscriptionServer;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  speech = await startTranscriptionServer({ reply: () => ({ text: "Revenue by month" }) });
  service = await startService({
    TRANSCRIBE_BASE_URL: speech.url,
    TRANSCRIBE_MODEL: "whisper-large",
    TRANSCRIBE_API_KEY: "speech-key",
  });
  tenant = await service.newOrganization();
});
afterAll(async () => {
  await service.stop();
  await speech.close();
});

/** An uploader of a new member, whose budget is its own, and the requests that it has sent: `POST /v1/uploads`, `PUT`. */
async function newUploader(options: Partial<Options> = {}) {
  const member = await tenant.add();
  const requests: string[] = [];
  const { fetch = globalThis.fetch } = options;
  const parley = createParley({
    baseUrl: service.cloud.baseUrl,
    token: member.token,
    ...options,
    fetch: (address, init) => {
      const { origin, pathname } = new URL(new Request(address).url);
      requests.push(
        origin === new URL(service.cloud.baseUrl).origin ? `${init?.method} ${pathname}` : `${init?.method}`,
      );
      return fetch(address, init);
    },
  });
  const count = (request: string) => requests.filter((each) => each.startsWith(request)).length;
  return {
    upload: parley.upload,
    hear: parley.transcribe,
    token: member.token,
    requests,
    count,
  };
}

/** CSV text of that many bytes. */
const csv = (bytes: number): Blob => new Blob(["a\n", "1".repeat(bytes - 2)], { type: "text/csv" });
const csvFile = (name: string, bytes = 10): File => new File([csv(bytes)], name);

const downloaded = async (url: string | null) => (await fetch(url ?? "")).text();

/** The bucket's port, which a presigned address names. */
async function bucketPort(): Promise<number> {
  const member = await tenant.add();
  const body = { files: [{ filename: "a.csv", mime_type: "text/csv", size_bytes: 1 }] };
  const announced = await service.call("POST /v1/uploads", { token: member.token, body });
  return Number(new URL(announced.body.uploads[0].upload_url).port);
}

/** A `fetch` that loses the first answer to a PUT, which has arrived all the same. */
function losingFirstPut(): typeof fetch {
  let lost = false;
  return async (address, init) => {
    const response = await fetch(address, init);
    if (lost || init?.method !== "PUT") return response;
    lost = true;
    await response.body?.cancel();
    throw new TypeError("fetch failed");
  };
}

describe("parley.upload", () => {
  it("takes files, blobs, bytes and named bytes, with the type of their extension where they have none", async () => {
    const { upload, count } = await newUploader();
    const bytes = new TextEncoder().encode("a,b\n1,2\n");
    const uploads = await Promise.all([
      upload(new File([bytes], "sales.csv")),
      upload(new Blob([bytes], { type: "text/csv;charset=utf-8" })),
      upload(Buffer.from(bytes), { name: "sales.tsv" }),
      upload({ name: "notes.md", type: "text/plain", bytes }),
      upload({ name: "NOTES.TXT", bytes: bytes.buffer }),
    ]);
    expect(uploads.map(({ filename, mime_type, status }) => [filename, mime_type, status])).toEqual([
      ["sales.csv", "text/csv", "ready"],
      ["file.csv", "text/csv", "ready"],
      ["sales.tsv", "text/tab-separated-values", "ready"],
      ["notes.md", "text/markdown", "ready"],
      ["NOTES.TXT", "text/plain", "ready"],
    ]);
    for (const { download_url } of uploads) expect(await downloaded(download_url)).toBe("a,b\n1,2\n");
    expect(count("POST")).toBe(1);
  });

  it("sends ten small files of one tick in two requests, and each gets its own", async () => {
    const { upload, requests } = await newUploader();
    const names = Array.from({ length: 10 }, (_, at) => `part-${at}.csv`);
    const uploads = await Promise.all(names.map((name) => upload(csvFile(name))));
    expect(uploads.map(({ filename }) => filename)).toEqual(names);
    expect(requests).toEqual(["POST /v1/uploads", "POST /v1/uploads"]);
  });

  it("fills requests up to 4 MB, whatever order the files come in", async () => {
    const { upload, requests } = await newUploader();
    const uploads = await upload([1, 3, 1, 3, 4].map((size, at) => csvFile(`part-${at}.csv`, size * MB)));
    expect(uploads.map(({ filename }) => filename)).toEqual([0, 1, 2, 3, 4].map((at) => `part-${at}.csv`));
    expect(requests).toHaveLength(3);
  });

  it("announces larger files together and puts each into the bucket", async () => {
    const { upload, count } = await newUploader();
    const uploads = await upload([csvFile("a.csv", 4 * MB + 1), csvFile("b.csv", 5 * MB)]);
    expect(uploads.map(({ filename, size_bytes, status }) => [filename, size_bytes, status])).toEqual([
      ["a.csv", 4 * MB + 1, "ready"],
      ["b.csv", 5 * MB, "ready"],
    ]);
    expect([count("POST"), count("PUT"), count("GET")]).toEqual([1, 2, 2]);
  });

  it("tells progress that only grows and ends with all of it, of one file and of a list", async () => {
    const { upload } = await newUploader();
    const told = async (send: (onProgress: (progress: UploadProgress) => void) => Promise<unknown>) => {
      const progress: UploadProgress[] = [];
      await send((each) => progress.push(each));
      return progress.map(({ sent, total }) => [sent, total]);
    };
    expect(await told((onProgress) => upload(csvFile("a.csv", 100), { onProgress }))).toEqual([
      [0, 100],
      [100, 100],
    ]);
    const large = 4 * MB + 10;
    const files = [csvFile("a.csv", 100), csvFile("b.csv", large)];
    const list = await told((onProgress) => upload(files, { onProgress }));
    expect(list[0]).toEqual([0, 100 + large]);
    expect(list.at(-1)).toEqual([100 + large, 100 + large]);
    const sent = list.map(([bytes = 0]) => bytes);
    expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => a - b));
  });

  it("refuses what the service would not take before a byte is sent", async () => {
    const { upload, requests } = await newUploader();
    const refused = async (file: UploadSource, options?: FileOptions) => {
      const error: unknown = await upload(file, options).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ParleyError);
      const { code, message } = error as ParleyError; // just expected
      return [code, message];
    };
    const accepted =
      "expected csv, tsv, json, xlsx, parquet, pdf, txt, md, png, jpg, jpeg, webp, m4a, mp4, sqlite, sqlite3, db, duckdb";
    expect(await refused(csvFile("setup.exe"))).toEqual([
      "UPLOAD_TYPE_UNSUPPORTED",
      `"setup.exe" cannot be uploaded: ${accepted}`,
    ]);
    expect(await refused(new Blob(["a"]))).toEqual([
      "UPLOAD_TYPE_UNSUPPORTED",
      `"file." cannot be uploaded: ${accepted}`,
    ]);
    expect(await refused(csvFile("a.constructor"))).toMatchObject(["UPLOAD_TYPE_UNSUPPORTED", expect.any(String)]);
    expect(await refused(new File(["a"], "a.csv", { type: "image/png" }))).toEqual([
      "UPLOAD_TYPE_UNSUPPORTED",
      '"a.csv" cannot be uploaded as image/png: expected text/csv or application/csv or application/vnd.ms-excel',
    ]);
    expect(await refused(new File([], "a.csv"))).toEqual(["UPLOAD_EMPTY", '"a.csv" is empty']);
    expect(await refused(csvFile("a.csv", 26.4 * MB))).toEqual(["UPLOAD_TOO_LARGE", '"a.csv" is larger than 25 MB']);
    await expect(upload([csvFile("a.csv"), csvFile("b.exe")])).rejects.toMatchObject({
      code: "UPLOAD_TYPE_UNSUPPORTED",
      message: expect.stringMatching(/^"b\.exe"/),
    });
    expect(requests).toEqual([]);
    expect(Object.entries(mediaTypes).map(([extension, types]) => [extension, types.split(" ")])).toEqual(
      Object.entries(uploadTypes),
    );
    expect(limits).toMatchObject({ upload_bytes: 25 * MB, upload_direct_bytes: 4 * MB, upload_direct_parts: 5 });
  });

  it("that the service refuses fails alone, with the service's words", async () => {
    const { upload } = await newUploader();
    const [picture, ...others] = await Promise.allSettled([
      upload(new File(["no picture"], "a.png")),
      upload(csvFile("b.csv")),
      upload(csvFile("c.csv")),
    ]);
    expect(picture).toMatchObject({
      status: "rejected",
      reason: { status: 400, message: "Unsupported file type: the content of a.png is not png" },
    });
    expect(others.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  it("goes on after a connection that was cut in the middle of the bytes, on both roads", async () => {
    for (const [size, port] of [
      [3 * MB, Number(new URL(service.cloud.baseUrl).port)],
      [5 * MB, await bucketPort()],
    ] as const) {
      let cuts = 0;
      const cutting = fetchCutAfter(MB, port, () => (cuts += 1));
      const retried: string[] = [];
      const { upload } = await newUploader({
        fetch: cutting.fetch,
        onRetry: ({ operation }) => retried.push(operation),
      });
      const { status, download_url } = await upload(csvFile("a.csv", size));
      expect([cuts, status, retried]).toEqual([1, "ready", [size > 4 * MB ? "upload.put" : "upload.create"]]);
      expect(await downloaded(download_url)).toBe(await csv(size).text());
      await cutting.close();
    }
  });

  it("whose answer from the bucket was lost is there: the second PUT is told so by 412", async () => {
    const statuses: (number | null)[] = [];
    const { upload, count } = await newUploader({
      fetch: losingFirstPut(),
      onEvent: ({ operation, status }) => operation === "upload.put" && statuses.push(status),
    });
    const { status, download_url } = await upload(csvFile("a.csv", 5 * MB));
    expect([status, statuses, count("PUT")]).toEqual(["ready", [null, 412], 2]);
    expect(await downloaded(download_url)).toBe(await csv(5 * MB).text());
  });

  it("tells what the bucket refuses, and asks it once", async () => {
    const { upload, count } = await newUploader({
      // An address that was tampered with, or has expired.
      fetch: (address, init) =>
        fetch(
          init?.method === "PUT"
            ? new Request(address).url.replace("X-Amz-Expires=3600", "X-Amz-Expires=3601")
            : address,
          init,
        ),
    });
    await expect(upload(csvFile("a.csv", 5 * MB))).rejects.toBeInstanceOf(PermissionError);
    expect(count("PUT")).toBe(1);
  });

  it("never shows the bucket the token or the client's own headers", async () => {
    const seen: Record<string, string>[] = [];
    const { upload, token } = await newUploader({
      headers: { "x-tenant": "acme" },
      fetch: (address, init) => {
        if (init?.method === "PUT") seen.push(Object.fromEntries(new Headers(init.headers)));
        else expect(new Headers(init?.headers).get("authorization")).toBe(`Bearer ${token}`);
        return fetch(address, init);
      },
    });
    await upload(csvFile("a.csv", 5 * MB));
    expect(seen).toEqual([{ "content-type": "text/csv", "content-length": `${5 * MB}`, "if-none-match": "*" }]);
  });

  it("is aborted before it is sent, with others, and in the middle of the bytes", async () => {
    const { upload, requests } = await newUploader();
    const none = upload(csvFile("a.csv"), { signal: AbortSignal.abort() });
    await expect(none).rejects.toBeInstanceOf(AbortedError);
    expect(requests).toEqual([]);

    const stop = new AbortController();
    const together = Promise.allSettled([upload(csvFile("a.csv"), { signal: stop.signal }), upload(csvFile("b.csv"))]);
    stop.abort();
    expect(await together).toMatchObject([
      { status: "rejected", reason: { code: "ABORTED" } },
      { status: "fulfilled", value: { filename: "b.csv" } },
    ]);

    const middle = new AbortController();
    const cutting = fetchCutAfter(MB, await bucketPort(), () => middle.abort());
    const large = await newUploader({ fetch: cutting.fetch });
    const aborted = large.upload([csvFile("a.csv", 5 * MB)], { signal: middle.signal });
    await expect(aborted).rejects.toBeInstanceOf(AbortedError);
    expect(large.requests).toEqual(["POST /v1/uploads", "PUT"]);
    await cutting.close();
  });
});

describe("parley.transcribe", () => {
  const clip = (bytes: number) => {
    const content = new Uint8Array(bytes);
    content.set([0, 0, 0, 24, ...Buffer.from("ftypM4A ")]);
    return new Blob([content], { type: "audio/mp4; codecs=mp4a.40.2" });
  };

  it("sends a short clip itself, and a long one by the bucket", async () => {
    const { hear, requests } = await newUploader();
    expect(await hear(clip(1000))).toEqual({ text: "Revenue by month" });
    expect(requests.splice(0)).toEqual(["POST /v1/audio/transcribe"]);
    // What browsers call every MP4 file.
    await hear(new File([clip(1000)], "clip.mp4", { type: "video/mp4" }));
    expect(requests.splice(0)).toEqual(["POST /v1/audio/transcribe"]);
    expect(await hear(clip(5 * MB))).toEqual({ text: "Revenue by month" });
    const sent = requests.map((request) => request.replace(/[0-9a-f-]{36}$/, "…"));
    expect(sent).toEqual(["POST /v1/uploads", "PUT", "GET /v1/uploads/…", "POST /v1/audio/transcribe"]);
    expect(speech.requests.map(({ file }) => file.size)).toEqual([1000, 1000, 5 * MB]);
  });

  it("refuses what is not a clip before a byte is sent", async () => {
    const { hear, requests } = await newUploader();
    await expect(hear(csvFile("a.csv"))).rejects.toMatchObject({
      code: "UNSUPPORTED_AUDIO",
      message: '"a.csv" is not an m4a clip',
    });
    expect(requests).toEqual([]);
  });
});
