/**
 * `npm run test:browser`: the parts of the console in a page of Chromium, under the console's own policy: no violation of it or of
 * what axe checks, every task by keyboard, and a table of 10,000 rows that stays small and fast.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { pageHeaders } from "@parley/console/headers.ts";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeViolations } from "./axe.ts";
import { buildPage } from "./build-page.ts";
import { startChromium } from "./chromium.ts";
import { serveFolder } from "./folder-server.ts";
import { manyRows } from "./parts-page/samples.ts";

const folder = await mkdtemp(path.join(tmpdir(), "parley-parts-"));
await buildPage("parts-page", path.join(folder, "page"));
const server = await serveFolder(path.join(folder, "page"), pageHeaders({ bucket: [] }));
const browser = await startChromium();

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
const focusedPlace = (page: Page) => page.locator(":focus").last().getAttribute("data-place");

for (const query of ["", "shadow"])
  await test(`a table of 10,000 rows is moved through by keyboard, ${query ? "in a shadow root" : "in a page"}`, (t) =>
    tableByKeyboard(t, query));

await test("a long table is printed to its thousandth row, and says what is left out", async (t) => {
  const page = await newPage(t);
  await page.getByRole("tab", { name: "Table" }).click();
  const grid = page.getByRole("grid", { name: "Orders" });
  const drawn = grid.locator("tbody tr[aria-rowindex]");
  await drawn.first().waitFor();
  const inView = await drawn.count();
  const said = page.getByText("Printed: the first 1,000 of 10,000 rows.");
  assert.equal(await said.isVisible(), false);
  await page.emulateMedia({ media: "print" });
  await drawn.nth(999).waitFor();
  assert.equal(await drawn.count(), 1000);
  await said.waitFor();
  const { height } = (await grid.boundingBox()) ?? { height: 0 };
  assert.ok(height < 1002 * 33, `rows that are not printed take no paper: ${height} px`);
  const cut = await page.evaluate(`(() => {
    const { scrollHeight, clientHeight } = document.querySelector(".table-scroll");
    return scrollHeight - clientHeight;
  })()`);
  assert.equal(cut, 0, "nothing of what is drawn is cut off");
  await page.emulateMedia({ media: "screen" });
  await drawn.nth(999).waitFor({ state: "detached" });
  assert.equal(await drawn.count(), inView);
});

await test("a table says at its edge that columns lie beyond it", async (t) => {
  const page = await newPage(t, "", { viewport: { width: 700, height: 900 } });
  const edge = page.locator(".table-more");
  await edge.waitFor();
  await page.getByRole("grid", { name: "Orders" }).getByRole("gridcell").first().click();
  await page.keyboard.press("End");
  await edge.waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await edge.waitFor();
});

async function tableByKeyboard(t: TestContext, query: string): Promise<void> {
  const page = await newPage(t, query);
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
    ["PageUp", "9987:5"],
    ["Home", "9987:0"],
    ["Control+Home", "0:0"],
    ["ArrowUp", "-1:0"],
  ];
  for (const [key, place] of keys) {
    await page.keyboard.press(key);
    assert.equal(await focusedPlace(page), place, `after ${key}`);
    assert.ok(await page.locator(":focus").last().isVisible());
  }
  const nodes = await grid.locator("*").count();
  t.diagnostic(`${nodes} elements for 10,000 rows of 6 columns`);
  assert.ok(nodes <= 400);
}

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

/** Opens what floats over the page, so that axe sees it. */
const opened: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "nothing open": async () => undefined,
  "a dialog": (page) => page.getByRole("button", { name: "Rename" }).click(),
  "a menu": (page) => page.getByRole("button", { name: "Actions" }).click(),
  "a drawer": (page) => page.getByRole("button", { name: "Workings" }).click(),
  "a picker": (page) => page.getByRole("combobox", { name: "Source" }).click(),
  "a toast": (page) => page.getByRole("button", { name: "Delete the rule" }).click(),
  SQL: (page) => page.getByRole("tab", { name: "SQL" }).click(),
};

for (const theme of ["light", "dark"] as const)
  await test(`axe finds nothing in the ${theme} theme, whatever is open`, async (t) => {
    for (const [name, open] of Object.entries(opened)) {
      const page = await newPage(t, `theme=${theme}`, { reducedMotion: "reduce", colorScheme: theme });
      await open(page);
      assert.deepEqual(await axeViolations(page), [], name);
    }
  });

await test("a page of 320 px, of large type, from right to left or in forced colours is not wider than the screen", async (t) => {
  const variants: [query: string, options: BrowserContextOptions][] = [
    ["", { viewport: { width: 320, height: 700 } }],
    ["direction=rtl", { viewport: { width: 320, height: 700 } }],
    ["direction=rtl&language=de", {}],
    ["", { forcedColors: "active" }],
  ];
  for (const [query, options] of variants) {
    const page = await newPage(t, query, options);
    const width = await page.locator("html").evaluate((html: unknown) => {
      const { scrollWidth, clientWidth } = html as { scrollWidth: number; clientWidth: number };
      return scrollWidth - clientWidth;
    });
    assert.equal(width, 0, `${query} ${JSON.stringify(options)}`);
  }
});

for (const query of ["", "shadow"])
  await test(`a menu is used by keyboard, and gives the focus back, ${query ? "in a shadow root" : "in a page"}`, (t) =>
    menuByKeyboard(t, query));

