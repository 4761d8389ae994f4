import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "vite";
import { textOf } from "../client/support/scripts.ts";
import { startTestService, type TestService } from "../client/support/service.ts";
import { addressesOf, faultsOf, serviceVersions, versionsOf } from "./judged.ts";
import { lend, publish, type Published, repository, run } from "./published.ts";

let client: Published;
let service: TestService;

beforeAll(async () => {
  [client, service] = await Promise.all([publish(), startTestService()]);
});
afterAll(async () => {
  client?.remove();
  await service?.stop();
});

/** This Node, and others of this machine, each version once. */
function nodes(): [version: string, program: string][] {
  const programs = (process.env["PATH"] ?? "").split(path.delimiter).map((folder) => path.join(folder, "node"));
  const found = [process.execPath, ...programs]
    .filter((program) => existsSync(program))
    .map((one) => realpathSync(one));
  return [...new Map(found.map((program) => [String(execFileSync(program, ["--version"])).trim(), program]))];
}

/** A program that asks a question and prints the answer. */
const asking = (imported: string) => `
${imported}
const [baseUrl, token] = process.argv.slice(2);
const parley = createParley({ baseUrl, token });
createChat(parley).getSnapshot();
if (!(await signUserKey("nora@example.com", "c2VjcmV0"))) throw new Error("no key");
console.log((await parley.ask({ message: "text" }).answer()).content);
`;

const imported = `
import { createParley } from "@parley/client";
import { createChat } from "@parley/client/chat";
import { signUserKey } from "@parley/client/server";
`;

const required = `
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { createParley } = require("@parley/client");
const { createChat } = require("@parley/client/chat");
const { signUserKey } = require("@parley/client/server");
`;

