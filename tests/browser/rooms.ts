import type { Page } from "playwright-core";

/** A room that the rail leads to. */
export interface RoomAddress {
  /** Such as `admin-rules`. */
  name: string;
  /** Below the page's origin. */
  path: string;
}

/** The rooms that the rail offers to who is signed in, chats left aside. */
export async function roomsOf(page: Page): Promise<RoomAddress[]> {
  const links = page.locator(".rail section.rail-list a[href]:not([href*='/chats/'])");
  await links.first().waitFor();
  const paths = await Promise.all((await links.all()).map(async (link) => (await link.getAttribute("href")) ?? ""));
  return paths.map((path) => ({ path, name: path.replace(/^\/app\//, "").replaceAll("/", "-") }));
}

/** Waits until a room shows what it has: all is fetched, drawn and in its own type. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("main").waitFor();
  await page.locator("main :is([aria-busy='true'], .sheet-waiting)").first().waitFor({ state: "detached" });
  // A colour on its way to another is none to look at.
  await page.evaluate(`new Promise((next) => requestAnimationFrame(next))
    .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    .then(() => undefined)`);
  await page.evaluate(
    "document.fonts.ready.then(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))",
  );
}
