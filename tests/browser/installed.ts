import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import manifest from "./package.json" with { type: "json" };

const run = promisify(execFile);

/** The version of a package that is there, if it is. */
function versionIn(folder: string): string | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version;
  } catch {
    return null;
  }
}

/** The folder of a package of `package.json` here, which is installed when it is first asked for. */
export async function installed(name: keyof typeof manifest.dependencies): Promise<string> {
  const folder = path.join(import.meta.dirname, "node_modules", name);
  if (versionIn(folder) !== manifest.dependencies[name]) {
    const install = ["install", "--workspaces=false", "--no-package-lock", "--no-audit", "--no-fund"];
    await run("npm", install, { cwd: import.meta.dirname });
  }
  return folder;
}
