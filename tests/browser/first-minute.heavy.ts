/** The first minute: `npm start` in an empty folder, the address that it prints, one click to be somebody, one click to an answer. */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { axeViolations } from "./axe.ts";
import { complaintsOf } from "./complaints.ts";
import { startChromium } from "./chromium.ts";
import { startDemo } from "./demo-service.ts";

const began = performance.now();
const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(2)} s`;

const [browser, demo] = await Promise.all([startChromium(), startDemo()]);
after(() => Promise.all([browser.close(), demo.stop()]));
const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });

void test("two clicks lead from the printed address to a chart, its table and its SQL", async (t) => {
  t.diagnostic(`ready after ${secondsSince(began)}`);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const opened = performance.now();
  await page.goto(demo.address);
  await page.getByRole("button", { name: /^Nora Quistgard/ }).click();
  await page.getByRole("textbox", { name: "Question" }).and(page.locator(":focus")).waitFor();
  const starter = page.getByRole("list", { name: "To begin with" }).getByRole("button", { name: /revenue by month/i });
  const asked = performance.now();
  await starter.click();

  const answer = page.getByRole("article").last();
  const chart = answer.getByRole("application", { name: /^Line chart: .* 12 values/ });
  await chart.waitFor();
  t.diagnostic(`a chart ${secondsSince(asked)} after the click, ${secondsSince(opened)} after the page was asked for`);

  await answer.getByRole("tab", { name: "Table" }).click();
  await answer.getByRole("gridcell").first().waitFor();
  assert.equal(await answer.getByRole("grid").getByRole("row").count(), 13, "twelve months and their header");
  await answer.getByRole("tab", { name: "SQL" }).click();
  await answer.getByText(/^SELECT/).waitFor();
  await answer.getByText("12 rows").waitFor();
  t.diagnostic(`from npm start to the end: ${secondsSince(began)}`);
  assert.deepEqual(complaints, []);
});

void test("who comes back is still signed in, and finds the chat", async () => {
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(demo.address);
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /revenue by month/i })
    .click();
  await page.getByRole("application", { name: /^Line chart/ }).waitFor();
  assert.deepEqual(complaints, []);
});

const WORKINGS = "See how it was decided";
const OFFER = "Embed this chat in your own product";

/** A page in a browser of its own, where somebody of the demo has had the first answer. */
async function answered(t: TestContext, person: RegExp) {
  const own = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
  t.after(() => own.close());
  const page = await own.newPage();
  await page.goto(demo.address);
  await page.getByRole("button", { name: person }).click();
  await page
    .getByRole("list", { name: "To begin with" })
    .getByRole("button", { name: /revenue by month/i })
    .click();
  await page.getByRole("application", { name: /^Line chart/ }).waitFor();
  return {
    page,
    workings: page.getByRole("button", { name: WORKINGS }),
    offer: page.getByRole("link", { name: OFFER }),
    decline: page.getByRole("button", { name: "No, thanks" }),
  };
}

void test("the first answer leads an administrator to how it was decided, then to embedding the chat", async (t) => {
  const { page, workings, offer } = await answered(t, /^Nora Quistgard/);
  const complaints = complaintsOf(page);
  await workings.waitFor();
  assert.equal(await offer.count(), 0, "one offer at a time");
  assert.deepEqual(await axeViolations(page), []);
  await workings.click();
  await page.getByRole("complementary", { name: "Workings" }).getByText("Ran a query").waitFor();
  await offer.waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await offer.click();
  await page.getByRole("heading", { level: 1, name: "Embed" }).waitFor();
  await page.locator(".code-block code", { hasText: "<parley-chat" }).waitFor();
  const here = page.getByRole("navigation").getByRole("link", { name: "Embed", exact: true });
  assert.equal(await here.getAttribute("aria-current"), "page", "the rail leads there, too");
  await page.goBack();
  await page.getByRole("application", { name: /^Line chart/ }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await offer.count(), 0);
  assert.deepEqual(complaints, []);
});

void test("offers are put away for good", async (t) => {
  const { page, workings, offer, decline } = await answered(t, /^Nora Quistgard/);
  await workings.waitFor();
  await decline.click();
  await offer.waitFor();
  await decline.click();
  await page.getByRole("textbox", { name: "Question" }).and(page.locator(":focus")).waitFor();
  await page.reload();
  await page.getByRole("application", { name: /^Line chart/ }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal((await workings.count()) + (await offer.count()), 0);
});

void test("a member is led to how the answer was decided, and not offered to embed the chat", async (t) => {
  const { page, workings, offer } = await answered(t, /^Samir Vossberg/);
  await workings.click();
  await page.getByRole("complementary", { name: "Workings" }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal((await workings.count()) + (await offer.count()), 0);
});

void test("dates are written as in the browser's own region", async (t) => {
  const { page } = await answered(t, /^Tilda Harrowell/);
  await page.getByText(/^1 Jan\s–\s31 Dec \d{4} ·/).waitFor();
});

void test("an administrator finds the way to a language model, and no two rooms have the same name", async (t) => {
  const own = await browser.newContext({ locale: "en-GB" });
  t.after(() => own.close());
  const page = await own.newPage();
  await page.goto(demo.address);
  await page.getByRole("button", { name: /^Greta Calderpen/ }).click();
  const names = await page.getByRole("navigation").locator(".rail-list a").allTextContents();
  assert.equal(new Set(names).size, names.length);
  await page.getByText("Answered by the built-in interpreter").getByRole("link", { name: "Add one" }).click();
  await page.getByText("Set ANTHROPIC_API_KEY, OPENAI_API_KEY or MODEL_BASE_URL where Parley runs").waitFor();
});
