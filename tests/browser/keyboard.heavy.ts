/** The tasks of the chat and of the room of databases by keyboard alone; those of other rooms are with their rooms. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { databaseFile } from "../support/database-file.ts";
import { answered, composer, newest, startChatScene } from "./chat-scene.ts";
import { chooseInMenu, focusIsOn, press, tabTo } from "./tab-to.ts";

const scene = await startChatScene();
after(() => scene.stop());

const SHOP = "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO customers VALUES (1, 'Ann');";

/** Asks by keyboard, without waiting for the answer. */
async function askByKeys(page: Page, question: string): Promise<void> {
  await tabTo(page, "textbox", /^Question$/);
  await page.keyboard.type(question);
  await press(page, "Enter");
  await page.getByRole("heading", { level: 2, name: question }).last().waitFor();
}

void test("a question is asked by keyboard, and its answer looked at, checked, rated and taken along", async (t) => {
  const { page } = await scene.open(t);
  await askByKeys(page, "Total amount by region");
  await newest(page).getByRole("tab", { name: "Chart" }).waitFor();
  await answered(page);
  await tabTo(page, "tab", "Chart");
  await press(page, "ArrowRight");
  await newest(page).getByRole("grid").waitFor();
  await press(page, "ArrowRight");
  await newest(page).getByText("SELECT").first().waitFor();
  await press(page, "Home");
  await newest(page).getByRole("tab", { name: "Chart", selected: true }).waitFor();
  await tabTo(page, "button", "Receipt");
  await press(page, "Enter");
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  const check = receipt.getByRole("button", { name: "Check again" });
  await focusIsOn(page, check);
  await press(page, "Enter");
  await receipt.getByText("the same rows come of it").waitFor();
  await focusIsOn(page, check);
  await press(page, "Escape");
  await focusIsOn(page, newest(page).getByRole("button", { name: "Receipt" }));
  await tabTo(page, "button", "Good answer");
  await press(page, "Enter");
  await newest(page).getByRole("button", { name: "Good answer", pressed: true }).waitFor();
  await tabTo(page, "button", "Download");
  const downloading = page.waitForEvent("download");
  await chooseInMenu(page, "Picture (PNG)");
  assert.match((await downloading).suggestedFilename(), /\.png$/);
});

