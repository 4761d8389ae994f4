import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Line {
  id: string;
  text: string;
  proofs: { file: string; title: string }[];
}

const page = readFileSync(new URL("README.md", import.meta.url), "utf8");

/** The rows of the page's tables, by the heading of their section. */
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section): [string, Line[]] => {
      const [heading = "", ...rows] = section.split("\n");
      const lines = rows
        .filter((row) => /^\| [A-Z]\d+ \|/.test(row))
        .map((row): Line => {
          const [, id = "", text = "", proved = ""] = row
            .split(" | ")
            .flatMap((cell, at) => (at === 0 ? ["", cell.slice(2)] : [cell]));
          const proofs = [...proved.replace(/ \|$/, "").matchAll(/\[[^\]]+\]\(([^)]+)\): (.+?)(?=<br>|$)/g)];
          return { id, text, proofs: proofs.map(([, file = "", title = ""]) => ({ file, title })) };
        });
      return [heading, lines];
    }),
);

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const path = new URL(file, import.meta.url);
  const source = sources.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
  sources.set(file, source);
  return source;
}

/** True when the file has a test with this title, or a group of tests. Skipped ones prove nothing. */
function hasTest(file: string, title: string): boolean {
  const quoted = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<!skip|todo)\\(\\s*(["'\`])${quoted}\\1,`).test(sourceOf(file));
}

describe("tests/contract/README.md", () => {
  it("has the sections of the contract", () => {
    expect([...sections.keys()]).toEqual(["Endpoints", "Authentication", "Events", "Errors", "Limits", "States"]);
  });

  it.each([...sections])("numbers the lines of %s without a gap", (_heading, lines) => {
    const letter = lines[0]?.id.charAt(0);
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, at) => `${letter}${at + 1}`));
    expect(lines.length).toBeGreaterThan(10);
    expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
  });

  it("has every row of every table read, whatever its form", () => {
    const rows = page.split("\n").filter((row) => row.startsWith("| ") && !row.startsWith("| # "));
    expect(rows).toHaveLength([...sections.values()].flat().length);
  });

  it.each([...sections])("has a test for every line of %s, and each of them exists", (_heading, lines) => {
    const wrong = lines.flatMap(({ id, proofs }) =>
      proofs.length === 0
        ? [`${id}: nothing`]
        : proofs
            .filter(({ file, title }) => !hasTest(file, title))
            .map(({ file, title }) => `${id}: ${file}: ${title}`),
    );
    expect(wrong).toEqual([]);
  });

  it("would notice a test that is not there", () => {
    expect(hasTest("coverage.test.ts", "would notice a test that is not there")).toBe(true);
    expect(hasTest("coverage.test.ts", "is a test that nobody wrote")).toBe(false);
    expect(hasTest("nothing.test.ts", "would notice a test that is not there")).toBe(false);
  });
});
