/** What administrators are given to paste: it works as it stands, in a page of another origin on the same machine. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { axeViolations } from "./axe.ts";
import { startChatScene } from "./chat-scene.ts";

const scene = await startChatScene();
await scene.tenant.add();
await scene.offer(scene.tenant, "Quillmere");
let pasted = "";
const host = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><title>A product</title><h1>A product</h1>${pasted}`);
});
host.listen(0, "127.0.0.1");
await once(host, "listening");
const { port } = host.address() as AddressInfo; // a TCP server's address is never a string
after(async () => {
  await scene.stop();
  host.closeAllConnections();
  host.close();
});

void test("the snippet of the room works as pasted, with the look that was chosen", async (t) => {
  const { page } = await scene.open(t, { person: scene.tenant.admin, path: "admin/embed" });
  await page.getByLabel("Accent").fill("#7a1fa2");
  const code = page.locator(".code-block code");
  await page.locator(".code-block code", { hasText: "#7a1fa2" }).waitFor();
  await page.getByText("Pages of any origin").waitFor();
  assert.deepEqual(await axeViolations(page), []);
  pasted = (await code.textContent()) ?? "";
  const context = await scene.browser.newContext();
  t.after(() => context.close());
  const product = await context.newPage();
  await product.goto(`http://localhost:${port}/`);
  await product.getByRole("textbox", { name: "Question", exact: true }).fill("How many orders are there?");
  await product.keyboard.press("Enter");
  await product.locator(".sheet").first().waitFor();
  assert.match((await product.locator("parley-chat").getAttribute("style")) ?? "", /--parley-accent: #7a1fa2/);
});

void test("the link of the room is in sight also where the rail is longer than the window", async (t) => {
  const context = { viewport: { width: 1000, height: 480 } };
  const { page } = await scene.open(t, { person: scene.tenant.admin, path: "admin/embed", context });
  const link = page.getByRole("navigation").getByRole("link", { name: "Embed" });
  await link.waitFor();
  await page.waitForFunction(`(() => {
    const { bottom } = document.querySelector(".rail [aria-current='page']").getBoundingClientRect();
    return bottom <= document.querySelector(".rail-scroll").getBoundingClientRect().bottom;
  })()`);
});

void test("the room shows the chat itself, which looks at once as is chosen, and answers", async (t) => {
  const { page } = await scene.open(t, { person: scene.tenant.admin, path: "admin/embed" });
  const preview = page.getByRole("region", { name: "Preview" }).locator("parley-chat");
  await preview.waitFor();
  const heightOf = () => preview.evaluate((element) => (element as unknown as { clientHeight: number }).clientHeight);
  assert.equal(await heightOf(), 640);
  await page.getByLabel("Accent").fill("#7a1fa2");
  await page.getByLabel("Height").fill("500");
  await page.getByText("Light", { exact: true }).click();
  await page.locator(".code-block code", { hasText: 'theme="light"' }).waitFor();
  const said = await page.locator(".code-block code").textContent();
  assert.match(said ?? "", /height: 500px; --parley-accent: #7a1fa2/);
  assert.match((await preview.getAttribute("style")) ?? "", /height: 500px; --parley-accent: #7a1fa2/);
  assert.equal(await preview.getAttribute("theme"), "light");
  assert.equal(await heightOf(), 500);
  await preview.getByRole("textbox", { name: "Question", exact: true }).fill("How many orders are there?");
  await page.keyboard.press("Enter");
  await preview.locator(".sheet").first().waitFor();
});

void test("the room says that a colour cannot be read", async (t) => {
  // So does the chat that it shows, to developers.
  const expects = /to be read it needs 4.5:1/;
  const { page } = await scene.open(t, { person: scene.tenant.admin, path: "admin/embed", expects });
  await page.getByLabel("Accent").fill("#ffee00");
  await page.getByText("hard to read").waitFor();
});
