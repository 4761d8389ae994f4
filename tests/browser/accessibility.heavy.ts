/**
 * Every room that the rail leads to, and a new question: what axe finds in light, dark, forced colours and from right to left; and
 * that nothing is wider than the page, at 320 to 1920 px, which is 1280 px enlarged to 400 % at the narrow end.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeViolations } from "./axe.ts";
import { startChromium } from "./chromium.ts";
import { complaintsOf } from "./complaints.ts";
import { startDemo } from "./demo-service.ts";
import { roomsOf, settled } from "./rooms.ts";

const WIDTHS = [320, 640, 768, 1280, 1920];
const HEIGHT = 800;

const [browser, demo] = await Promise.all([startChromium(), startDemo()]);
after(() => Promise.all([browser.close(), demo.stop()]));
const page = await browser.newPage({
  locale: "en-GB",
  viewport: { width: 1280, height: HEIGHT },
  reducedMotion: "reduce",
});
const complaints = complaintsOf(page);
await page.goto(demo.address);
await page.getByRole("button", { name: /^Nora Quistgard/ }).click();
const rooms = [{ name: "home", path: "/app/" }, ...(await roomsOf(page))];

/** What is wrong with the page in each of its looks. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    await settled(page);
    for (const violation of await axeViolations(page)) found.push(`${name}: ${violation}`);
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await look(colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await look("forced colours");
  await page.emulateMedia({ forcedColors: "none" });
  for (const direction of ["rtl", "ltr"]) {
    await page.evaluate(`document.documentElement.dir = "${direction}"`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await settled(page);
      const excess = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (excess > 0) found.push(`${direction}, ${width} px: ${excess} px too wide`);
    }
    await page.setViewportSize({ width: 320, height: HEIGHT });
    await look(`${direction}, 320 px`);
  }
  return found;
}

for (const { name, path } of rooms) {
  void test(`${name} is accessible in each theme, width and direction`, async () => {
    await page.setViewportSize({ width: 1280, height: HEIGHT });
    await page.goto(new URL(path, demo.address).href);
    await page.locator(".shell").waitFor();
    await settled(page);
    assert.deepEqual(await faults(), []);
  });
}

void test("the ring of a link in the rail is cut at no side", async () => {
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await page.goto(demo.address);
  const link = page.getByRole("link", { name: "Memories" });
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const cut = await page.evaluate(`(() => {
    const link = document.activeElement;
    const { outlineOffset, outlineWidth } = getComputedStyle(link);
    const beyond = parseFloat(outlineOffset) + parseFloat(outlineWidth);
    const [ring, seen] = [link.getBoundingClientRect(), link.closest(".rail-scroll").getBoundingClientRect()];
    return Math.max(seen.left - ring.left, ring.right - seen.right) + beyond;
  })()`);
  assert.equal(cut, 0);
});

void test("no room complains", () => assert.deepEqual(complaints, []));
