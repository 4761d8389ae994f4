/**
 * The console in a language that there is not: every phrase in brackets and 40 % longer. In an organization where nothing has been made
 * yet, no room says anything without brackets, and nothing is cut off, on a desk and on a phone.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pageHeaders } from "@parley/console/headers.ts";
import type { Page } from "playwright-core";
import { build, type Plugin } from "vite";
import { startConsole } from "./console-service.ts";
import { roomsOf, settled } from "./rooms.ts";

const consoleRoot = path.resolve(import.meta.dirname, "../../packages/console");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Makes a phrase longer without touching the names in it. */
const LENGTHEN = `const longer = (phrase) => "⟦" + phrase + " " + "x".repeat(Math.ceil(phrase.length * 0.4)).replace(/x{7}/g, "xxxxxx ").trim() + "⟧";
export const en = Object.fromEntries(Object.entries(english).map(([key, phrase]) => [key,
  typeof phrase === "string" ? longer(phrase) : { one: longer(phrase.one), other: longer(phrase.other) }]));`;

const pseudoLocale: Plugin = {
  name: "parley-pseudo-locale",
  enforce: "pre",
  transform(code, id) {
    if (!/[\\/]words[\\/][\w-]+-en\.ts$/.test(id)) return null;
    return { code: `${code.replace("export const en =", "const english =")}\n${LENGTHEN}`, map: null };
  },
};

const folder = await mkdtemp(path.join(tmpdir(), "parley-pseudo-"));
const [site] = await Promise.all([
  startConsole(),
  build({
    root: consoleRoot,
    configFile: path.join(consoleRoot, "vite.config.ts"),
    plugins: [pseudoLocale],
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
  }),
]);
after(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Serves the page that was built here in the place of the service's own; all else is the service's. */
async function replacePage(page: Page): Promise<void> {
  await page.route(`${site.baseUrl}/app/**`, async (route) => {
    const below = new URL(route.request().url()).pathname.replace(/^\/app\//, "");
    const named = path.join(folder, below);
    const isFile = existsSync(named) && statSync(named).isFile();
    // The page that was open before may still be fetching parts of its own.
    if (below === "config.json" || (below.startsWith("assets/") && !isFile)) return route.continue();
    const file = isFile ? named : path.join(folder, "index.html");
    const contentType = TYPES[path.extname(file)] ?? "application/octet-stream";
    return route.fulfill({
      body: readFileSync(file),
      contentType,
      headers: pageHeaders({ bucket: [], sockets: ["ws:"] }),
    });
  });
}

/** What is said without brackets, and what is cut off. `known` are names of people, things and keys. */
const faults = (known: readonly string[]): string => `(() => {
  const found = [];
  const known = new Set(${JSON.stringify(known)});
  const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest("kbd, code, pre, .visually-hidden, [data-initials], option");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    const words = data.trim();
    if (!/\\p{L}{2}/u.test(words) || !isShown(element)) continue;
    if (!words.includes("⟦") && !words.includes("⟧") && !known.has(words)) found.push("not in the language: " + words);
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (words.includes("⟦") && (overflowX !== "visible" || textOverflow === "ellipsis") && element.scrollWidth > element.clientWidth + 1)
      found.push("cut: " + words);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) {
      const words = element.getAttribute(name)?.trim();
      if (words && isShown(element) && /\\p{L}{2}/u.test(words) && !words.includes("⟦") && !known.has(words)) found.push(name + ": " + words);
    }
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) found.push(excess + " px too wide");
  return [...new Set(found)];
})()`;

void test("every room of an empty organization is all in one language, and nothing of it is cut off", async (t) => {
  const { admin, member, other } = await site.service.newOrganization();
  // The embedded chat is not built with this page: its room says that it could not be loaded.
  const page = await site.openPage(t, { person: admin, expects: /Failed to load module script/ });
  // What the service's own page fetches later is not in the other one.
  await settled(page);
  await replacePage(page);
  await page.goto(`${site.baseUrl}/app/`);
  await page.locator(".shell").waitFor();
  const paths = [
    "/app/",
    ...(await roomsOf(page)).map((room) => room.path),
    "/app/admin/sources/new",
    "/app/admin/agents/new",
    "/app/admin/documents/new",
    "/app/admin/members/new",
    "/app/admin/queries/new",
    "/app/admin/quality/questions",
    "/app/admin/quality/questions/new",
  ];
  const known = [
    ...[admin, member, other].flatMap(({ name, email }) => [name, email]),
    "Test organization",
    "Parley",
    "Analyst",
    "PostgreSQL",
    "MySQL",
    "MariaDB",
    "SQLite",
    "SQL Server",
  ];
  const wrong: string[] = [];
  for (const room of paths) {
    await page.goto(new URL(room, site.baseUrl).href);
    await page.locator(".shell").waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      for (const fault of await page.evaluate<string[]>(faults(known))) wrong.push(`${room}, ${width} px: ${fault}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  assert.deepEqual(wrong, []);
});
