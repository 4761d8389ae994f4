import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** What people reach by Tab. */
type Role = "button" | "link" | "textbox" | "searchbox" | "checkbox" | "combobox" | "tab";

/** Presses of Tab after which a page has been gone through. */
const MOST_PRESSES = 60;

/** Goes on with Tab until the focus is on a control of this name. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name });
  await wanted.first().waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if ((await wanted.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never comes to ${role} ${String(name)}`);
}

/** Presses keys, one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the focus is there. */
export const focusIsOn = (page: Page, control: Locator): Promise<void> => control.and(page.locator(":focus")).waitFor();

/** Opens the menu that has the focus, and chooses an entry by arrow keys. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await press(page, "Enter");
  const wanted = page.getByRole("menuitem", { name: entry });
  await wanted.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await wanted.and(page.locator(":focus")).count()) > 0) break;
    await press(page, "ArrowDown");
  }
  assert.ok((await wanted.and(page.locator(":focus")).count()) > 0, `arrow keys never come to ${entry}`);
  await press(page, "Enter");
}
