import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
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
  ["packages/core/src/turn/x.ts", "@parley/interpreter/interpret", false],
  ["packages/core/src/turn/x.ts", "@parley/interpreter/language/inflection", true],
  ["packages/analyst/src/tools/x.ts", "@parley/functions/http/app", false],
  ["packages/analyst/src/tools/x.ts", "@parley/core/answer/answer", true],
  ["packages/interpreter/src/read/x.ts", "@parley/datasource/types", true],
  ["packages/interpreter/src/read/x.ts", "@parley/datasource/open", false],
  ["packages/interpreter/src/read/x.ts", "@parley/core/answer/answer", false],
  ["packages/interpreter/src/read/x.ts", "../link/mention.ts", true],
  ["packages/interpreter/src/read/x.ts", "../assemble/assemble.ts", false],
  ["packages/interpreter/src/assemble/rank/x.ts", "../../read/sketch.ts", true],
  ["packages/interpreter/src/assemble/rank/x.ts", "../../honesty/confidence.ts", false],
  ["packages/interpreter/src/honesty/x.ts", "../interpret.ts", false],
  ["packages/interpreter/src/interpret.ts", "./honesty/confidence.ts", true],
  ["packages/functions/src/http/x.ts", "@parley/analyst/answer", false],
  ["packages/functions/src/lambda/chats.ts", "@parley/analyst/answer", false],
  ["packages/functions/src/lambda/worker.ts", "@parley/analyst/answer", true],
  ["packages/functions/src/worker/x.ts", "@parley/local/cloud", false],
  ["packages/client/src/x.ts", "@parley/contract/event", false],
  ["packages/client/src/x.ts", "./generated.ts", true],
  ["packages/embed/src/x.ts", "@parley/client", true],
  ["packages/embed/src/x.ts", "@parley/console/chat/chat-view.tsx", true],
  ["packages/embed/src/x.ts", "@parley/console/parts/chart/chart.tsx", true],
  ["packages/embed/src/x.ts", "@parley/console/rooms/chat-room.tsx", false],
  ["packages/embed/src/x.ts", "@parley/console/session/page-session.ts", false],
  ["packages/embed/src/x.ts", "@parley/core/member/member", false],
  ["packages/operator/src/x.ts", "@parley/functions/http/app", false],
  ["packages/operator/src/x.ts", "@parley/core/member/member", true],
];

describe("who may import whom", () => {
  let house: string;
  let refused: string[];
  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), "parley-house-"));
    await cp(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
    for (const [file, imported] of imports) {
      await mkdir(dirname(join(house, file)), { recursive: true });
      await appendFile(join(house, file), `export * from "${imported}";\n`);
    }
    refused = await refusedImports(house);
  });
  afterAll(() => rm(house, { recursive: true, force: true }));

  test.for(imports)("%s imports %s: %s", ([file, imported, allowed]) => {
    expect(refused.includes(`${file} imports ${imported}`)).toBe(!allowed);
  });
});

/** Imports in the folder that the linter refuses, each as "file imports module". It starts once for all of them. */
async function refusedImports(folder: string): Promise<string[]> {
  const oxlint = join(root, "node_modules/.bin/oxlint");
  const rule = ["-A", "all", "-D", "no-restricted-imports", "--format", "unix"];
  const { stdout } = await run(oxlint, [...rule, "packages"], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const lines = stdout.matchAll(/^(\S+?):\d+:\d+: '(\S+)' import is restricted .*no-restricted-imports\)\]$/gm);
  return Array.from(lines, ([, file, imported]) => `${file} imports ${imported}`);
}
