/** What comes out of the printer: a whole chat, or an open receipt alone, without what can only be clicked. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answered, ask, startChatScene } from "./chat-scene.ts";

const scene = await startChatScene();
after(() => scene.stop());

void test("a chat is printed as a whole, in black on white", async (t) => {
  const { page } = await scene.open(t);
  for (const question of ["Total amount by region", "How many orders are there?", "How many customers are there?"]) {
    await ask(page, question);
    await answered(page);
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const name of ["Question", "Send"])
    assert.equal(await page.getByLabel(name, { exact: true }).isVisible(), false);
  assert.equal(await page.getByRole("navigation").isVisible(), false);
  const log = page.getByRole("log");
  const { height } = (await log.boundingBox()) ?? { height: 0 };
  const printed = await page.evaluate("document.documentElement.scrollHeight");
  assert.ok(Number(printed) >= Math.floor(height), `nothing of the log is cut off: ${String(printed)} of ${height}`);
  assert.ok(height > (page.viewportSize()?.height ?? 0), "there is more than the window shows");
  const ink = await page.evaluate("getComputedStyle(document.querySelector('.log')).color");
  assert.equal(ink, "oklch(0.21 0.012 260)", "ink is dark also where the page is");
});

void test("a receipt is printed alone", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.getByRole("button", { name: "Receipt" }).click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  await receipt.getByText("Statement").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await receipt.getByText("Statement").first().waitFor();
  assert.equal(await page.getByRole("heading", { level: 2, name: "How many orders are there?" }).isVisible(), false);
  assert.equal(await receipt.getByRole("button", { name: "Check again" }).isVisible(), false);
});
