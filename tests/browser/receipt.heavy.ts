/** The receipt of an answer: what it rests on, checked again over HTTP while the data and the rules are as they were, and after they changed. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { databaseFile } from "../support/database-file.ts";
import { axeViolations } from "./axe.ts";
import { answered, ask, newest, startChatScene } from "./chat-scene.ts";
import { settled } from "./rooms.ts";

const scene = await startChatScene();
after(() => scene.stop());

void test("a receipt shows what was run and signed, and says after a check whether data or rules have changed since", async (t) => {
  const person = await scene.tenant.add("admin");
  const { page } = await scene.open(t, { person });
  await ask(page, "How many orders are there?");
  await answered(page);
  const opener = newest(page).getByRole("button", { name: "Receipt" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Receipt" });
  await sheet.getByText("SELECT").first().waitFor();
  await sheet.getByText("Hashes, versions and signature").click();
  await sheet.getByText("Signed with").waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    assert.deepEqual(await axeViolations(page), [], colorScheme);
  }
  const check = sheet.getByRole("button", { name: "Check again" });
  await check.click();
  await sheet.getByText("the same rows come of it").waitFor();

  const Rule = await import("@parley/core/rule/rule");
  await Rule.create(scene.tenant.ctx, "Orders mean paid orders.", person);
  await check.click();
  await sheet.getByText("what the answer rests on has changed since").waitFor();
  await sheet.getByText("A rule, added").waitFor();

  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Receipt");
});

void test("the receipt of an answer names the rows that have changed since", async (t) => {
  const Integration = await import("@parley/core/integration/integration");
  const tenant = await scene.service.newOrganization();
  const file = `databases/${tenant.id}/stock.sqlite`;
  const keep = async (count: number): Promise<void> => {
    const sql = `CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT); ${"INSERT INTO parts (name) VALUES ('a');".repeat(count)}`;
    await scene.service.environment.files.put(file, await databaseFile(sql), "application/vnd.sqlite3");
  };
  await keep(3);
  await Integration.create(tenant.ctx, { display_name: "Stock", config: { engine: "sqlite", file } });
  const Agent = await import("@parley/core/agent/agent");
  await Agent.create(tenant.ctx, { name: "Counter", published: true, is_default: true, model_id: "rules" });
  const page = await scene.openPage(t, { person: tenant.member });
  await ask(page, "How many parts are there?");
  await answered(page);
  await keep(5);
  await newest(page).getByRole("button", { name: "Receipt" }).click();
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText("the data has changed since").waitFor();
});
