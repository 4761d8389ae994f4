import type { Base, ProviderSecret, WithFiles } from "@parley/core/environment/context";
import { transcribe } from "@parley/core/audio/transcribe";
import { issueToken, verifyToken } from "@parley/core/auth/token";
import * as Agent from "@parley/core/agent/agent";
import * as Integration from "@parley/core/integration/integration";
import { newEncryptionKeys, newSigningKeys, open, parseKeys, seal } from "@parley/core/environment/secrets";
import * as Voice from "@parley/core/voice/session";
import { TokenVerifier } from "livekit-server-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTable, type TestTable } from "../support/table.ts";
import { startTranscriptionServer, type TranscriptionServer } from "../support/transcription-server.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const signingKeys = newSigningKeys();
const encryptionKeys = newEncryptionKeys();
const apiSecret = "a secret of the media service, long enough";

/** As `secret set … < file` stores what an editor has written. */
const fromFile = (value: string) => `${value}\n`;

let table: TestTable;
let base: Base;
let storage: WithFiles;
let tenant: Tenant;
let speech: TranscriptionServer;
let linked: (name: ProviderSecret, property: string) => string;

// Links are read from the environment when the module is imported, so this file has a process's environment to itself.
beforeAll(async () => {
  table = await startTable();
  speech = await startTranscriptionServer({ reply: () => ({ text: "hello" }) });
  const links = {
    App: { name: "parley", stage: "test" },
    Table: { name: table.name },
    Files: { name: "files" },
    SigningKeys: { value: fromFile(signingKeys) },
    EncryptionKeys: { value: `${encryptionKeys}\r\n` },
    TranscribeApiKey: { value: fromFile("speech-key") },
    LivekitApiSecret: { value: fromFile(apiSecret) },
    AnthropicApiKey: { value: " \n" },
    OpenaiApiKey: { value: "" },
  };
  for (const [name, value] of Object.entries(links)) process.env[`SST_RESOURCE_${name}`] = JSON.stringify(value);
  const [environment, { createFileAccess }] = await Promise.all([
    import("@parley/core/environment/environment"),
    import("@parley/core/environment/file-access"),
  ]);
  linked = environment.linked;
  process.env["AWS_REGION"] = "us-east-1";
  base = environment.createBase(table.client);
  storage = createFileAccess();
  base.settings.livekitUrl = "wss://media.example";
  base.settings.livekitApiKey = "APIkey";
  base.settings.transcribeBaseUrl = speech.url;
  tenant = await createTenant(base);
});
afterAll(() => Promise.all([speech.close(), table.stop()]));

describe("a linked secret that ends with a line feed", () => {
  it("is sent to the speech-to-text provider without it", async () => {
    const { member } = tenant;
    async function* bytes() {
      yield Buffer.from("clip");
    }
    const clip = { mime_type: "audio/m4a", size: 4, bytes, discard: () => Promise.resolve() };
    await transcribe({ ...member.ctx, ...storage }, clip, "jti");
    expect(speech.requests[0]?.headers.authorization).toBe("Bearer speech-key");
  });

  it("signs rooms that the media service lets people into", async () => {
    const { member } = tenant;
    await Agent.create(tenant.ctx, { name: "Analyst", published: true });
    const { id } = await Integration.create(tenant.ctx, {
      display_name: "Warehouse",
      config: { engine: "sqlite", file: "x.db" },
    });
    const session = await Voice.open(member.ctx, { integration_id: id }, { name: "Ada" }, "jti");
    const { video } = await new TokenVerifier("APIkey", apiSecret).verify(session.token);
    expect(video?.room).toBe(session.room_name);
  });

  it("signs and seals as the same secret without it, in both directions", async () => {
    const { token } = await issueToken(base, tenant.member.ctx.actor);
    const plain: Base = {
      ...base,
      secrets: {
        ...base.secrets,
        signingKeys: () => parseKeys(signingKeys),
        encryptionKeys: () => parseKeys(encryptionKeys),
      },
    };
    expect(await verifyToken(plain, token)).toMatchObject(tenant.member.ctx.actor);
    const owner = tenant.id;
    expect(open(plain.secrets.encryptionKeys(), seal(base.secrets.encryptionKeys(), "text", owner), owner)).toBe(
      "text",
    );
    expect(open(base.secrets.encryptionKeys(), seal(plain.secrets.encryptionKeys(), "text", owner), owner)).toBe(
      "text",
    );
  });
});

describe("a linked secret without a value", () => {
  it("is refused by name if it is blank, and its value is not shown", () => {
    expect(() => base.secrets.optional("AnthropicApiKey")).toThrow("the value of AnthropicApiKey is blank");
    expect(() => linked("AnthropicApiKey", "value")).toThrow("the value of AnthropicApiKey is blank");
  });

  it("means an unused provider if it is empty, and a fault if it is required", () => {
    expect(base.secrets.optional("OpenaiApiKey")).toBeUndefined();
    expect(() => linked("OpenaiApiKey", "value")).toThrow("OpenaiApiKey is not linked, or its value is empty");
  });
});
