import { afterAll, describe, expect, it } from "vitest";
import { administer } from "./administration.ts";
import { plantCanaries } from "./canaries.ts";
import { converse } from "./conversations.ts";
import { startHostileModel, startHostileProvider } from "./hostile-providers.ts";
import { knock } from "./knocks.ts";
import { type Scene, startScene } from "./scene.ts";

describe("what is looked for in logs", () => {
  const canaries = plantCanaries();
  const text = canaries.plant("secret");
  it.each([
    ["as it is", text],
    ["in capitals", text.toUpperCase()],
    ["in an address", `https://a.example/?q=${encodeURIComponent(`ü ${text}`)}`],
    ...["", "a", "ab"].map((before) => [
      `in base64 after ${before.length}`,
      Buffer.from(`${before}${text}xyz`).toString("base64"),
    ]),
    ["in base64url", Buffer.from(`ÿ${text}ÿ`).toString("base64url")],
    ["in hexadecimal", Buffer.from(`a${text}`).toString("hex")],
  ])("is found %s", (_how, line) => {
    expect(canaries.foundIn(`one\n${line}\ntwo\n`)).toHaveLength(1);
  });
  it("is not found where it is not", () => {
    expect(canaries.foundIn("one\ntwo\n")).toEqual([]);
  });
});

describe("the logs of a service that everything has been sent to", { timeout: 120_000 }, () => {
  const canaries = plantCanaries();
  let logs = new Map<string, string>();
  const stops: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));

  /** Providers that fail with what they are sent, and a service with keys for them. */
  async function start(): Promise<Scene> {
    const said = canaries.plant("provider");
    const [model, provider] = await Promise.all([startHostileModel(said), startHostileProvider(said)]);
    stops.push(
      () => model.close(),
      () => provider.close(),
    );
    const key = () => canaries.plant("key");
    const settings = {
      MODEL_BASE_URL: model.url,
      MODEL_ID: "hostile",
      MODEL_API_KEY: key(),
      EMBEDDING_MODEL: "text-embedding-3-small",
      EMBEDDING_BASE_URL: provider.url,
      EMBEDDING_API_KEY: key(),
      TRANSCRIBE_BASE_URL: provider.url,
      TRANSCRIBE_API_KEY: key(),
      LIVEKIT_URL: "wss://rooms.example",
      LIVEKIT_API_KEY: key(),
      LIVEKIT_API_SECRET: key(),
    };
    return startScene(settings, canaries);
  }

  it("tell what happened", async () => {
    const scene = await start();
    try {
      const held = await administer(scene);
      await converse(scene, held);
      await knock(scene, held);
    } finally {
      logs = await scene.logs();
    }
    const lines = [...logs.values()].join("\n");
    for (const message of ["turn settled", "request failed", "voice timing", "passages were not embedded"])
      expect(lines).toContain(`"message":"${message}"`);
    expect(canaries.size).toBeGreaterThan(150);
  });

  it("hold no key, token, address, message, row or name, in no form", () => {
    expect(logs.size).toBeGreaterThan(2);
    const found = [...logs].flatMap(([name, log]) => canaries.foundIn(log).map((line) => `${name}: ${line}`));
    expect(found).toEqual([]);
  });
});