describe("the published client", () => {
  it("has nothing that publint or are-the-types-wrong would mend", async () => {
    expect(await faultsOf(client.tarball)).toEqual([]);
  });

  it.each(nodes())("answers a question in Node %s, imported and required", async (_version, program) => {
    const organization = await service.newOrganization();
    const { token } = await organization.add();
    const canRequire = String(execFileSync(program, ["-p", "process.features.require_module ?? false"])).trim();
    for (const way of canRequire === "true" ? [imported, required] : [imported]) {
      const file = client.write("ask.js", asking(way));
      expect(await run(program, [file, service.baseUrl, token], client.project)).toBe(`${textOf("text")}\n`);
    }
  });

  it.each(["bundler", "nodenext"])("is typed for moduleResolution %s, without checks left out", async (resolution) => {
    lend(client.project, ["@types/react", "csstype"]);
    const file = client.write(
      "typed.ts",
      `import { createParley, type Message, RateLimitError } from "@parley/client";
import { createChat } from "@parley/client/chat";
import { useChat } from "@parley/client/react";
import { signUserKey } from "@parley/client/server";

const parley = createParley({ baseUrl: "https://parley.example.com", token: "t" });
export const answer: Promise<Message> = parley.ask({ message: "How many?" }).answer();
export const key: Promise<string> = signUserKey("nora@example.com", "secret");
export const turns: number = createChat(parley).getSnapshot().turns.length;
export const wait = (error: unknown): number => (error instanceof RateLimitError ? (error.retryAfter ?? 1) : 0);
export const use: typeof useChat = useChat;
// @ts-expect-error -- a question has words
parley.ask({});
`,
    );
    const module = resolution === "bundler" ? "esnext" : "nodenext";
    const options = ["--module", module, "--moduleResolution", resolution, "--target", "es2022", "--types", ""];
    const checks = ["--strict", "--noEmit", "--lib", "es2022,dom,dom.iterable,dom.asynciterable", "--ignoreConfig"];
    const compiler = path.join(repository, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [compiler, ...options, ...checks, file], client.project);
  });

  it("is built into a page by Vite, which loads uploads when one is made", async () => {
    client.write("index.html", `<!doctype html><script type="module" src="/page.js"></script>`);
    client.write(
      "page.js",
      `import { createParley } from "@parley/client";
document.title = createParley({ baseUrl: location.origin, token: "t" }).chat.list.name;
`,
    );
    await build({ root: client.project, logLevel: "error", configFile: false });
    const assets = readdirSync(path.join(client.project, "dist/assets"));
    expect(assets.some((name) => name.startsWith("index-"))).toBe(true);
    expect(assets.some((name) => name.startsWith("upload-"))).toBe(true);
  });

  it("has no part for later that imports what is loaded at once, for a page may wait for it at its top level", async () => {
    const importsOf = (file: string) =>
      Array.from(
        readFileSync(path.join(client.dist, file), "utf8").matchAll(/^import .*"\.\/(.+)";$/gm),
        ([, name = ""]) => name,
      );
    const reachedFrom = (file: string): string[] => [file, ...importsOf(file).flatMap(reachedFrom)];
    const atOnce = new Set(reachedFrom("parley.js"));
    const core = Array.from(atOnce, (file) => readFileSync(path.join(client.dist, file), "utf8")).join("\n");
    const later = [...new Set(Array.from(core.matchAll(/\bimport\("\.\/(.+?)"\)/g), ([, name = ""]) => name))];

    expect(later.map((file) => file.replace(/-[\w-]{8}\.js$/, "")).toSorted()).toEqual(
      ["recovery", "socket", "table-csv", "transcribe", "turn-lines", "upload", "upload-large", "xhr"].toSorted(),
    );
    for (const file of later.flatMap(reachedFrom)) {
      expect(atOnce.has(file), file).toBe(false);
      // What loads gets a helper of Vite's, which is in the entry.
      expect(readFileSync(path.join(client.dist, file), "utf8"), file).not.toMatch(/\bimport\(/);
    }
  });

  it("draws a chat where a server draws the page, by the hooks", async () => {
    lend(client.project, ["react", "react-dom", "scheduler"]);
    const file = client.write(
      "draw.js",
      `import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createParley } from "@parley/client";
import { ParleyProvider, useChat } from "@parley/client/react";

const Chat = ({ initialChat }) => {
  const { turns, status } = useChat({ initialChat });
  return createElement("p", null, status, " ", turns.map(({ question, answer }) => question.content + answer.content));
};
const message = (id, type, content) => ({ id, type, role: type === "user" ? "user" : "assistant", content });
const messages = [message("1", "user", "How many? "), message("2", "final", "Twelve.")];
const initialChat = { id: "c", messages, has_more: false, active_turn_id: null };
const parley = createParley({ baseUrl: "https://parley.example.com", token: "t" });
const chat = createElement(Chat, { initialChat });
console.log(renderToString(createElement(ParleyProvider, { client: parley }, chat)).replaceAll("<!-- -->", ""));
`,
    );
    expect(await run(process.execPath, [file], client.project)).toBe("<p>ready How many? Twelve.</p>\n");
  });

  it("gives its server's part to Node and to edges, and words of refusal to pages", async () => {
    await expect(import(path.join(client.dist, "server-in-browser.js"))).rejects.toThrow("for backends");
    const page = client.write(
      "secret.js",
      `import { signUserKey } from "@parley/client/server";\nconsole.log(signUserKey);`,
    );
    for (const [condition, isRefused] of [
      ["browser", true],
      ["workerd", false],
      ["edge-light", false],
    ] as const) {
      const conditions = condition === "browser" ? [condition] : [condition, "browser"];
      const built = await bundle({ entryPoints: [page], bundle: true, write: false, format: "esm", conditions });
      expect(built.outputFiles[0]?.text.includes("for backends"), condition).toBe(isRefused);
    }
  });

  it("needs no bundler: a page finds every file by its address", async () => {
    expect(await addressesOf(client.dist, ["react.js"])).toEqual([]);
  });

  it("has the version of the service and of its contract, and tells of it in its changelog", () => {
    const [version, newest] = versionsOf(client.dist);
    expect([...serviceVersions(), newest]).toEqual([version, version, version]);
  });
});
