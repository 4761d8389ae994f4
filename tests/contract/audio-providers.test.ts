import { Readable } from "node:stream";
import { spooledClip } from "@parley/core/audio/clip";
import { transcribe } from "@parley/core/audio/transcribe";
import * as Integration from "@parley/core/integration/integration";
import { storedSchemaKey } from "@parley/core/integration/stored-schema";
import * as Member from "@parley/core/member/member";
import * as Project from "@parley/core/project/project";
import { audio } from "@parley/functions/http/audio";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sender } from "../support/multipart.ts";
import { createTenant } from "../support/tenant.ts";
import type { TranscriptionReply } from "../support/transcription-server.ts";
import { clip, formOf, path, useTranscribing, withProvider } from "./transcribing.ts";

const { service, post, replyWith } = useTranscribing();

describe("a provider that is missing or fails", () => {
  // A 5xx writes a line to the log; the tests look at it instead of showing it.
  let lines: string[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  const failed = {
    status: 500,
    body: { detail: "Failed to transcribe audio" },
    headers: { "x-debug-id": expect.stringMatching(/^[0-9a-f-]{36}$/) },
  };

  it("answers 500 with its fixed text, and logs neither clip nor transcript", async () => {
    for (const failure of [
      { status: 500, body: "secret words" },
      { status: 401, body: "{}" },
      { status: 200, body: "no json" },
      { status: 200, body: JSON.stringify({ text: "secret words ".repeat(400_000) }) },
      { status: 200, body: '{"words":"secret words"}' },
      { close: true },
    ] satisfies TranscriptionReply[]) {
      replyWith(failure);
      expect(await post(formOf(clip()))).toMatchObject(failed);
    }
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(lines.join("\n")).not.toMatch(/secret words|speech-key/);
  });

  it("answers 500 if none is configured or it cannot be reached", async () => {
    for (const url of [undefined, "http://127.0.0.1:9/v1"]) {
      const without = sender(withProvider(service.environment, url), audio);
      expect(await without(path, { form: formOf(clip()), token: service.tenant.member.token })).toMatchObject(failed);
      expect((await without(path, { form: formOf(clip(0)), token: service.tenant.member.token })).status).toBe(400);
    }
  });

  it("gives up on one that does not answer", async () => {
    replyWith({ hang: true });
    const ctx = { ...service.environment, actor: service.tenant.member.ctx.actor };
    const spooled = await spooledClip("audio/mp4", Readable.from([clip()]));
    await expect(transcribe(ctx, spooled, "a token", 50)).rejects.toMatchObject({ code: "TRANSCRIPTION_FAILED" });
    await spooled.discard();
  });
});

describe("proper nouns", () => {
  it("are written as the organization writes them", async () => {
    const integration = await Integration.create(service.tenant.ctx, {
      display_name: "Quillmere Warehouse",
      config: { engine: "sqlite", file: "x.db" },
    });
    await Project.create(service.tenant.ctx, { name: "Kubernetes Migration" });
    await Project.create(service.tenant.ctx, { name: "Hyperion", member_ids: [service.tenant.other.id] });
    await Member.create(service.tenant.ctx, { email: "a@b.example", name: "Adaeze Okonkwo" });
    const column = {
      type: "text",
      native_type: "text",
      nullable: true,
      comment: null,
      values_complete: true,
      distinct_count: 2,
      min: null,
      max: null,
    };
    const schema = {
      dialect: "sqlite",
      tables: [
        {
          schema: null,
          name: "sku_catalog",
          comment: null,
          row_count: 1,
          primary_key: [],
          columns: [{ ...column, name: "customer", values: ["Northwind Traders", "Pending", "x@y.example"] }],
          foreign_keys: [],
        },
      ],
      hash: "h",
      introspected_at: new Date().toISOString(),
    };
    await service.bucket.files.put(
      storedSchemaKey(integration),
      JSON.stringify({ integration_updated_at: integration.updated_at, schema }),
      "application/json",
    );
    const heard =
      "Did adaeze okonquo ask the quil mere warehouse about north winds trader, cubernetes migration and hyper eon?";
    replyWith({ text: heard });
    expect((await post(formOf(clip()))).body).toEqual({
      text: "Did Adaeze Okonkwo ask the Quillmere Warehouse about Northwind Traders, Kubernetes Migration and hyper eon?",
    });
    // A project is known to those who may use it, and to no other organization.
    expect((await post(formOf(clip()), service.tenant.other.token)).body.text).toContain("and Hyperion?");
    const foreign = await createTenant(service.environment);
    expect((await post(formOf(clip()), foreign.member.token)).body).toEqual({ text: heard });
  });
});