void test("a question is edited by keyboard, and its chat renamed, archived and found again", async (t) => {
  const { page } = await scene.open(t);
  await askByKeys(page, "How many orders are there?");
  await newest(page).locator(".number-figure").waitFor();
  await answered(page);
  await tabTo(page, "textbox", /^Question$/);
  await press(page, "ArrowUp");
  await newest(page).getByRole("textbox", { name: "Question" }).and(page.locator(":focus")).waitFor();
  await press(page, "Control+a");
  await page.keyboard.type("How many customers are there?");
  await press(page, "Enter");
  await page.getByRole("heading", { level: 2, name: "How many customers are there?" }).waitFor();
  await answered(page);
  const list = page.getByRole("navigation").getByRole("region", { name: "Chats" });
  await tabTo(page, "button", /^What to do with /);
  await chooseInMenu(page, "Rename");
  await list.getByRole("textbox", { name: "Title" }).and(page.locator(":focus")).waitFor();
  await press(page, "Control+a");
  await page.keyboard.type("Shoppers");
  await press(page, "Enter");
  await focusIsOn(page, list.getByRole("button", { name: "What to do with “Shoppers”" }));
  await chooseInMenu(page, "Archive");
  await list.getByRole("link", { name: "Shoppers", exact: true }).waitFor({ state: "detached" });
  await focusIsOn(page, list.getByRole("searchbox"));
  await tabTo(page, "button", "Show archived chats");
  await press(page, "Enter");
  await tabTo(page, "link", "Shoppers");
  await press(page, "Enter");
  await page.waitForURL(/\/app\/chats\//);
  await composer(page).waitFor();
});

void test("chats are searched and deleted by keyboard, and the focus goes on to the next one", async (t) => {
  const { page } = await scene.open(t);
  const list = page.getByRole("navigation").getByRole("region", { name: "Chats" });
  for (const question of ["How many orders are there?", "How many customers are there?", "Total amount by region"]) {
    await press(page, "Control+k");
    await askByKeys(page, question);
    await answered(page);
    await list.getByRole("link", { name: question }).waitFor();
  }
  await tabTo(page, "searchbox", "Find a chat");
  await page.keyboard.type("how many");
  await list.getByRole("link", { name: "Total amount by region" }).waitFor({ state: "detached" });
  await tabTo(page, "button", "What to do with “How many customers are there?”");
  await chooseInMenu(page, "Delete");
  await page.getByRole("alertdialog").waitFor();
  await tabTo(page, "button", "Delete");
  await press(page, "Enter");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await focusIsOn(page, list.getByRole("link", { name: "How many orders are there?" }));
  await press(page, "Enter");
  await page.getByRole("heading", { level: 2, name: "How many orders are there?" }).waitFor();
});

void test("an answer is stopped by keyboard while it streams, and the next question can be written at once", async (t) => {
  const { page } = await scene.open(t);
  await tabTo(page, "combobox", "Model");
  await press(page, "ArrowUp");
  await askByKeys(page, "Tell me something endless");
  await newest(page).getByText("This is the beginning.").waitFor();
  await tabTo(page, "button", "Stop");
  await press(page, "Enter");
  await newest(page).getByText("Stopped by you.").waitFor();
  await focusIsOn(page, composer(page));
  await page.keyboard.type("And the next");
  await press(page, "Enter");
  await newest(page).getByText("A short answer.").waitFor();
});

void test("a starter and a follow-up are asked by keyboard, and an edit that is left leads back to where it began", async (t) => {
  const { page } = await scene.open(t);
  await tabTo(page, "button", scene.starters[1] ?? "");
  await press(page, "Enter");
  await answered(page);
  await focusIsOn(page, composer(page));
  const followUp = newest(page).locator(".follow-ups button").first();
  await tabTo(page, "button", await followUp.innerText());
  await press(page, "Enter");
  await answered(page);
  await focusIsOn(page, composer(page));
  const field = newest(page).getByRole("textbox", { name: "Question" });
  const pencil = newest(page).getByRole("button", { name: "Edit the question" });
  await press(page, "ArrowUp");
  await focusIsOn(page, field);
  await press(page, "Escape");
  await focusIsOn(page, composer(page));
  for (let presses = 0; presses < 40 && (await pencil.and(page.locator(":focus")).count()) === 0; presses += 1) {
    await press(page, "Shift+Tab");
  }
  await press(page, "Enter");
  await focusIsOn(page, field);
  await press(page, "Escape");
  await focusIsOn(page, pencil);
  await press(page, "Enter");
  await focusIsOn(page, field);
  await press(page, "Control+a");
  await page.keyboard.type("How many customers are there?");
  await press(page, "Enter");
  await page.getByRole("heading", { level: 2, name: "How many customers are there?" }).waitFor();
  await focusIsOn(page, composer(page));
});

void test("a wrong answer is marked with a note, and its question deleted, by keyboard", async (t) => {
  const { page } = await scene.open(t);
  await askByKeys(page, "How many orders are there?");
  await answered(page);
  await tabTo(page, "button", "Wrong answer");
  await press(page, "Enter");
  await focusIsOn(page, newest(page).getByRole("textbox", { name: "What was wrong?" }));
  await page.keyboard.type("Only paid ones");
  await press(page, "Enter");
  await page.getByText("Noted. Thank you.").waitFor();
  await focusIsOn(page, newest(page).getByRole("button", { name: "Wrong answer", pressed: true }));
  await askByKeys(page, "Total amount by region");
  await answered(page);
  const menu = newest(page).getByRole("button", { name: "More about this question" });
  for (let presses = 0; presses < 40 && (await menu.and(page.locator(":focus")).count()) === 0; presses += 1) {
    await press(page, "Shift+Tab");
  }
  await chooseInMenu(page, "Delete from here on");
  const dialog = page.getByRole("alertdialog");
  await focusIsOn(page, dialog.getByRole("button", { name: "Cancel" }));
  await press(page, "Tab", "Enter");
  await page.getByRole("heading", { level: 2, name: "Total amount by region" }).waitFor({ state: "detached" });
  await focusIsOn(page, composer(page));
});

void test("files are attached, seen on their way, taken away and sent by keyboard", async (t) => {
  const { page } = await scene.open(t);
  const attach = async (file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    const choosing = page.waitForEvent("filechooser");
    await tabTo(page, "button", "Attach files");
    await press(page, "Enter");
    await (await choosing).setFiles(file);
  };
  await attach({ name: "tool.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") });
  await page.getByRole("alert").filter({ hasText: "tool.exe" }).waitFor();
  await tabTo(page, "button", "Remove tool.exe");
  await press(page, "Enter");
  await page.getByRole("alert").waitFor({ state: "detached" });
  await focusIsOn(page, composer(page));
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(
    (url) => url.pathname.endsWith("/uploads") || url.pathname.includes("/uploads/"),
    (route) => held.then(() => route.continue()),
  );
  await attach({ name: "cities.csv", mimeType: "text/csv", buffer: Buffer.from("city,n\nOslo,3\nBonn,4\n") });
  await page.getByRole("progressbar", { name: /^cities\.csv: / }).waitFor();
  await tabTo(page, "textbox", /^Question$/);
  await page.keyboard.type("How many rows are in cities?");
  await press(page, "Enter");
  await page.getByText("Sent as soon as the files are there.").waitFor();
  goOn();
  await newest(page).getByRole("link", { name: "cities.csv" }).waitFor();
  await answered(page);
});

