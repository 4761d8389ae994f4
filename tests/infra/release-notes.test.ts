import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = new URL("../..", import.meta.url).pathname;
let folder: string;
let notes: string;

/** The script in a clone, so that nothing is written here, where no registry can be reached. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-release-"));
  await run("git", ["clone", "-q", "--depth", "1", `file://${root}`, folder]);
  await run("cp", [join(root, ".ci/release-notes"), join(folder, ".ci/release-notes")]);
  const nowhere = { npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(folder, "cache") };
  await run("bash", [".ci/release-notes"], { cwd: folder, env: { ...process.env, ...nowhere } });
  notes = await readFile(join(folder, "release/notes.md"), "utf8");
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm run release:notes", () => {
  it("lists every package that is deployed, with its licence, and none of the tests'", async () => {
    const { bomFormat, components } = JSON.parse(await readFile(join(folder, "release/sbom.cdx.json"), "utf8")) as {
      bomFormat: string;
      components: { name: string; version: string; licenses?: unknown[] }[];
    };
    expect(bomFormat).toBe("CycloneDX");
    const names = components.map(({ name }) => name);
    for (const name of ["hono", "jose", "valibot", "@aws-sdk/client-dynamodb"]) expect(names).toContain(name);
    for (const name of ["vitest", "oxlint", "fast-check"]) expect(names).not.toContain(name);
    expect(components.filter(({ name, licenses }) => !name.startsWith("@parley/") && !licenses?.length)).toEqual([]);
  });

  it("says of each question whether the registry has answered it", () => {
    expect(notes).toContain("- Signatures of the registry: NOT CHECKED");
    expect(notes).toContain("- Known advisories: NOT CHECKED");
    expect(notes).toMatch(/^# Parley \d+\.\d+\.\d+\n\nCommit [0-9a-f]{40}/);
  });
});
