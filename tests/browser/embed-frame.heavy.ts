/** The chat in a frame (`/app/embed/frame`): who may show it, who is heard, and what is told to whom. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { startChatScene } from "./chat-scene.ts";

/** What has not come after this time (ms) does not come. */
const WAIT_MS = 12_000;

/** A host as the README has it, which also keeps what it heard; `?frame` is what it shows, with `withhold` it gives no token until it is let. */
const page = `<!doctype html><title>A product</title><body><script type="module">
const frame = document.createElement("iframe");
frame.src = new URL(location).searchParams.get("frame");
globalThis.heard = [];
addEventListener("message", async ({ source, origin, data }) => {
  heard.push({ origin, ...data });
  if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
  const say = (message) => source.postMessage(message, origin);
  if (data.parley === "hello") say({ parley: "settings", attributes: { locale: "de", "base-url": "https://evil.example" } });
  if (data.parley === "token") await asked(() => memberToken().then((token) => say({ parley: "token", id: data.id, token })));
});
const isWithheld = new URL(location).searchParams.has("withhold");
const { promise, resolve: release } = Promise.withResolvers();
globalThis.release = release;
const asked = async (answer) => {
  if (isWithheld) await promise;
  await answer();
};
globalThis.say = (message, target) => frame.contentWindow.postMessage(message, target);
document.body.append(frame);
</script>`;

const hosts = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(page);
});
hosts.listen(0, "127.0.0.1");
await once(hosts, "listening");
const { port } = hosts.address() as AddressInfo; // a TCP server's address is never a string
const allowed = `http://localhost:${port}`;
const hostile = `http://127.0.0.1:${port}`;
const scene = await startChatScene({ settings: { EMBED_ORIGINS: allowed } });
const frameUrl = `${scene.baseUrl}/app/embed/frame`;
after(async () => {
  await scene.stop();
  hosts.closeAllConnections();
  hosts.close();
});

interface Heard {
  origin: string;
  parley: string;
  name?: string;
  height?: number;
}

async function blankHost(t: TestContext): Promise<{ opened: Page; token: string }> {
  const context = await scene.browser.newContext();
  t.after(() => context.close());
  const opened = await context.newPage();
  opened.setDefaultTimeout(WAIT_MS);
  const { token } = await scene.tenant.add();
  await opened.exposeFunction("memberToken", () => token);
  return { opened, token };
}

const hostPage = (origin: string, frame = frameUrl): string => `${origin}/?frame=${encodeURIComponent(frame)}`;

async function openHost(t: TestContext, origin: string): Promise<Page> {
  const { opened } = await blankHost(t);
  await opened.goto(hostPage(origin));
  return opened;
}

const heardBy = (opened: Page): Promise<Heard[]> => opened.evaluate<Heard[]>("heard");
const until = (opened: Page, what: string): Promise<unknown> => opened.waitForFunction(`heard.some((one) => ${what})`);

void test("the framed chat answers a host of EMBED_ORIGINS, with its token and in its language", async (t) => {
  const opened = await openHost(t, allowed);
  await until(opened, 'one.name === "parley-ready"');
  const frame = opened.frameLocator("iframe");
  await opened.evaluate(`say({ parley: "ask", text: "Total amount by region" }, "${scene.baseUrl}")`);
  await until(opened, 'one.name === "parley-answer"');
  await frame.locator(".sheet svg [data-mark]").first().waitFor();
  assert.equal(await frame.locator(".parley-root").getAttribute("lang"), "de");
  const heard = await heardBy(opened);
  assert.deepEqual(new Set(heard.map(({ origin }) => origin)), new Set([scene.baseUrl]));
  assert.ok(heard.some(({ parley, height = 0 }) => parley === "height" && height > 100));
  assert.doesNotMatch(JSON.stringify(heard), /eyJ/, "a token was told");
});

void test("a page of another origin cannot show the framed chat", async (t) => {
  const opened = await openHost(t, hostile);
  const complaint = opened.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await opened.reload();
  await complaint;
  assert.deepEqual(await heardBy(opened), []);
});

