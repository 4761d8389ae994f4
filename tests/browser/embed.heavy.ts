/** `<parley-chat>` in pages of other products, which do to it what pages do: nothing of them reaches it, and nothing of it them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Page, Request } from "playwright-core";
import { axeViolations } from "./axe.ts";
import { ask, composer, newest, ORDERS } from "./chat-scene.ts";
import { askElement, heardOf, startEmbedScene } from "./embed-scene.ts";

const scene = await startEmbedScene();
after(() => scene.stop());

const QUESTION = "Total amount by region";

/** A page that resets everything, names its own properties like the chat's, and wants its fonts huge. */
const hostileStyle = `
* { all: revert; font: 40px serif !important; color: lime !important; letter-spacing: 9px !important; text-transform: uppercase !important }
:root { --ink: lime; --canvas: magenta; --radius-2: 40px; --log-height: 9px; --column: 90px; color: red; cursor: wait; line-height: 4 }
button, textarea, table, td, h2, p, ul, li { display: none !important }
.chat, .sheet, .button, .turn, .composer, .embed { position: fixed !important; background: yellow !important }
`;

/** What is patched after the element came. */
const hostileScript = `
await customElements.whenDefined("parley-chat");
window.fetch = () => { throw new Error("the page's own fetch was called") };
window.chart = window.Sheet = "mine";
`;

void test("an answer looks the same in a page that resets everything as in a quiet one", async (t) => {
  // A colour on its way to another is neither.
  const context = { reducedMotion: "reduce" } as const;
  const quiet = await scene.openHost(t, { context });
  await askElement(quiet.page, QUESTION);
  const hostile = await scene.openHost(t, { context, style: hostileStyle, scripts: [hostileScript] });
  await askElement(hostile.page, QUESTION);
  for (const { page } of [quiet, hostile]) await page.locator(".sheet svg [data-mark]").first().waitFor();
  // How long the query took moves what stands beside it.
  const fixTime = `for (const item of document.querySelector("parley-chat").shadowRoot.querySelectorAll(".source-line li"))
    if (/^[\\d.,]+\\s?m?s$/.test(item.textContent)) item.textContent = "5 ms"`;
  for (const { page } of [quiet, hostile]) await page.evaluate(fixTime);
  const [expected, found] = [
    await quiet.page.evaluate<string[]>("host.looks()"),
    await hostile.page.evaluate<string[]>("host.looks()"),
  ];
  assert.ok(expected.length > 100, `${expected.length} elements`);
  assert.deepEqual(found, expected);
});

void test("the page stays as it was: its head, its root, its styles, its globals, its place", async (t) => {
  const body = "<p>Before</p><parley-chat></parley-chat><p>After</p>";
  const { page } = await scene.openHost(t, { body, context: { viewport: { width: 900, height: 500 } } });
  const before = await page.evaluate("host.state()");
  await askElement(page, QUESTION);
  await page.locator(".sheet").waitFor();
  assert.deepEqual(await page.evaluate("host.state()"), before);
});

void test("events tell the host what happens, and none has a token in it", async (t) => {
  const { page, person } = await scene.openHost(t);
  await askElement(page, "How many orders are there?");
  const heardEvents = await page.evaluate<{ name: string }[]>("heard");
  assert.deepEqual(
    heardEvents.map(({ name }) => name),
    ["ready", "question", "chat", "answer"],
  );
  const said = JSON.stringify(heardEvents);
  assert.match(said, new RegExp(String(ORDERS)));
  assert.ok(!said.includes(person.token));
});

void test("attributes set language, starters, placeholder and theme, and follow their changes", async (t) => {
  const body = `<parley-chat locale="de-AT" starter="Umsatz | Kunden" placeholder="Frag mich" theme="dark"></parley-chat>`;
  const { page } = await scene.openHost(t, { body });
  await page.getByRole("button", { name: "Umsatz" }).waitFor();
  assert.equal(await page.getByRole("list", { name: "Zum Anfang" }).or(page.locator(".starters")).count(), 1);
  assert.equal(await page.locator("textarea").getAttribute("placeholder"), "Frag mich");
  const dark = await page.evaluate("host.canvas()");
  await page.evaluate(`host.find().setAttribute("theme", "light")`);
  await page.waitForFunction((was) => Reflect.get(globalThis, "host").canvas() !== was, dark);
  await page.evaluate(`host.find().setAttribute("locale", "fr")`);
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
});

