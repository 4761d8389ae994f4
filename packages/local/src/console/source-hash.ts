import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** All that the built page depends on: its own sources, the client that is built into it, and the versions of the rest. */
const sources = [
  "packages/console/index.html",
  "packages/console/package.json",
  "packages/console/vite.config.ts",
  "packages/console/src",
  "packages/embed/package.json",
  "packages/embed/vite.config.ts",
  "packages/embed/src",
  "packages/client/package.json",
  "packages/client/src",
  "package-lock.json",
];

/** The files of a folder, at any depth, in an order of their own; of a file itself. */
function filesOf(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return [path];
    throw error;
  }
}

/** The SHA-256 of the console's sources below the project's `root`, by which a page that is built tells whether it is of them. */
export function sourceHash(root: string): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => filesOf(join(root, source)))) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
