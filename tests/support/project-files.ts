import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The project's folder. */
export const root = join(import.meta.dirname, "../..");

const filesAt = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => (name === "node_modules" ? [] : filesAt(`${path}/${name}`)))
    : [path];

/** Paths of the project's files from its folder: not what is installed, kept by a running cloud, or made by tools. */
export const projectFiles = (): string[] =>
  [".ci", ...readdirSync(root).filter((name) => !name.startsWith(".") && name !== "node_modules")].flatMap(filesAt);