void test("what the chat has to say for a moment is said in its own place", async (t) => {
  const style = "body { padding: 180px 0 0 240px }";
  const { page } = await scene.openHost(t, { style, context: { viewport: { width: 1000, height: 900 } } });
  await askElement(page, QUESTION);
  await page.getByRole("button", { name: "Wrong answer" }).click();
  await page.getByRole("textbox", { name: "What was wrong?" }).fill("The region");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  const [notice, element] = [
    await page.locator(".toast").boundingBox(),
    await page.locator("parley-chat").boundingBox(),
  ];
  assert.ok(notice && element);
  assert.ok(
    notice.y >= element.y && notice.x >= element.x,
    `at ${notice.x}, ${notice.y} of ${element.x}, ${element.y}`,
  );
  const isCentred = Math.abs(notice.x + notice.width / 2 - (element.x + element.width / 2)) < 2;
  assert.ok(isCentred, `${notice.x} + ${notice.width} in ${element.x} + ${element.width}`);
});

void test("features and phrases of the host's own", async (t) => {
  const { page } = await scene.openHost(t);
  await page.evaluate(`host.find().features = { upload: false, sourceChoice: false }`);
  await page.evaluate(`host.find().messages = { "home.title": "Ask the shop", "embed.new": "Once more" }`);
  await page.getByRole("heading", { name: "Ask the shop" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Attach files" }).count(), 0);
  await askElement(page, QUESTION);
  await page.getByRole("button", { name: "Once more" }).click();
  await page.getByRole("heading", { name: "Ask the shop" }).waitFor();
});

void test("two elements have chats of their own and share one client, which asks for a token once", async (t) => {
  const body = `<parley-chat id="one"></parley-chat><parley-chat id="two"></parley-chat>`;
  const { page, tokensAsked } = await scene.openHost(t, { body });
  await page.evaluate(`host.find("#two").ask("How many orders are there?")`);
  await page.locator("#two .number-figure").waitFor();
  assert.equal(await page.locator("#one article").count(), 0);
  assert.equal(tokensAsked(), 1);
});

void test("an element that is put elsewhere keeps what was written, and its chat", async (t) => {
  const { page } = await scene.openHost(t, { body: `<parley-chat></parley-chat><aside></aside>` });
  await askElement(page, QUESTION);
  await composer(page).fill("The next one");
  await page.evaluate(`document.querySelector("aside").append(host.find())`);
  assert.equal(await page.locator("aside article").count(), 1);
  assert.equal(await composer(page).inputValue(), "The next one");
  assert.equal(await page.evaluate(`heard.filter(({ name }) => name === "ready").length`), 1);
});

void test("an element that is removed while it answers stops no turn", async (t) => {
  const { page, person } = await scene.openHost(t);
  await page.getByLabel("Model").selectOption("scripted");
  await ask(page, "Tell me something endless");
  await newest(page).getByText("This is the beginning.").waitFor();
  const { chatId } = await heardOf<{ chatId: string }>(page, "chat");
  await page.evaluate("host.find().remove()");
  const { body } = await scene.service.call(`GET /v1/chats/${chatId}`, { token: person.token });
  assert.notEqual(body.active_turn_id, null);
  await page.evaluate(`{
    const element = document.createElement("parley-chat");
    element.setAttribute("chat-id", "${chatId}");
    element.token = memberToken;
    document.body.append(element);
  }`);
  await newest(page).getByText("This is the beginning.").waitFor();
  await page.evaluate("host.find().stop()");
  await newest(page).getByText("Stopped by you.").waitFor();
});

/** Makes what waits until all that a page has asked for is there. */
function idleOf(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  const ended = (request: Request): void => void pending.delete(request);
  page.on("request", (request) => pending.add(request));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async () => {
    while (pending.size > 0) {
      const [request] = pending;
      await request?.response();
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
  };
}

void test("a part that cannot be fetched at first is fetched again, and the answer drawn", async (t) => {
  const { page } = await scene.openHost(t, { body: "", expects: /Failed to load resource/ });
  const tries = new Map<string, number>();
  await page.route(/\/embed\/parts\/(?:transcript|chart)-/, async (route) => {
    const name = new URL(route.request().url()).pathname;
    tries.set(name, (tries.get(name) ?? 0) + 1);
    if (tries.get(name) === 1) await route.abort("connectionreset");
    else await route.continue();
  });
  await page.evaluate("document.querySelector('main').append(document.createElement('parley-chat'))");
  await page.evaluate("host.find().token = memberToken");
  await askElement(page, QUESTION);
  await page.locator(".sheet svg [data-mark]").first().waitFor();
  assert.equal(tries.size, 2);
  for (const [name, count] of tries) assert.ok(count > 1, `${name} was asked for once`);
});

void test("two hundred elements leave nothing behind", async (t) => {
  const { page } = await scene.openHost(t, { body: "" });
  const session = await page.context().newCDPSession(page);
  const settled = idleOf(page);
  const mounts = async (count: number) => {
    await page.evaluate(`host.mount(${count})`);
    await settled();
  };
  const held = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { nodes, jsEventListeners };
  };
  await mounts(20);
  const before = await held();
  await mounts(200);
  const afterwards = await held();
  assert.ok(afterwards.nodes - before.nodes < 200, `${before.nodes} nodes became ${afterwards.nodes}`);
  const more = afterwards.jsEventListeners - before.jsEventListeners;
  assert.ok(more < 50, `${more} more listeners`);
});

void test("what people write is not taken for keys of the page", async (t) => {
  const keys = `globalThis.pressed = []; addEventListener("keydown", ({ key }) => pressed.push(key));`;
  const { page } = await scene.openHost(t, { scripts: [keys] });
  await composer(page).pressSequentially("jk/");
  await composer(page).press("Control+b");
  assert.deepEqual(await page.evaluate("pressed"), ["Control", "b"]);
});

void test("a token that cannot be had is told, and asked for again by the next question", async (t) => {
  const body = `<parley-chat token-url="/nobody"></parley-chat>`;
  const { page } = await scene.openHost(t, { body });
  const detail = await heardOf<{ code: string }>(page, "token-error");
  assert.equal(typeof detail.code, "string");
  await page.evaluate("host.find().token = memberToken");
  await page.getByRole("button", { name: QUESTION }).waitFor();
});

void test("colours of the host's own are taken, and those that cannot be read are told once", async (t) => {
  const style = "parley-chat { --parley-accent: #ffe680; --parley-radius: 4px; --parley-density: 0.8 }";
  const body = "<parley-chat></parley-chat><parley-chat></parley-chat>";
  const { page, complaints } = await scene.openHost(t, { style, body, expects: /--parley-accent/ });
  await page.getByRole("button", { name: QUESTION }).first().waitFor();
  assert.deepEqual(
    complaints.map((text) => /--parley-[\w-]+ on --parley-[\w-]+/.exec(text)?.[0]),
    ["--parley-accent on --parley-sheet", "--parley-on-accent on --parley-accent"],
  );
  const radius = `getComputedStyle(host.find().shadowRoot.querySelector(".parley-root")).borderRadius`;
  assert.equal(await page.evaluate(radius), "5.6px");
});

void test("the README's first snippet works as it stands", async (t) => {
  const readme = readFileSync(new URL("../../packages/embed/README.md", import.meta.url), "utf8");
  const snippet = /```html\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const body = snippet.replaceAll("https://analytics.example.com", scene.baseUrl);
  assert.notEqual(body, snippet);
  // The host of these tests allows no style in an attribute.
  const { page } = await scene.openHost(t, { body, expects: /inline style/ });
  await page.getByRole("button", { name: QUESTION }).click();
  await page.locator(".sheet svg [data-mark]").first().waitFor();
});

void test("behind a button: opened, asked, closed and opened again by keyboard", async (t) => {
  const { page } = await scene.openHost(t, {
    body: `<parley-chat layout="bubble"></parley-chat>`,
    style: "main { transform: rotate(4deg); overflow: hidden; opacity: 1 }",
  });
  const launcher = page.getByRole("button", { name: "Ask about your data" });
  await launcher.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Reflect.get(globalThis, "host").focused() === "TEXTAREA");
  await page.keyboard.type("How many orders are there?");
  await page.keyboard.press("Enter");
  await page.locator(".number-figure").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await page.locator(".number-figure").waitFor();
});

for (const theme of ["light", "dark"]) {
  void test(`nothing for axe to find, ${theme}`, async (t) => {
    const body = `<parley-chat theme="${theme}"></parley-chat>`;
    const { page } = await scene.openHost(t, { body });
    await askElement(page, QUESTION);
    await page.locator(".sheet svg [data-mark]").first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
}
