import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A line of a page's source, and whether the house takes it there. */
const lines: [line: string, allowed: boolean][] = [
  [`element.innerHTML = text;`, false],
  [`element["outerHTML"] = text;`, false],
  [`element.insertAdjacentHTML("beforeend", text);`, false],
  [`range.createContextualFragment(text);`, false],
  [`new DOMParser().parseFromString(text, "text/html");`, false],
  [`frame.srcdoc = text;`, false],
  [`element.style.cssText = text;`, false],
  [`document.write(text);`, false],
  [`eval(text);`, false],
  [`new Function(text);`, false],
  [`link.href = "javascript:run()";`, false],
  [`export const part = <p dangerouslySetInnerHTML={{ __html: text }} />;`, false],
  [`element.textContent = text;`, true],
  [`element.style.setProperty("--height", text);`, true],
  [`export const whole = <p>{text}</p>;`, true],
];

const packages = ["console", "embed"];
const rules = ["no-restricted-properties", "no-new-func", "no-script-url", "no-eval", "react/no-danger"];

describe("what a page's source may do with text", () => {
  let house: string;
  let refused: Set<string>;
  const fileOf = (page: string, at: number): string => `packages/${page}/src/line-${at}.tsx`;
  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), "parley-markup-"));
    await cp(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
    for (const page of packages) {
      for (const [at, [line]] of lines.entries()) {
        await mkdir(dirname(join(house, fileOf(page, at))), { recursive: true });
        await writeFile(join(house, fileOf(page, at)), `${line}\n`);
      }
    }
    const bin = join(root, "node_modules/.bin");
    const oxlint = join(bin, "oxlint");
    // It looks there for the part of it that knows types.
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
    const { stdout } = await run(oxlint, ["--format", "unix", "packages"], { cwd: house, env }).catch(
      (error: { stdout: string }) => error,
    );
    const found = stdout.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/.*?\(?([\w/-]+)\)?\]$/gm);
    refused = new Set(
      Array.from(found).flatMap(([, file = "", rule = ""]) => (rules.some((one) => one.endsWith(rule)) ? [file] : [])),
    );
  });
  afterAll(() => rm(house, { recursive: true, force: true }));

  test.for(lines)("%s: %s", ([line, allowed]) => {
    const at = lines.findIndex(([one]) => one === line);
    for (const page of packages) expect(refused.has(fileOf(page, at)), page).toBe(!allowed);
  });
});
