/**
 * `npm run test:engines`: the engines that `npm test` has no servers and libraries for. DuckDB comes by npm, 70 MB, at the first run, and so do clients of AWS;
 * MariaDB is Debian's package, where it is installed (`.ci/run` installs it). What is not there is skipped, and said.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { dependencies: object };
if (!Object.keys(dependencies).every((name) => existsSync(join(here, "node_modules", name)))) {
  const install = ["install", "--workspaces=false", "--no-package-lock", "--no-audit", "--no-fund"];
  execFileSync("npm", install, { cwd: here, stdio: "inherit" });
}
const { status } = spawnSync("npx", ["vitest", "run", "tests/engines", "--maxWorkers=2"], {
  cwd: join(here, "../.."),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
