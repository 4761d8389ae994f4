import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

/** The files of all packages that are written by hand, by their paths. */
const sources = execFileSync("git", ["ls-files", "packages/*/src/**.ts"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path.endsWith(".ts"));

/** A constant of a module, with its value as it is written, or the beginning of it. */
const constant = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=]*= *(.*)$/gm;

describe("the constants of the packages", () => {
  test("have one value for each name", () => {
    const values = new Map<string, Set<string>>();
    for (const path of sources)
      for (const [, name = "", value = ""] of readFileSync(new URL(path, root), "utf8").matchAll(constant))
        values.set(name, (values.get(name) ?? new Set()).add(value));
    expect(values.size).toBeGreaterThan(300);
    expect([...values].filter(([, found]) => found.size > 1).map(([name]) => name)).toEqual([]);
  });
});
