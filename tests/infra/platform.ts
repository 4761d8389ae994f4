import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { offline } from "./diff/diff.ts";
import { root } from "./sources.ts";

const lock = path.join(root, ".sst/provider-lock.json");

/** What sst.config.ts asks for; the platform has to be fetched again when it changes. */
const wanted = ["aws", "random"];

function isThere(): boolean {
  if (!existsSync(lock) || !existsSync(path.join(root, ".sst/platform/node_modules/@pulumi/pulumi"))) return false;
  const providers = JSON.parse(readFileSync(lock, "utf8")) as { name: string }[]; // written by `sst install`
  return wanted.every((name) => providers.some((provider) => provider.name === name));
}

/** Fetches SST's platform through npm when it is missing, and says so. Throws when it cannot. */
export function ensurePlatform(): void {
  if (isThere()) return;
  process.stdout.write("SST's platform is missing: fetching it through npm into .sst (about 320 MB, a minute) …\n");
  const { status } = spawnSync(path.join(root, "node_modules/.bin/sst"), ["install", "--stage", "ci"], {
    cwd: root,
    env: { ...process.env, ...offline },
    stdio: "inherit",
  });
  if (status !== 0 || !isThere()) throw new Error("the platform could not be fetched");
}
