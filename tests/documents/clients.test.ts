import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { TypeScriptGenerator } from "@asyncapi/modelina";
import { createClient } from "@hey-api/openapi-ts";
import { asyncapi } from "@parley/contract/api-documents/asyncapi";
import { openapi } from "@parley/contract/api-documents/openapi";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Tenant, startWorld, type World } from "../support/world/world.ts";
import { listen } from "./listen.ts";

/** What the programs get. */
interface Given {
  baseUrl: string;
  token: string;
}

/** What each program finds out. */
interface Found {
  models: string;
  title: string | null;
  events: string[];
  uploads: string[];
  refusal: string;
}

const openapiFetchProgram = `
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi-typescript.ts";

export async function run({ baseUrl, token }: { baseUrl: string; token: string }) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const models = await client.GET("/v1/models");
  const chat = await client.POST("/v1/chats/create", { body: { title: "By openapi-fetch" } });
  const chat_id: string = chat.data?.id ?? "";
  const stream = await client.POST("/v1/chats", { body: { chat_id, message: "Hello" }, parseAs: "text" });
  type Event = components["schemas"]["StreamEvent"];
  const events = String(stream.data).split("\\n").filter((line) => line.startsWith("event: "));
  const names: string[] = events.map((line) => line.slice(7) as Event["event"]);
  const form = await client.POST("/v1/uploads", {
    body: { files: ["a,b\\n1,2\\n"] },
    bodySerializer: () => {
      const data = new FormData();
      data.append("files", new Blob(["a,b\\n1,2\\n"], { type: "text/csv" }), "sales.csv");
      return data;
    },
  });
  const refused = await client.GET("/v1/chats/{chat_id}", { params: { path: { chat_id: "none" }, query: { limit: 1 } } });
  const error: components["schemas"]["ErrorText"] | undefined = refused.response.status === 404
    ? (refused.error as components["schemas"]["ErrorText"])
    : undefined;
  return {
    models: models.data?.default ?? "",
    title: chat.data?.title ?? null,
    events: names,
    uploads: (form.data?.uploads ?? []).map(({ filename }) => filename),
    refusal: error?.code ?? "",
  };
}
`;

const heyApiProgram = `
import { chatCreate, chatGet, chatStream, modelList, uploadCreate } from "./hey-api";
import { createClient, formDataBodySerializer } from "./hey-api/client";
import type { UploadFiles } from "./hey-api";

export async function run({ baseUrl, token }: { baseUrl: string; token: string }) {
  const client = createClient({ baseUrl, auth: token });
  const models = await modelList({ client });
  const chat = await chatCreate({ client, body: { title: "By hey-api" } });
  const chat_id: string = chat.data?.id ?? "";
  const events: string[] = [];
  const { stream } = await chatStream({
    client,
    body: { chat_id, message: "Hello" },
    onSseEvent: ({ event }) => void events.push(event ?? ""),
  });
  for await (const _data of stream) continue;
  const files: UploadFiles = { files: [new File(["a,b\\n1,2\\n"], "sales.csv", { type: "text/csv" })] };
  const form = await uploadCreate({
    client,
    // Of a body that may be JSON or a form, hey-api takes the type of the JSON.
    body: files as never,
    ...formDataBodySerializer,
    headers: { "Content-Type": null },
  });
  const refused = await chatGet({ client, path: { chat_id: "none" }, query: { limit: 1 } });
  return {
    models: models.data?.default ?? "",
    title: chat.data?.title ?? null,
    events,
    uploads: (form.data?.uploads ?? []).map(({ filename }) => filename),
    refusal: refused.error && "code" in refused.error ? refused.error.code : "",
  };
}
`;

const options = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "Bundler",
    types: [],
    noEmit: true,
    strict: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  // The folder's name begins with a dot, which patterns leave out.
  files: ["use-openapi-fetch.ts", "use-hey-api.ts", "modelina.ts"],
};

let world: World;
let tenant: Tenant;
let service: Awaited<ReturnType<typeof listen>>;
/** Beside the tests, so that what is made finds its packages. */
let made: string;
let models: string[];

beforeAll(async () => {
  made = await mkdtemp(path.join(import.meta.dirname, ".made-"));
  world = await startWorld();
  tenant = await world.newTenant();
  service = await listen(() => world.handler);

  // The generators change what they are given.
  const types = await openapiTS(JSON.stringify(openapi()));
  await writeFile(path.join(made, "openapi-typescript.ts"), astToString(types));
  await createClient({
    input: structuredClone(openapi()),
    output: path.join(made, "hey-api"),
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const generated = await new TypeScriptGenerator({ modelType: "interface" }).generate(structuredClone(asyncapi()));
  models = generated.map(({ modelName }) => modelName);
  await writeFile(path.join(made, "modelina.ts"), generated.map(({ result }) => `export ${result}`).join("\n"));
  await writeFile(path.join(made, "use-openapi-fetch.ts"), openapiFetchProgram);
  await writeFile(path.join(made, "use-hey-api.ts"), heyApiProgram);
  await writeFile(path.join(made, "tsconfig.json"), JSON.stringify(options));
}, 120_000);

afterAll(async () => {
  await Promise.all([service.stop(), rm(made, { recursive: true, force: true })]);
  await world.stop();
});

/** Runs one of the programs. */
async function run(program: string, given: Given): Promise<Found> {
  const module: { run(given: Given): Promise<Found> } = await import(path.join(made, program));
  return module.run(given);
}

describe("clients made from the documents", () => {
  it("compile: openapi-typescript's, hey-api's, and Modelina's types", async () => {
    // The project's own compiler, which is faster than the one that the generators need.
    const root = createRequire(new URL("../../package.json", import.meta.url));
    const tsc = path.join(path.dirname(root.resolve("typescript/package.json")), "bin/tsc");
    const compiled = await promisify(execFile)(process.execPath, [tsc, "--project", made]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe("");
  }, 60_000);

  it.each([
    ["openapi-fetch with openapi-typescript's types", "use-openapi-fetch.ts", "By openapi-fetch"],
    ["hey-api's client", "use-hey-api.ts", "By hey-api"],
  ])("work against the service: %s", async (_name, program, title) => {
    const token = await world.refreshed(tenant.member);
    const found = await run(program, { baseUrl: service.url, token });
    expect(found.events.at(0)).toBe("chat_metadata");
    expect(found.events.at(-1)).toBe("message");
    expect(found).toMatchObject({ models: "rules", title, uploads: ["sales.csv"], refusal: "CHAT_NOT_FOUND" });
  });

  it("name every type of the socket: Modelina makes no anonymous one", () => {
    expect(models).toContain("SendMessageFrame");
    expect(models).toContain("VisualizationEvent");
    expect(models.filter((name) => /anonym/i.test(name))).toEqual([]);
  });
});
