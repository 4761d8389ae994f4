import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { installed } from "./installed.ts";
import manifest from "./package.json" with { type: "json" };

const version = manifest.dependencies["@sparticuz/chromium"];
const cache = path.resolve(import.meta.dirname, `../../node_modules/.cache/chromium-${version}`);

const run = promisify(execFile);

/**
 * Where the browser's own fonts are. The settings that come with them name folders of Lambda; without any font of the system a
 * page's own fonts now and then fail, too, and its text has no size.
 */
function fontSettings(): string {
  const file = path.join(cache, "fontconfig.xml");
  const fonts = path.join(cache, "fonts/fonts");
  const caches = path.join(cache, "font-caches");
  const settings = `<?xml version="1.0"?>
<fontconfig><dir>${fonts}</dir><cachedir>${caches}</cachedir></fontconfig>
`;
  if (!existsSync(file)) writeFileSync(file, settings);
  return file;
}

/** The Chromium that npm brings, installed beside the project and unpacked once. */
async function unpacked(): Promise<LaunchOptions> {
  if (!existsSync(cache)) {
    await installed("@sparticuz/chromium");
    mkdirSync(path.dirname(cache), { recursive: true });
    const folder = mkdtempSync(`${cache}-`);
    const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
    try {
      await run(process.execPath, [path.join(import.meta.dirname, "unpack-process.mjs")], { env });
      // Whoever finds the folder finds all of it. Another process may have been faster.
      if (!existsSync(cache)) renameSync(folder, cache);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const libraries = path.join(cache, "al2023/lib");
  return {
    executablePath: path.join(cache, "chromium"),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontSettings() },
  };
}

/** Whether the browser is that of npm, which draws a page to the pixel alike wherever it runs. */
export const isFromNpm =
  process.env["PARLEY_BROWSER"] === undefined && process.platform === "linux" && process.arch === "x64";

/** Where the browser is: `PARLEY_BROWSER`, or that of npm, which is for Linux on x64; elsewhere the Chrome that is installed. */
async function whereabouts(): Promise<LaunchOptions> {
  const executablePath = process.env["PARLEY_BROWSER"];
  if (executablePath !== undefined) return { executablePath };
  return isFromNpm ? unpacked() : { channel: "chrome" };
}

/** Sees to it that the browser is there, before files that run at the same time would each unpack it. */
export async function fetchChromium(): Promise<void> {
  await whereabouts();
}

/** Starts a Chromium, driven over its DevTools protocol. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    ...(await whereabouts()),
    chromiumSandbox: false,
    args: ["--disable-gpu", "--font-render-hinting=none"],
  });
}
