import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../sources.ts";
import { startAws } from "./aws.ts";

/** The environment of SST's command line on a machine without an account and without a network. */
export const offline = {
  SST_SKIP_DEPENDENCY_CHECK: "1",
  SST_NO_BUN: "1",
  SST_TELEMETRY_DISABLED: "1",
  // Without credentials it would ask the instance's metadata address, and wait.
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_ACCESS_KEY_ID: "offline",
  AWS_SECRET_ACCESS_KEY: "offline",
};

/**
 * The real `sst diff` of a stage: it bundles every function, zips it and evaluates the whole app. Leaves bundles under
 * `.sst/artifacts/<function>-src` and `sst-env.d.ts` at the root, as a deployment does.
 */
export async function sstDiff(
  stage: string,
  secrets: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const home = mkdtempSync(path.join(tmpdir(), "parley-sst-"));
  const bin = path.join(home, "sst/bin");
  mkdirSync(bin, { recursive: true });
  const pulumi = path.join(bin, "pulumi");
  writeFileSync(
    pulumi,
    `#!/bin/sh\nexec "${process.execPath}" "${path.join(import.meta.dirname, "pulumi.ts")}" "$@"\n`,
  );
  chmodSync(pulumi, 0o755);
  const aws = await startAws();
  try {
    const set = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`SST_SECRET_${name}`, value]));
    const child = spawn(path.join(root, "node_modules/.bin/sst"), ["diff", "--stage", stage], {
      cwd: root,
      env: { ...process.env, ...offline, ...set, AWS_ENDPOINT_URL: aws.url, XDG_CONFIG_HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve(status ?? 1));
    });
    return { code, output };
  } finally {
    aws.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