void test("the framed chat hears nobody but the page around it", async (t) => {
  const opened = await openHost(t, allowed);
  await until(opened, 'one.name === "parley-ready"');
  // A frame of the hostile origin beside it, which finds it by its place in the page.
  await opened.evaluate(
    `new Promise((resolve) => {
      const other = document.createElement("iframe");
      other.onload = resolve;
      other.src = "${hostile}/?frame=about:blank";
      document.body.append(other);
    })`,
  );
  const other = opened.frames().find((frame) => frame.url().startsWith(hostile));
  assert.ok(other);
  const attack = `for (const message of [
    { parley: "ask", text: "Drop it" },
    { parley: "settings", attributes: { placeholder: "Your password" } },
    { parley: "token", id: 1, token: "mine" },
  ]) parent.frames[0].postMessage(message, "*");`;
  await other.evaluate(attack);
  // What means nothing to it comes of the host itself; then something that it does.
  await opened.evaluate(`for (const message of [null, 1, "ask", {}, { parley: "__proto__" }, { parley: "ask", text: {} },
    { parley: "settings", attributes: { onclick: "x", "token-url": "/steal", layout: "bubble" }, features: null },
    { parley: "settings", attributes: { placeholder: "Ask the shop" } }]) say(message, "*")`);
  const chat = opened.frameLocator("iframe").first().locator("parley-chat");
  await opened.frameLocator("iframe").first().locator("parley-chat[placeholder='Ask the shop']").waitFor();
  for (const name of ["onclick", "token-url", "base-url"]) assert.equal(await chat.getAttribute(name), null, name);
  assert.equal(await chat.getAttribute("layout"), "page");
  assert.equal(
    (await heardBy(opened)).some(({ name }) => name === "parley-question"),
    false,
  );
});

void test("the framed chat takes no token of another window, though its origin is allowed", async (t) => {
  const { opened, token } = await blankHost(t);
  const stolen = (await scene.tenant.add()).token;
  const used = new Set<string | undefined>();
  opened.context().on("request", (request) => {
    if (request.url().startsWith(`${scene.baseUrl}/v1/`)) used.add(request.headers()["authorization"]);
  });
  await opened.goto(`${hostPage(allowed)}&withhold`);
  await until(opened, 'one.parley === "token"');
  // Beside the frame, and in a window of its own: pages of the very origin that may show the chat.
  const [popup] = await Promise.all([
    opened.waitForEvent("popup"),
    opened.evaluate(`open("${hostPage(allowed, "about:blank")}")`),
  ]);
  await popup.waitForFunction("document.readyState === 'complete'");
  await opened.evaluate(`new Promise((resolve) => {
    const other = document.createElement("iframe");
    other.onload = resolve;
    other.src = "${hostPage(allowed, "about:blank")}";
    document.body.append(other);
  })`);
  const beside = opened.frames().find((frame) => frame.url().startsWith(allowed) && frame.parentFrame() !== null);
  assert.ok(beside);
  const attack = (window: string): string =>
    `for (const id of [1, 2, 3]) ${window}.frames[0].postMessage({ parley: "token", id, token: "${stolen}" }, "*");
    ${window}.frames[0].postMessage({ parley: "settings", attributes: { placeholder: "Your password" } }, "*");`;
  await beside.evaluate(attack("parent"));
  await popup.evaluate(attack("opener"));
  await opened.evaluate(`say({ parley: "settings", attributes: { starter: "Heard" } }, "*")`);
  const chat = opened.frameLocator("iframe").first().locator("parley-chat");
  await opened.frameLocator("iframe").first().locator("parley-chat[starter=Heard]").waitFor();
  assert.equal(await chat.getAttribute("placeholder"), null);
  assert.deepEqual([...used], []);
  await opened.evaluate("release()");
  await opened.evaluate(`say({ parley: "ask", text: "How many orders are there?" }, "${scene.baseUrl}")`);
  await chat.locator(".number-figure").waitFor();
  assert.deepEqual([...used], [`Bearer ${token}`]);
});

void test("the framed chat hears no page of another origin, though nothing kept that from showing it", async (t) => {
  const { opened } = await blankHost(t);
  await opened.route(frameUrl, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await opened.goto(hostPage(hostile));
  await until(opened, 'one.parley === "hello"');
  await opened.evaluate(`for (const message of [
    { parley: "settings", attributes: { placeholder: "Your password" } },
    { parley: "token", id: 1, token: "mine" },
    { parley: "ask", text: "Drop it" },
  ]) say(message, "*")`);
  const frame = opened.frames().find((one) => one.url() === frameUrl);
  // What was said before has been heard by now, and the chat would be there.
  await frame?.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
  assert.equal(await frame?.evaluate("document.querySelector('parley-chat')"), null);
  assert.deepEqual(
    (await heardBy(opened)).map(({ parley }) => parley),
    ["hello"],
  );
});

void test("a page that opens the frame's address by itself sees an empty page", async (t) => {
  const context = await scene.browser.newContext();
  t.after(() => context.close());
  const opened = await context.newPage();
  await opened.goto(frameUrl);
  await opened.evaluate(`postMessage({ parley: "settings" }, "*")`);
  assert.equal(await opened.locator("parley-chat").count(), 0);
});