void test("how an answer came about is opened and left by keyboard", async (t) => {
  const { page } = await scene.open(t);
  await askByKeys(page, "Total amount by region");
  await answered(page);
  await tabTo(page, "button", "Show how this was answered");
  await press(page, "Enter");
  await page.getByRole("heading", { name: "Workings" }).waitFor();
  await page.getByRole("heading", { name: "Steps" }).waitFor();
  await tabTo(page, "button", /^Close$/);
  await press(page, "Escape");
  await page.getByRole("heading", { name: "Steps" }).waitFor({ state: "detached" });
  await focusIsOn(page, page.getByRole("button", { name: "Show how this was answered" }));
});

void test("a saved query is found, given its value, sent and left by keyboard", async (t) => {
  const { page } = await scene.open(t);
  const amount = page.getByRole("textbox", { name: "Amount" });
  const begin = async (): Promise<void> => {
    await tabTo(page, "textbox", /^Question$/);
    await page.keyboard.type("/above");
    await page.getByRole("option", { name: /Orders above/ }).waitFor();
    await press(page, "Enter");
    await focusIsOn(page, amount);
  };
  await begin();
  await press(page, "Shift+Tab", "Enter");
  await focusIsOn(page, composer(page));
  await begin();
  await page.keyboard.type("200");
  await press(page, "Enter");
  await newest(page).getByRole("grid").waitFor();
  await focusIsOn(page, composer(page));
});

void test("a database is added, tried and deleted by keyboard", async (t) => {
  const tenant = await scene.service.newOrganization();
  const page = await scene.openPage(t, { person: tenant.admin, path: "admin/sources" });
  await page.getByText("There are no databases yet.").waitFor();
  await tabTo(page, "button", "Add a database");
  await press(page, "Enter");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Shop");
  await tabTo(page, "combobox", "Kind of database");
  await page.keyboard.type("SQLite");
  await page.getByLabel("Database file").waitFor({ state: "attached" });
  const choosing = page.waitForEvent("filechooser");
  for (let presses = 0; presses < 10; presses += 1) {
    await press(page, "Tab");
    if (await page.evaluate<boolean>("document.activeElement.type === 'file'")) break;
  }
  await press(page, "Enter");
  const file = { name: "shop.sqlite", mimeType: "application/vnd.sqlite3", buffer: await databaseFile(SHOP) };
  await (await choosing).setFiles(file);
  await tabTo(page, "button", /^Add$/);
  await press(page, "Enter");
  await page.getByText("It is read from shop.sqlite.", { exact: false }).waitFor();
  await tabTo(page, "button", "Test");
  await press(page, "Enter");
  await page.getByText(/^Connected in \d+ ms\.$/).waitFor();
  await tabTo(page, "button", "Delete");
  await press(page, "Enter");
  await page.getByRole("alertdialog").waitFor();
  await tabTo(page, "button", "Delete");
  await press(page, "Enter");
  await page.getByText("There are no databases yet.").waitFor();
});