async function menuByKeyboard(t: TestContext, query: string): Promise<void> {
  const page = await newPage(t, query);
  const button = page.getByRole("button", { name: "Actions" });
  const focused = page.locator(":focus").last();
  await button.focus();
  const steps: [key: string, name: string][] = [
    ["ArrowDown", "Rename"],
    ["ArrowDown", "Duplicate"],
    ["End", "Delete"],
    ["ArrowDown", "Rename"],
    ["ArrowUp", "Delete"],
    ["b", "By name"],
    ["Home", "Rename"],
  ];
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    assert.equal((await focused.textContent())?.trim(), name, `after ${key}`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await focused.getAttribute("aria-label"), "Actions");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete “Revenue by month”?" });
  await question.waitFor();
  assert.equal(await focused.textContent(), "Cancel");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await page.getByText("nothing", { exact: true }).waitFor();
}

await test("a dialog keeps the focus, closes by Esc or beside it, and gives the focus back", async (t) => {
  const page = await newPage(t);
  const rename = page.getByRole("button", { name: "Rename" });
  const dialog = page.getByRole("dialog", { name: "Rename the chat" });
  await rename.focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await page.locator(":focus").last().textContent(), "Rename");
  await rename.click();
  await page.mouse.click(10, 10);
  await dialog.waitFor({ state: "hidden" });
});

await test("a picker finds by typing without accents, and keeps what was chosen on Esc", async (t) => {
  const page = await newPage(t);
  const picker = page.getByRole("combobox", { name: "Source" });
  await picker.focus();
  await page.keyboard.type("uber");
  const options = page.getByRole("listbox", { name: "Source" }).getByRole("option");
  await options.nth(1).waitFor({ state: "detached" });
  assert.equal(await options.count(), 1);
  await page.keyboard.press("Enter");
  assert.equal(await picker.inputValue(), "Überseelager");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  assert.equal(await picker.inputValue(), "Überseelager");
  assert.equal(await picker.getAttribute("aria-expanded"), "false");
});

await test("a toast takes back what was done", async (t) => {
  const page = await newPage(t);
  await page.getByRole("button", { name: "Delete the rule" }).click();
  const toasts = page.getByRole("status").filter({ hasText: "The rule was deleted." });
  await toasts.getByRole("button", { name: "Undo" }).click();
  await page.getByText("undone").waitFor();
  await toasts.waitFor({ state: "detached" });
});

await test("a toast to be read gives way to the next, and one that can be acted on stays", async (t) => {
  const page = await newPage(t);
  await page.getByRole("button", { name: "Delete the rule" }).click();
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitemradio", { name: "By name" }).click();
  }
  const texts = await page.locator(".toast > span").allInnerTexts();
  assert.deepEqual(texts, ["The rule was deleted.", "Sorted by name."]);
});

await test("tabs go by arrow keys, also from right to left", async (t) => {
  for (const [direction, key] of [
    ["ltr", "ArrowRight"],
    ["rtl", "ArrowLeft"],
  ] as const) {
    const page = await newPage(t, `direction=${direction}`);
    await page.getByRole("tab", { name: "Table" }).focus();
    await page.keyboard.press(key);
    assert.equal(await page.getByRole("tab", { name: "SQL" }).getAttribute("aria-selected"), "true");
    await page.locator('[data-kind="keyword"]', { hasText: "SELECT" }).last().waitFor();
  }
});

await test("a table sorts by its headers, numbers as numbers, in one frame or two", async (t) => {
  const page = await newPage(t);
  const cell = page.locator('[data-place="0:3"]');
  const header = page.getByRole("columnheader", { name: "amount" });
  const amounts = manyRows.rows.flatMap((row) => (row[3] ? [Number(row[3])] : []));
  const written = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });
  const expected = [
    ["ascending", written.format(Math.min(...amounts))],
    ["descending", written.format(Math.max(...amounts))],
    ["none", "–"],
  ];
  for (const [direction, first] of expected) {
    const took = await header.evaluate(async (element: unknown) => {
      const began = performance.now();
      (element as { querySelector(name: string): { click(): void } }).querySelector("button").click();
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - began;
    });
    assert.equal(await header.getAttribute("aria-sort"), direction);
    assert.equal((await cell.textContent())?.trim(), first);
    t.diagnostic(`${direction}: 10,000 rows in ${took.toFixed(0)} ms`);
  }
});

await test("cells are copied as tab-separated values with all of their digits", async (t) => {
  const page = await newPage(t, "", { permissions: ["clipboard-read", "clipboard-write"] });
  const clipboard = () =>
    page.evaluate(() =>
      (globalThis as { navigator: { clipboard?: { readText(): Promise<string> } } }).navigator.clipboard?.readText(),
    );
  await page.locator('[data-place="1:0"]').click();
  await page.keyboard.press("Control+C");
  assert.equal(await clipboard(), "17919");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+C");
  assert.equal(await clipboard(), "17919\t2025-11-26T23:00:00Z\n15838\t2025-09-01T06:00:00Z");
  await page.getByText("Copied 4 cells").waitFor({ state: "attached" });
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+C");
  assert.equal((await clipboard())?.split("\n").length, 10_000 + 2500);
});

await test("a cut cell shows all of its text when it has the focus, until Esc", async (t) => {
  const page = await newPage(t);
  await page.locator('[data-place="3:5"]').focus();
  const whole = page.getByRole("tooltip");
  await whole.waitFor();
  assert.match((await whole.textContent()) ?? "", /neighbour.*next delivery\.$/);
  await page.keyboard.press("Escape");
  await whole.waitFor({ state: "hidden" });
});

await browser.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
