import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFiles, root } from "../support/project-files.ts";

/** Text that people write: not what is generated, and no statements of the guard's corpora. */
const isWritten = (file: string) =>
  /\.(ts|mjs|md|sh|json)$|^\.ci\//.test(file) &&
  !/package-lock\.json$|generated\.ts$|^sst-env|^packages\/[a-z]+\/dist\/|^tests\/datasource\/corpus\//.test(file);

const files = projectFiles().filter(isWritten);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const pages = new Map([...texts].filter(([file]) => file.endsWith(".md")));

/**
 * The numbers a text refers to: D26, P6, R1. `A` counts on pages only, as elsewhere A1 is a cell of a spreadsheet; `%D8` is
 * a part of an address.
 */
const numbersIn = (text: string, isPage: boolean): string[] =>
  text.match(isPage ? /(?<![%\w])[DPRA]\d{1,3}\b/g : /(?<![%\w])[DPR]\d{1,3}\b/g) ?? [];

/** What a page's headings are called in addresses, as GitHub makes them: "Who answers" is `who-answers`. */
const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const proseOf = (page: string): string => page.replace(/^ *```[\s\S]*?^ *```$/gm, "");
const linksOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** What is wrong with a link of a page, or undefined. */
function brokenLink(file: string, target: string): string | undefined {
  const [path = "", anchor] = target.split("#");
  const to = path === "" ? file : join(dirname(file), path).replace(/\/$/, "");
  if (!existsSync(join(root, to))) return `${file}: ${target}: there is no ${to}`;
  if (anchor !== undefined && !anchorsOf(pages.get(to) ?? "").includes(anchor))
    return `${file}: ${target}: there is no heading #${anchor}`;
  return undefined;
}

/** The sections of a page that are called by a number, with their text. */
const numbered = (file: string): [number: string, text: string][] =>
  (pages.get(file) ?? "")
    .split(/^#{2,3} /m)
    .map((section): [string, string] => [section.split("\n", 1)[0] ?? "", section])
    .filter(([heading]) => /^[DPRA]\d+$/.test(heading));
const sections = [...numbered("docs/decisions.md"), ...numbered("docs/targets.md")];
const defined = new Set(sections.map(([number]) => number));

describe("a number of a decision or a target", () => {
  it("leads to its heading in docs/, wherever it is quoted", () => {
    const unknown = [...texts].flatMap(([file, text]) =>
      numbersIn(text, file.endsWith(".md"))
        .filter((number) => !defined.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(unknown).toEqual([]);
  });

  it("is given once, and none is left out", () => {
    for (const letter of "DPRA") {
      const given = sections.flatMap(([number]) => (number.startsWith(letter) ? Number(number.slice(1)) : []));
      expect(given.toSorted((one, other) => one - other)).toEqual(given.map((_, at) => at + 1));
      expect(given).not.toEqual([]);
    }
  });

  it.each(sections)("%s names the file where it lives or is measured", (_number, text) => {
    expect(linksOf(text).length).toBeGreaterThan(0);
  });

  it("is not confused with cells, addresses and sizes of paper", () => {
    expect(numbersIn("a lease (D26), R1: and P6/P7", false)).toEqual(["D26", "R1", "P6", "P7"]);
    expect(numbersIn("cell('A1'), /echo/a%D8x, UUID1, p99", false)).toEqual([]);
    expect(numbersIn("grounded (A4)", true)).toEqual(["A4"]);
  });
});

describe("a link of a page", () => {
  it("leads to a file, and to a heading if it names one", () => {
    const broken = [...pages].flatMap(([file, page]) =>
      linksOf(page).flatMap((target) => brokenLink(file, target) ?? []),
    );
    expect(broken).toEqual([]);
  });

  it("is not needed: files that pages name without a link exist as well", () => {
    const named = /(?<![\w/.])(?:packages|tests|infra|docs)\/[\w./-]+\.(?:ts|mjs|md|sh)\b/g;
    const missing = [...pages].flatMap(([file, page]) =>
      (page.match(named) ?? []).filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("is reported if its file or its heading is missing", () => {
    expect(brokenLink("README.md", "docs/nowhere.md")).toMatch("there is no docs/nowhere.md");
    expect(brokenLink("README.md", "docs/decisions.md#d999")).toMatch("there is no heading #d999");
    expect(brokenLink("docs/README.md", "decisions.md#d26")).toBeUndefined();
  });
});
