import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "vite";
import { addressesOf, faultsOf, serviceVersions, versionsOf } from "./judged.ts";
import { lend, publish, type Published, repository, run } from "./published.ts";

/** The React component may have so many bytes, minified and after gzip. */
const COMPONENT_BYTES = 650;

let chat: Published;

beforeAll(async () => {
  // Together with the client, as a product has both: one for its pages, one for its backend.
  chat = await publish("embed", "client");
});
afterAll(() => chat?.remove());

/** What the README's snippets take for granted, and what makes a module of each. */
const surroundings = `
import type { ParleyChatElement } from "@parley/chat";
declare global {
  const apiKey: string;
  const sharedSecret: string;
  const id: string;
  function session(request: Request): Promise<{ email: string } | undefined>;
  function track(id: string): void;
  const getToken: () => Promise<string>;
}
`;

/** Checks files of the project with TypeScript, without checks left out. */
async function checkTypes(files: readonly string[], options: readonly string[]): Promise<void> {
  const lib = "es2024,dom,dom.iterable,dom.asynciterable,esnext.disposable";
  const compiler = path.join(repository, "node_modules/typescript/bin/tsc");
  const shared = [
    "--noEmit",
    "--target",
    "es2022",
    "--types",
    "",
    "--lib",
    lib,
    "--jsx",
    "react-jsx",
    "--ignoreConfig",
  ];
  await run(process.execPath, [compiler, ...shared, ...options, ...files], chat.project);
}

