import { describe, expect, it } from "vitest";
import { encoded } from "../support/multipart.ts";
import { formOf, MB, png, useUploading } from "./uploading.ts";

const { service, post } = useUploading();
const { call, send } = service;

describe("POST /v1/uploads with files", () => {
  it("keeps them and answers with addresses to get them from", async () => {
    const { status, body, headers } = await post(
      formOf(["a,b\n1,2\n", "text/csv", "sales.csv"], [png, "image/png", "chart.png"]),
    );
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body.uploads).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{14}7/),
        filename: "sales.csv",
        mime_type: "text/csv",
        size_bytes: 8,
        status: "ready",
        download_url: expect.stringContaining("X-Amz-Signature"),
        download_url_expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      expect.objectContaining({ filename: "chart.png", mime_type: "image/png", size_bytes: 10, status: "ready" }),
    ]);
    const downloaded = await fetch(body.uploads[0].download_url);
    expect(await downloaded.text()).toBe("a,b\n1,2\n");
    expect(downloaded.headers.get("content-type")).toBe("text/csv");
    expect(downloaded.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''sales.csv");
    const read = await call(`GET /v1/uploads/${body.uploads[0].id}`, { token: service.tenant.member.token });
    expect(read).toMatchObject({
      status: 200,
      body: { id: body.uploads[0].id, filename: "sales.csv", status: "ready" },
    });
  });

  it("gives a file back under its own name, whatever signs are in it", async () => {
    const { body } = await post(formOf(["a,b", "text/csv", "it's (1) ü.csv"]));
    const downloaded = await fetch(body.uploads[0].download_url);
    expect(downloaded.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''it%27s%20%281%29%20%C3%BC.csv",
    );
  });

  it("takes a file by its extension if the type says nothing, and keeps the extension's type", async () => {
    const { body } = await post(
      formOf(
        ["a\n1", "application/octet-stream", "Sales 2026.CSV"],
        ["# hi", "", "notes.md"],
        ["{}", "application/JSON;charset=utf-8", "x.json"],
      ),
    );
    expect(
      body.uploads.map((upload: { filename: string; mime_type: string }) => [upload.filename, upload.mime_type]),
    ).toEqual([
      ["Sales 2026.CSV", "text/csv"],
      ["notes.md", "text/markdown"],
      ["x.json", "application/json"],
    ]);
  });

  it("takes a part without a type, as some clients send it", async () => {
    const bytes = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na,b\r\n1,2\r\n--b--\r\n',
    );
    const answer = await send("POST /v1/uploads", {
      bytes,
      token: service.tenant.member.token,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    expect(answer.body.uploads[0]).toMatchObject({ filename: "a.csv", mime_type: "text/csv", size_bytes: 8 });
  });

  it("makes filenames safe", async () => {
    const { body } = await post(
      formOf(
        ["a", "text/plain", "../../etc/passwd.txt"],
        ["a", "text/plain", "C:\\Users\\me\\notes.txt"],
        ["a", "text/plain", "\u202ereport\u0007<1>.txt"],
        ["a", "text/plain", `${"x".repeat(300)}.txt`],
        ["a", "text/plain", "Übersicht 日本.txt"],
      ),
    );
    const names = body.uploads.map((upload: { filename: string }) => upload.filename);
    expect(names).toEqual(["passwd.txt", "notes.txt", "report_1_.txt", `${"x".repeat(251)}.txt`, "Übersicht 日本.txt"]);
  });

  it("refuses what it does not take, in readable words", async () => {
    const refused = async (form: FormData) => {
      const { status, body } = await post(form);
      return [status, body.detail];
    };
    expect(await refused(formOf(["x", "application/x-msdownload", "run.exe"]))).toEqual([
      400,
      "Unsupported file type: run.exe. Accepted: csv, tsv, json, xlsx, parquet, pdf, txt, md, png, jpg, webp, m4a, mp4, sqlite, duckdb",
    ]);
    expect(await refused(formOf(["x", "text/plain", "noextension"]))).toEqual([
      400,
      expect.stringMatching(/^Unsupported file type: noextension/),
    ]);
    expect(await refused(formOf([png, "text/csv", "chart.png"]))).toEqual([
      400,
      "Unsupported file type: chart.png was sent as text/csv, expected image/png",
    ]);
    expect(await refused(formOf(["a,b", "image/png", "chart.png"]))).toEqual([
      400,
      "Unsupported file type: the content of chart.png is not png",
    ]);
    expect(await refused(formOf(["a,b", "application/vnd.apache.parquet", "orders.parquet"]))).toEqual([
      400,
      "Unsupported file type: the content of orders.parquet is not parquet",
    ]);
    expect(await refused(formOf([png, "application/octet-stream", "data.csv"]))).toEqual([
      400,
      "Unsupported file type: the content of data.csv is not csv",
    ]);
    expect(await refused(formOf(["", "text/csv", "empty.csv"]))).toEqual([400, "Empty file: empty.csv"]);
    expect(await refused(formOf(["a", "text/csv", "a.csv"], ["x".repeat(4 * MB), "text/csv", "large.csv"]))).toEqual([
      400,
      "Files too large. Maximum size of one request is 4MB, got 4.0MB. Ask for upload addresses with JSON instead.",
    ]);
    expect(await service.bucket.keys()).not.toContainEqual(expect.stringContaining(service.tenant.id));
  });

  it("answers 422 if there are no files, or too many", async () => {
    const missing = { detail: [{ type: "missing", loc: ["body", "files"], msg: "Field required" }] };
    const other = new FormData();
    other.append("file", new Blob(["a"]), "a.csv");
    other.append("files", "text");
    expect(await post(other)).toMatchObject({ status: 422, body: missing });
    expect(await post(new FormData())).toMatchObject({ status: 422, body: missing });
    const token = service.tenant.member.token;
    const { bytes, contentType } = await encoded(formOf(["a,b", "text/csv", "a.csv"]));
    for (const [headers, body] of [
      [{}, bytes],
      [{ "content-type": "text/plain" }, bytes],
      [{ "content-type": "multipart/form-data" }, bytes],
      [{ "content-type": contentType }, bytes.subarray(0, bytes.length - 20)],
      [{ "content-type": contentType }, undefined],
    ] as const) {
      expect(await send("POST /v1/uploads", { ...(body && { bytes: body }), headers, token })).toMatchObject({
        status: 422,
        body: missing,
      });
    }
    const six = formOf(...Array.from({ length: 6 }, (): [string, string, string] => ["a", "text/csv", "a.csv"]));
    expect((await post(six)).body).toEqual({
      detail: [
        {
          type: "too_long",
          loc: ["body", "files"],
          msg: "List should have at most 5 items after validation, not 6",
          ctx: { field_type: "List", max_length: 5, actual_length: 6 },
        },
      ],
      code: "VALIDATION_FAILED",
    });
  });

  it("asks for a token before it looks at the body", async () => {
    expect(await send("POST /v1/uploads", { form: new FormData() })).toMatchObject({
      status: 401,
      body: { detail: "Missing Authorization header" },
    });
    expect(await post(new FormData(), "wrong")).toMatchObject({
      status: 401,
      body: { detail: "Invalid or expired token" },
    });
  });
});
