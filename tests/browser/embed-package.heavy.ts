/** `@parley/chat` as it is published, installed into a product's own project: without a bundler, built by Vite, and in each React. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { build } from "vite";
import { publish } from "../client-package/published.ts";
import { askElement, startEmbedScene } from "./embed-scene.ts";
import { serveFolder } from "./folder-server.ts";

const QUESTION = "Total amount by region";
const NONCE = "map";

const [scene, published] = await Promise.all([startEmbedScene(), publish("embed")]);
const policy = [
  "default-src 'none'",
  `script-src 'self' 'nonce-${NONCE}' ${scene.baseUrl}`,
  "style-src 'self'",
  `connect-src 'self' ${scene.baseUrl}`,
  "require-trusted-types-for 'script'",
].join("; ");
const site = await serveFolder(published.project, { "content-security-policy": policy });
after(async () => {
  await site.stop();
  await scene.stop();
  published.remove();
});

const addressOf = (page: string): string => `${site.origin}/${page}?service=${encodeURIComponent(scene.baseUrl)}`;
const titled = (head: string, body = "") =>
  `<!doctype html><html lang="en"><title>A product</title>${head}<body>${body}`;

/** A page's own script, which puts an element into it. */
const ownScript = `import "@parley/chat";
const chat = document.createElement("parley-chat");
chat.setAttribute("base-url", new URLSearchParams(location.search).get("service"));
chat.token = () => memberToken();
document.body.append(chat);
`;

/** Builds a page of the project by Vite into a folder of its name; `alias` says what React is. */
async function buildPage(name: string, script: string, alias: Record<string, string> = {}): Promise<string> {
  const root = path.join(published.project, name);
  published.write(
    `${name}/index.html`,
    titled(`<script type="module" src="./page.tsx"></script>`, `<div id="react"></div>`),
  );
  published.write(`${name}/page.tsx`, script);
  await build({
    configFile: false,
    root,
    base: "./",
    logLevel: "error",
    resolve: { alias },
    build: { target: "es2022", modulePreload: { polyfill: false } },
  });
  return `${name}/dist/index.html`;
}

void test("the package in a page without a bundler answers with a chart", async (t) => {
  const imports = { "@parley/chat": "/node_modules/@parley/chat/parley-chat.js" };
  const map = `<script type="importmap" nonce="${NONCE}">${JSON.stringify({ imports })}</script>`;
  published.write("plain.html", titled(`${map}<script type="module" src="/plain.js"></script>`));
  published.write("plain.js", ownScript);
  const { page } = await scene.openAt(t, addressOf("plain.html"));
  await page.locator("parley-chat").waitFor();
  await askElement(page, QUESTION);
  await page.locator(".sheet svg [data-mark]").first().waitFor();
});

void test("the package in a page that Vite has built answers with a chart", async (t) => {
  const { page } = await scene.openAt(t, addressOf(await buildPage("vite", ownScript)));
  await page.locator("parley-chat").waitFor();
  await askElement(page, QUESTION);
  await page.locator(".sheet svg [data-mark]").first().waitFor();
});

void test("the file of one version has the hashes that embed.json says, and a page may hold it to them", async (t) => {
  const embed = `${scene.baseUrl}/app/embed`;
  const about = (await (await fetch(`${embed}/embed.json`)).json()) as {
    version: string;
    file: string;
    integrity: string;
    parts: Record<string, string>;
  };
  assert.equal(about.file, `${about.version}/parley-chat.js`);
  for (const [file, integrity] of Object.entries({ [about.file]: about.integrity, ...about.parts })) {
    const reply = await fetch(`${embed}/${file}`);
    assert.match(reply.headers.get("cache-control") ?? "", /immutable/, file);
    const hash = createHash("sha384").update(new Uint8Array(await reply.arrayBuffer()));
    assert.equal(`sha384-${hash.digest("base64")}`, integrity, file);
  }
  const script = (integrity: string) =>
    `<script type="module" crossorigin integrity="${integrity}" src="${embed}/${about.file}"></script>`;
  published.write("held.html", titled(script(about.integrity), "<parley-chat></parley-chat>"));
  const { page } = await scene.openAt(t, addressOf("held.html"));
  await page.getByRole("button", { name: QUESTION }).waitFor();
  const wrong = about.integrity.replace(/^sha384-.{4}/, "sha384-AAAA");
  published.write("other.html", titled(script(wrong), "<parley-chat></parley-chat>"));
  const { page: other, complaints } = await scene.openAt(t, addressOf("other.html"), { expects: /integrity/ });
  await other.waitForLoadState("load");
  assert.equal(complaints.length, 1);
  assert.equal(await other.evaluate(`customElements.get("parley-chat") === undefined`), true);
});

const here = (name: string): string => path.resolve(import.meta.dirname, "../..", name);
const reactPage = readFileSync(path.join(import.meta.dirname, "embed-react-page/page.tsx"), "utf8");

/** What `react` and `react-dom` are, and what comes below them. */
const reacts: Readonly<Record<string, Record<string, string>>> = {
  "React 18": {
    react: here("tests/react-18/node_modules/react"),
    "react-dom": here("tests/react-18/node_modules/react-dom"),
  },
  "React 19": { react: here("node_modules/react"), "react-dom": here("node_modules/react-dom") },
  Preact: {
    "react-dom/client": here("node_modules/preact/compat/client.mjs"),
    "react/jsx-runtime": here("node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs"),
    react: here("node_modules/preact/compat/dist/compat.mjs"),
    preact: here("node_modules/preact"),
  },
};

for (const [name, alias] of Object.entries(reacts)) {
  void test(`the package's component in ${name} draws the element, passes what it is given, hears it, and takes it away`, async (t) => {
    const script = reactPage.replace("/** @jsxImportSource react */", "");
    const address = addressOf(await buildPage(name.replace(" ", "-"), script, alias));
    const { page, tokensAsked } = await scene.openAt(t, address);
    await page.getByRole("button", { name: "How many orders are there?" }).click();
    await page.locator(".number-figure").waitFor();
    await page.getByText("Answered 1 times").waitFor();
    await page.getByText("Asked in React").waitFor();
    assert.equal(await page.evaluate("host.find().className"), "of-react");
    // Each drawing has another function; the client stays the same.
    assert.equal(tokensAsked(), 1);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.locator("parley-chat").waitFor({ state: "detached" });
  });
}