describe("the published chat", () => {
  it("has nothing that publint or are-the-types-wrong would mend", async () => {
    expect(await faultsOf(chat.tarball)).toEqual([]);
  });

  it("needs nothing: its files find each other by their addresses, and the component needs the host's React alone", async () => {
    expect(await addressesOf(chat.dist, [])).toEqual(["react.js: react"]);
    const { dependencies } = JSON.parse(readFileSync(path.join(chat.dist, "package.json"), "utf8"));
    expect(dependencies).toBeUndefined();
  });

  it("has a React component of 0.6 KB, for clients", async () => {
    const code = readFileSync(path.join(chat.dist, "react.js"), "utf8");
    expect(code).toMatch(/^"use client";/);
    const { code: small } = await transform(code, { minify: true, format: "esm" });
    expect(gzipSync(small).length).toBeLessThan(COMPONENT_BYTES);
  });

  it.each(["bundler", "nodenext"])("is typed for moduleResolution %s", async (resolution) => {
    lend(chat.project, ["@types/react", "csstype"]);
    const file = chat.write(
      "typed.tsx",
      `import { type ChatFeatures, type HostToken, ParleyChatElement } from "@parley/chat";
import { ParleyChat } from "@parley/chat/react";
import type { Message } from "@parley/client";

declare const token: HostToken;
declare const keep: (answer: Message) => void;
export const features: Partial<ChatFeatures> = { sql: false };
export const drawn = <ParleyChat token={token} features={features} messages={{ "home.title": "Ask" }} onAnswer={keep} />;
const element: ParleyChatElement = document.createElement("parley-chat");
element.addEventListener("parley-error", ({ detail }) => console.error(detail.debugId));
export const isAsked: boolean = element.ask("How many?");
// @ts-expect-error -- there is no such layout
export const wrong = <ParleyChat layout="sidebar" />;
// @ts-expect-error -- there is no such feature
element.features = { telepathy: true };
`,
    );
    const module = resolution === "bundler" ? "esnext" : "nodenext";
    await checkTypes([file], ["--strict", "--module", module, "--moduleResolution", resolution]);
  });

  it("has a README whose snippets are right", async () => {
    lend(chat.project, ["@types/react", "csstype"]);
    const readme = readFileSync(path.join(chat.dist, "README.md"), "utf8");
    const around = chat.write("snippets/around.d.ts", surroundings);
    const snippets = Array.from(readme.matchAll(/```(js|tsx?)\n(.*?)```/gs), ([, language = "", code = ""], at) =>
      chat.write(`snippets/${at}.${language.replace("js", "ts")}`, `${code}\nexport {};\n`),
    );
    expect(snippets.length).toBeGreaterThan(4);
    // A page's own script knows what is on its page.
    const options = ["--module", "esnext", "--moduleResolution", "bundler", "--strict", "--strictNullChecks", "false"];
    await checkTypes([around, ...snippets], [...options, "--noImplicitAny", "false"]);
  });

  it("does nothing where a server imports it", async () => {
    const file = chat.write(
      "imported.js",
      `import { ParleyChatElement } from "@parley/chat";\nconsole.log(typeof ParleyChatElement, "customElements" in globalThis);`,
    );
    expect(await run(process.execPath, [file], chat.project)).toBe("function false\n");
  });

  it.each([
    ["React 18", "tests/react-18"],
    ["React 19", "."],
  ])("is an empty element where a server draws a page with %s", async (_name, from) => {
    lend(chat.project, ["react", "react-dom", "scheduler"], from);
    const file = chat.write(
      "draw.js",
      `import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { ParleyChat } from "@parley/chat/react";
const token = () => { throw new Error("a server asked for a token") };
console.log(renderToString(createElement(ParleyChat, { token, chatId: "c", className: "mine", onAnswer() {} })));
`,
    );
    const drawn = await run(process.execPath, [file], chat.project);
    expect(drawn).toBe('<parley-chat class="mine" chat-id="c"></parley-chat>\n');
  });

  it("is an empty element where a server draws a page with Preact", async () => {
    lend(chat.project, ["preact", "preact-render-to-string"]);
    const asReact = { name: "react", type: "module", exports: { ".": "./index.js" } };
    chat.write("node_modules/react/package.json", JSON.stringify(asReact));
    chat.write("node_modules/react/index.js", 'export * from "preact/compat";');
    const file = chat.write(
      "draw-preact.js",
      `import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { ParleyChat } from "@parley/chat/react";
console.log(renderToString(h(ParleyChat, { token: "t", chatId: "c", className: "mine" })));
`,
    );
    const drawn = await run(process.execPath, [file], chat.project);
    expect(drawn).toBe('<parley-chat chat-id="c" class="mine"></parley-chat>\n');
  });

  it("is built into a page by Vite, which fetches charts when there is one", async () => {
    chat.write("index.html", `<!doctype html><script type="module" src="/page.js"></script>`);
    chat.write("page.js", `import "@parley/chat";`);
    await build({ root: chat.project, logLevel: "error", configFile: false });
    const assets = readdirSync(path.join(chat.project, "dist/assets"));
    for (const name of ["index-", "chart-", "table-", "german-"])
      expect(
        assets.some((asset) => asset.startsWith(name)),
        name,
      ).toBe(true);
    const first = readFileSync(
      path.join(chat.project, "dist/assets", assets.find((a) => a.startsWith("index-")) ?? ""),
      "utf8",
    );
    // Left out by a bundler that takes modules for free of effects, it would define nothing.
    expect(first).toContain("customElements");
  });

  it("has the licences of what is in it", () => {
    const licences = readFileSync(path.join(chat.dist, "THIRD-PARTY.md"), "utf8");
    for (const name of ["lucide-preact", "marked", "preact"])
      expect(licences).toMatch(new RegExp(`^## ${name} - `, "m"));
    expect(existsSync(path.join(chat.dist, "LICENSE"))).toBe(true);
  });

  it("has the version of the client, the service and its contract, and tells of it in its changelog", () => {
    const [version, newest] = versionsOf(chat.dist);
    const [ofClient] = versionsOf(path.join(repository, "packages/client"));
    expect([...serviceVersions(), ofClient, newest]).toEqual([version, version, version, version]);
  });

  it("says nothing of the machine that it was built on", () => {
    const names = readdirSync(chat.dist, { recursive: true, encoding: "utf8" }).filter(
      (name) => path.extname(name) !== "",
    );
    const found = names.filter((name) => readFileSync(path.join(chat.dist, name), "utf8").includes(repository));
    expect(found).toEqual([]);
  });
});
