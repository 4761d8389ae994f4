/**
 * `npm run test:browser -- charts`: charts in a page of Chromium under the console's own policy: what a screen reader is given, one
 * cursor for keys and pointer, files that open, and what 200 stacked bars take.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { pageHeaders } from "@parley/console/headers.ts";
import type { BrowserContextOptions, Page } from "playwright-core";
import { buildPage } from "./build-page.ts";
import { startChromium } from "./chromium.ts";
import { serveFolder } from "./folder-server.ts";

const folder = await mkdtemp(path.join(tmpdir(), "parley-charts-"));
await buildPage("charts-page", path.join(folder, "page"));
const server = await serveFolder(path.join(folder, "page"), pageHeaders({ bucket: [] }));
const browser = await startChromium();

/** A new page with charts. When the test ends it must have had no complaint: no violation, error or unhandled rejection. */
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
  await page.locator("figure").first().waitFor();
  return page;
}

await test("a screen reader finds a figure, its summary and the value at the cursor", async (t) => {
  const page = await newPage(t);
  const figure = page.getByRole("figure", { name: "Revenue by month", exact: true });
  const chart = figure.getByRole("application");
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(
    await figure.ariaSnapshot(),
    [
      '- figure "Revenue by month":',
      "  - 'application \"Line chart: revenue by month. 12 values, from January 2025 to December 2025. Highest: 74,379 (April 2025). Lowest: 20,000 (January 2025).\"'",
      "  - paragraph: Arrow keys read the values.",
      "  - status: February 2025, 57,882",
    ].join("\n"),
  );
});

await test("keys and pointer move one cursor, whose tip stays within its chart", async (t) => {
  for (const width of [1000, 390]) {
    const page = await newPage(t, "", { viewport: { width, height: 900 } });
    for (const name of ["Revenue by month", "Revenue by month and kind", "Price and stock", "Orders by month"]) {
      const figure = page.getByRole("figure", { name, exact: true });
      const drawing = figure.locator(".chart-drawing");
      await drawing.scrollIntoViewIfNeeded();
      const box = await drawing.boundingBox();
      assert.ok(box);
      for (const part of [0.05, 0.5, 0.98]) {
        await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
        const tip = await figure.locator(".chart-tip").boundingBox();
        assert.ok(tip);
        assert.ok(tip.x >= box.x - 1 && tip.x + tip.width <= box.x + box.width + 1, `${name} at ${part} of ${width}`);
      }
      await figure.getByRole("application").focus();
      await page.keyboard.press("Home");
      assert.equal(await figure.locator(".chart-tip").count(), 1);
      await page.keyboard.press("Escape");
      assert.equal(await figure.locator(".chart-tip").count(), 0);
    }
    const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    assert.ok(overflow <= 0, `${overflow} px too wide at ${width}`);
  }
});

await test("a finger points at a value, which stays to be read until another place is touched", async (t) => {
  const page = await newPage(t, "", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const figure = page.getByRole("figure", { name: "Revenue by month", exact: true });
  const drawing = figure.locator(".chart-drawing");
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width - 12, box.y + box.height / 2);
  await figure.locator(".chart-tip").getByText("December 2025").waitFor();
  await page.getByRole("button").first().tap();
  await figure.locator(".chart-tip").waitFor({ state: "detached" });
});

for (const theme of ["light", "dark"])
  await test(`every chart opens as SVG and as PNG of twice its size, ${theme}`, async (t) => {
    const page = await newPage(t, `theme=${theme}`);
    for (const section of await page.locator("section").all()) {
      await section.getByRole("button", { name: "Save" }).click();
      const widthOf = async (name: string) =>
        Number(await section.locator(`img[alt=${name}][data-width]`).getAttribute("data-width"));
      const [svg, png] = [await widthOf("svg"), await widthOf("png")];
      assert.ok(svg > 200, `a drawing of ${svg} px`);
      assert.equal(png, svg * 2);
      const file = await section.locator("pre").textContent();
      assert.match(file ?? "", /^<svg [^>]*><title>.+<\/title><desc>.+ chart: .+<\/desc>/);
      assert.doesNotMatch(file ?? "", /var\(|light-dark|class=|style=|NaN/);
    }
  });

await test("200 stacked bars are drawn, and how long it takes is printed", async (t) => {
  const page = await newPage(t, "stacks");
  assert.equal(await page.locator(".chart-marks .chart-mark").count(), 200);
  const slow = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await slow.send("Emulation.setCPUThrottlingRate", { rate });
    const times: number[] = [];
    for (let turn = 1; turn <= 9; turn += 1) times.push(await page.evaluate<number>(`drawStack(${turn * rate})`));
    const middle = times.toSorted((one, other) => one - other)[4] ?? 0;
    t.diagnostic(
      `200 stacked bars at CPU ÷ ${rate}: ${middle.toFixed(1)} ms until the frame after them, median of nine`,
    );
  }
});

await browser.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
