/** `npm run test:infra`: the deployment proved without an account. Fetches SST's platform when it is missing. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensurePlatform } from "./platform.ts";
import { root } from "./sources.ts";

const began = performance.now();

function step(words: string, program: string, args: string[]): void {
  process.stdout.write(`\n== ${words}\n`);
  const { status } = spawnSync(process.execPath, [path.join(root, program), ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

ensurePlatform();
const compiler = "node_modules/typescript/bin/tsc";
step("types of sst.config.ts and infra/ against SST's platform", compiler, ["-p", "infra"]);
step("types of the tests", compiler, ["-p", "tests/infra"]);
step("resources, edge, bundles and permissions", "node_modules/vitest/vitest.mjs", [
  "run",
  "--config",
  "tests/infra/vitest.config.ts",
]);
process.stdout.write(`\n${Math.round((performance.now() - began) / 1000)} s\n`);
