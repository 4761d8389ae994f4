import { issueToken } from "@parley/core/auth/token";
import { attachWrites } from "@parley/core/upload/attach";
import { findMany } from "@parley/core/upload/find";
import { attached } from "@parley/core/upload/present";
import { removeDead } from "@parley/core/upload/remove-dead";
import { describe, expect, it } from "vitest";
import { createTenant } from "../support/tenant.ts";
import { csv, formOf, put, useUploading } from "./uploading.ts";

const { service, announce, post } = useUploading();
const { call } = service;

const DAY = 24 * 60 * 60 * 1000;

describe("the budget of 20 uploads a minute", () => {
  it("is one token's, and is spent right before the work", async () => {
    const wrong = await Promise.all(Array.from({ length: 21 }, () => announce([csv(0)])));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    for (let time = 0; time < 20; time++) {
      const { status } = time % 2 === 0 ? await announce([csv()]) : await post(formOf(["a", "text/csv", "a.csv"]));
      expect(status).toBe(200);
    }
    const refused = await announce([csv()]);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) });
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    expect((await announce([csv(0)])).status).toBe(400);
    expect((await announce([csv()], service.tenant.other.token)).status).toBe(200);
    service.clock.advance(60_000);
    expect((await announce([csv()])).status).toBe(200);
  });
});

describe("GET /v1/uploads/{upload_id}", () => {
  it("shows no other member's upload, and answers an unknown id as another's", async () => {
    const { body } = await post(formOf(["a", "text/csv", "a.csv"]));
    const foreign = await createTenant(service.environment);
    const answers = await Promise.all([
      call(`GET /v1/uploads/${body.uploads[0].id}`, { token: service.tenant.other.token }),
      call(`GET /v1/uploads/${body.uploads[0].id}`, { token: foreign.member.token }),
      call("GET /v1/uploads/01980000-0000-7000-8000-000000000000", { token: service.tenant.member.token }),
      call("GET /v1/uploads/nothing", { token: service.tenant.member.token }),
    ]);
    for (const { status, text } of answers)
      expect([status, text]).toEqual([404, '{"detail":"Upload not found","code":"UPLOAD_NOT_FOUND"}']);
    expect((await call(`GET /v1/uploads/${body.uploads[0].id}`)).status).toBe(401);
  });
});

describe("an upload's life", () => {
  const ctx = () => ({ ...service.tenant.member.ctx, files: service.bucket.files });

  const freshToken = async () => (await issueToken(service.environment, service.tenant.member.ctx.actor)).token;

  it("ends after 24 hours if no message has it, and its bytes are removed", async () => {
    const { body } = await post(formOf(["a", "text/csv", "a.csv"], ["b", "text/csv", "b.csv"]));
    const pending = (await announce([csv(1)])).body.uploads[0];
    const [dies, lives] = body.uploads.map(({ id }: { id: string }) => id);
    const [kept, lost] = (await findMany(ctx(), [lives, dies])).filter((upload) => upload !== undefined);
    if (!kept || !lost) throw new Error("the uploads are not there");
    expect(await service.environment.table.transact(attachWrites(ctx(), [kept], { id: "chat" }, "message"))).toEqual({
      done: true,
    });
    service.clock.advance(DAY - 5_000);
    expect(await removeDead(service.environment)).toBe(0);
    expect((await call(`GET /v1/uploads/${dies}`, { token: await freshToken() })).status).toBe(200);
    service.clock.advance(6_000);
    expect((await call(`GET /v1/uploads/${dies}`, { token: await freshToken() })).status).toBe(404);
    expect(await findMany(ctx(), [dies, pending.id])).toEqual([undefined, undefined]);
    expect(
      await service.environment.table.transact(attachWrites(ctx(), [lost], { id: "chat" }, "message")),
    ).toMatchObject({
      done: false,
    });
    service.clock.advance(60_000);
    expect(await removeDead(service.environment)).toBeGreaterThanOrEqual(2);
    const keys = (await service.bucket.keys()).filter((key) => key.includes(service.tenant.id));
    expect(keys).toEqual([`uploads/${service.tenant.id}/${service.tenant.member.id}/${lives}`]);
    expect(await removeDead(service.environment)).toBe(0);
    expect(await findMany(ctx(), [lives])).toMatchObject([{ id: lives, status: "ready" }]);
    expect(await attached(ctx(), [lives])).toEqual([
      expect.objectContaining({ id: lives, filename: "b.csv", download_url: expect.stringMatching(/^http/) }),
    ]);
  });

  it("lets a message have only what exists, is the member's, and is not audio", async () => {
    const clip = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypM4A ")]);
    const { body } = await post(formOf(["a", "text/csv", "a.csv"], [new Uint8Array(clip), "audio/mp4", "clip.m4a"]));
    const pending = (await announce([csv(1)])).body.uploads[0];
    const [text, audio] = body.uploads.map(({ id }: { id: string }) => id);
    expect((await findMany(ctx(), [text, audio, pending.id])).map((upload) => upload?.id)).toEqual([
      text,
      undefined,
      undefined,
    ]);
    expect(
      (await findMany({ ...service.tenant.other.ctx, files: service.bucket.files }, [text])).map(
        (upload) => upload?.id,
      ),
    ).toEqual([undefined]);
    await put(pending, "x");
    expect((await findMany(ctx(), [pending.id])).map((upload) => upload?.status)).toEqual(["ready"]);
  });
});
