/**
 * `npm run test:browser`: the parts of the console in a page of Chromium, under the console's own policy: no violation of it or of
 * what axe checks, every task by keyboard, and a table of 10,000 rows that stays small and fast.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, type TestContext, test } from "node:test";
import { pageHeaders } from "@parley/console/headers.ts";
import type { BrowserContextOptions, Page } from "playwright-core";
import { buildPage } from "./build-page.ts";
import { startChromium } from "./chromium.ts";
import { serveFolder } from "./folder-server.ts";

const folder = await mkdtemp(path.join(tmpdir(), "parley-parts-"));
await buildPage("parts-page", path.join(folder, "page"));
const server = await serveFolder(path.join(folder, "page"), pageHeaders({ bucket: [] }));
const browser = await startChromium();
after(async () => {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A new page with all parts. When the test ends it must have had no complaint: no violation, error or unhandled rejection. */
async function newPage(t: TestContext, query = "", options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1000, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => complaints.push(message.text()));
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(`${server.origin}/?${query}`);
  return page;
}

/** The place of the cell with the focus, as `row:column`. */
const focusedPlace = (page: Page) => page.locator(":focus").getAttribute("data-place");

await test("a table of 10,000 rows is moved through by keyboard, and little of it is drawn", async (t) => {
  const page = await newPage(t);
  const grid = page.getByRole("grid", { name: "Orders" });
  assert.equal(await grid.getAttribute("aria-rowcount"), "10001");
  await page.getByRole("tab", { name: "Table" }).focus();
  const keys: [key: string, place: string][] = [
    ["Tab", "-1:0"],
    ["ArrowDown", "0:0"],
    ["ArrowRight", "0:1"],
    ["End", "0:5"],
    ["Control+End", "9999:5"],
    ["ArrowUp", "9998:5"],
    ["PageUp", "9988:5"],
    ["Home", "9988:0"],
    ["Control+Home", "0:0"],
    ["ArrowUp", "-1:0"],
  ];
  for (const [key, place] of keys) {
    await page.keyboard.press(key);
    assert.equal(await focusedPlace(page), place, `after ${key}`);
    assert.ok(await page.locator(":focus").isVisible());
  }
  const nodes = await grid.locator("*").count();
  t.diagnostic(`${nodes} elements for 10,000 rows of 6 columns`);
  assert.ok(nodes <= 400);
});

await test("the cell with the focus stays when the table is scrolled away from it", async (t) => {
  const page = await newPage(t);
  await page.locator('[data-place="2:1"]').click();
  await page.mouse.wheel(0, 60_000);
  await page.locator('[data-place="1880:1"]').waitFor();
  assert.equal(await focusedPlace(page), "2:1");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focusedPlace(page), "3:1");
  await page.locator('[data-place="3:1"]').isVisible();
});
