import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export const repository = path.resolve(import.meta.dirname, "../..");

const execute = promisify(execFile);

/** Runs a program to its end; returns what it printed. Throws what it printed if it fails. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await execute(program, args, { cwd })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }; // Of a program that failed.
    throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

/** The client as it is published, and an empty project that has installed it. */
export interface Published {
  /** What is packed. */
  dist: string;
  /** The packed file. */
  tarball: Uint8Array<ArrayBuffer>;
  /** The project's folder. */
  project: string;
  /** Writes a file of the project; returns its path. */
  write(name: string, text: string): string;
  remove(): void;
}

/** Builds and packs the client, and installs it into an empty project, offline: it needs nothing else. */
export async function publish(): Promise<Published> {
  const folder = mkdtempSync(path.join(tmpdir(), "parley-client-"));
  const dist = path.join(folder, "dist");
  const project = path.join(folder, "project");
  await run(process.execPath, [path.join(repository, "packages/client/build.ts"), dist], repository);
  const [packed] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", folder], dist));
  const file = path.join(folder, packed.filename);
  mkdirSync(project);
  const write = (name: string, text: string) => {
    const at = path.join(project, name);
    writeFileSync(at, text);
    return at;
  };
  write("package.json", JSON.stringify({ name: "project", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", file], project);
  return {
    dist,
    tarball: new Uint8Array(readFileSync(file)),
    project,
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Gives a project packages that the repository has. */
export function lend(project: string, ...packages: string[]): void {
  for (const name of packages) {
    cpSync(path.join(repository, "node_modules", name), path.join(project, "node_modules", name), { recursive: true });
  }
}
