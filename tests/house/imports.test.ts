import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A file in the house, what it imports, and whether it may. */
const imports: [file: string, imported: string, allowed: boolean][] = [
  ["packages/contract/src/x.ts", "@parley/core/table", false],
  ["packages/contract/src/x.ts", "@parley/datasource/types", false],
  ["packages/datasource/src/x.ts", "@parley/core/table", false],
  ["packages/datasource/src/x.ts", "@parley/contract/event", true],
  ["packages/core/src/turn/x.ts", "@parley/analyst/answer", false],
  ["packages/core/src/turn/x.ts", "@parley/functions/http/app", false],
  ["packages/core/src/turn/x.ts", "@parley/datasource/types", true],
  ["packages/analyst/src/rules/x.ts", "@parley/functions/http/app", false],
  ["packages/analyst/src/rules/x.ts", "@parley/core/answer/answer", true],
  ["packages/functions/src/http/x.ts", "@parley/analyst/answer", false],
  ["packages/functions/src/lambda/chats.ts", "@parley/analyst/answer", false],
  ["packages/functions/src/lambda/worker.ts", "@parley/analyst/answer", true],
  ["packages/functions/src/worker/x.ts", "@parley/local/cloud", false],
  ["packages/operator/src/x.ts", "@parley/functions/http/app", false],
  ["packages/operator/src/x.ts", "@parley/core/member/member", true],
];

describe("who may import whom", () => {
  let house: string;
  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), "parley-house-"));
    await cp(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
  });
  afterAll(() => rm(house, { recursive: true, force: true }));

  test.for(imports)("%s imports %s: %s", async ([file, imported, allowed]) => {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), `import * as other from "${imported}";\nexport const used = other;\n`);
    const rule = ["-A", "all", "-D", "no-restricted-imports"];
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const { stdout } = await run(oxlint, [...rule, file], { cwd: house }).catch((error: { stdout: string }) => error);
    expect(stdout.includes("no-restricted-imports")).toBe(!allowed);
    await rm(join(house, file));
  });
});
