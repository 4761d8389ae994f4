/**
 * What the console looks like, room by room, in light and dark, on a desk and on a phone: each picture in `shots` is compared with
 * the page as it is now. The demo tenant is asked at one fixed instant, so that its data, its dates and "last year" never change.
 * After a change that shows: `npm run test:browser -- pictures --update`, and the new pictures belong to the commit.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { isFromNpm, startChromium } from "./chromium.ts";
import { startDemo } from "./demo-service.ts";
import { bytesOfPicture, comparePicture } from "./picture.ts";
import { roomsOf, settled } from "./rooms.ts";

/** When the service starts. */
const STARTED_AT = Date.parse("2026-03-18T09:00:00Z");
/** What the page's clock says, whatever is done before it: long enough after the start that "1 hour ago" stays it. */
const LOOKED_AT = STARTED_AT + 80 * 60_000;
const BYTES_OF_A_PICTURE = 64 * 1024;

const viewports = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const all = ["light", "dark", "phone-light", "phone-dark"] as const;
type Look = (typeof all)[number];
const desk: readonly Look[] = ["light", "dark"];

if (!isFromNpm) {
  process.stdout.write("Pictures are compared with npm's Chromium, which there is for Linux on x64.\n");
  process.exit(0);
}

const [browser, demo] = await Promise.all([
  startChromium(),
  startDemo({
    CLOCK_SHIFT_MS: String(STARTED_AT - Date.now()),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "shifted-clock.ts")}`,
  }),
]);
after(() => Promise.all([browser.close(), demo.stop()]));
const context = await browser.newContext({
  locale: "en-GB",
  timezoneId: "Europe/Berlin",
  viewport: viewports.desk,
  reducedMotion: "reduce",
});
const page = await context.newPage();
await page.clock.setFixedTime(LOOKED_AT);

/** How long a query takes, at which second it was asked, the service's port, and hashes and signatures are another time's each time. */
const fixTimes = (): Promise<void> =>
  page.evaluate(`{
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest(".receipt-facts code"))
        text.data = text.data.replace(/[\\w+/=-]{6,}/g, ({ length }) => "0123456789abcdef".repeat(length).slice(0, length));
      else if (/^[\\d.,]+\\s?m?s$/.test(text.data)) text.data = "12 ms";
      else if (/\\d:\\d\\d:\\d\\d/.test(text.data)) text.data = text.data.replace(/:\\d\\d:\\d\\d/, ":00:20");
      else if (/127\\.0\\.0\\.1:\\d+/.test(text.data)) text.data = text.data.replace(/127\\.0\\.0\\.1:\\d+/g, "127.0.0.1:8787");
    }
  }`);

/**
 * Signs in as Nora where the page asks who one wants to be: at first, and when the emulator of DynamoDB has taken the session for
 * expired, for its own clock is not shifted.
 */
async function signIn(): Promise<void> {
  const nora = page.getByRole("button", { name: /^Nora Quistgard/ });
  await nora.or(page.locator(".shell")).first().waitFor();
  if (!(await nora.isVisible())) return;
  await nora.click();
  await page.locator(".shell").waitFor();
  // What a page fetches after it was opened is waited for when it is opened anew.
  await page.reload();
}

/** Gives the page a size. What is drawn anew from the start does not remember where a pixel was before. */
async function fit(device: keyof typeof viewports): Promise<void> {
  if (page.viewportSize()?.width === viewports[device].width) return;
  await page.setViewportSize(viewports[device]);
  await page.reload();
  await signIn();
}

/** Compares the page as it is with its pictures in some looks. */
async function look(name: string, looks: readonly Look[] = desk): Promise<void> {
  const problems: string[] = [];
  for (const each of looks) {
    await fit(each.startsWith("phone") ? "phone" : "desk");
    await page.emulateMedia({ colorScheme: each.endsWith("dark") ? "dark" : "light" });
    await page.mouse.move(0, 0);
    await settled(page);
    await fixTimes();
    const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
    const problem = comparePicture(`${name}-${each}`, screenshot);
    if (problem !== null) problems.push(problem);
    else assert.ok(bytesOfPicture(`${name}-${each}`) <= BYTES_OF_A_PICTURE, `${name}-${each} is too large`);
  }
  await fit("desk");
  assert.deepEqual(problems, []);
}

/** Asks in a new chat, and waits for the whole answer. */
async function ask(question: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^New question/ })
    .click();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(question);
  await page.keyboard.press("Enter");
  await page.getByRole("article").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: question }).waitFor();
  await settled(page);
}

const sheetTab = (tab: string, of: Page = page): Promise<void> => of.getByRole("tab", { name: tab }).click();

void test("signing in", async () => {
  await page.goto(demo.address);
  await page.getByRole("button", { name: /^Nora Quistgard/ }).waitFor();
  await look("sign-in");
  await signIn();
});

void test("a new question", () => look("home", all));

void test("answers: a line, bars, a number and its receipt, what was not understood", async () => {
  await ask("How many customers are there?");
  await look("number", ["light"]);
  await page.getByRole("button", { name: "Receipt" }).click();
  await page.getByText("Hashes, versions and signature").waitFor();
  await look("receipt", ["light"]);
  await page.keyboard.press("Escape");
  for (const offer of ["See how it was decided", "Embed this chat in your own product"]) {
    await page.getByText(offer).waitFor();
    await page.getByRole("button", { name: "No, thanks" }).click();
  }
  await ask("Sales of kettles on the moon");
  await look("not-understood", ["light"]);
  await ask("Revenue by category last year");
  await look("bars", ["dark"]);
  await ask("Revenue by month last year");
  await look("line", all);
});

void test("a result's table, its SQL, and how it was answered", async () => {
  await sheetTab("Table");
  await page.getByRole("gridcell").first().waitFor();
  await look("table", ["light"]);
  await sheetTab("SQL");
  await look("sql", ["dark"]);
  await sheetTab("Chart");
  await page.getByRole("button", { name: "Show how this was answered" }).click();
  await look("workings");
});

void test("an answer that is marked, for the room of feedback", async () => {
  await page.getByRole("button", { name: "Wrong answer" }).last().click();
  await page.getByLabel("What was wrong?").fill("Revenue should be less refunds.");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await page.getByLabel("What was wrong?").waitFor({ state: "detached" });
});

void test("every room", async () => {
  const problems: string[] = [];
  for (const { name, path: address } of await roomsOf(page)) {
    await page.goto(new URL(address, demo.address).href);
    await signIn();
    await look(name, ["light", "dark"]).catch((error: Error) => problems.push(error.message));
  }
  assert.deepEqual(problems, []);
});

void test("a room on a phone", async () => {
  await page.goto(`${demo.address}app/admin/rules`);
  await signIn();
  await look("admin-rules", ["phone-light"]);
});

void test("a document, opened where an answer quotes it", async () => {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^New question/ })
    .click();
  await page.getByRole("button", { name: "Collections of documents" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Customer service" }).click();
  await page.keyboard.press("Escape");
  await ask("How long is the warranty on furniture?");
  await look("quoted", ["light"]);
  for (const each of ["phone-light", "phone-dark"] as const) {
    // The dialog would be gone with the page that is drawn anew in another size.
    await fit("phone");
    await page
      .getByRole("button", { name: /^Open “warranty and repairs”/ })
      .first()
      .click();
    await page.getByRole("region", { name: "Quoted here" }).waitFor();
    await look("document", [each]);
  }
});
