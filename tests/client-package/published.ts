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

/** A package as it is published, and an empty project that has installed it. */
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

/** The packages that are published, by their folders in `packages`. */
type PackageName = "client" | "embed";

/** Builds and packs a package below `folder`; returns what is packed, and the packed file. */
async function pack(name: PackageName, folder: string): Promise<{ dist: string; file: string }> {
  const dist = path.join(folder, name);
  await run(process.execPath, [path.join(repository, "packages", name, "build.ts"), dist], repository);
  const [packed] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", folder], dist));
  return { dist, file: path.join(folder, packed.filename) };
}

/** Builds and packs a package, and installs it, and others with it, into an empty project, offline: they need nothing else. */
export async function publish(name: PackageName = "client", ...others: PackageName[]): Promise<Published> {
  const folder = mkdtempSync(path.join(tmpdir(), `parley-${name}-`));
  const project = path.join(folder, "project");
  const [{ dist, file }, ...more] = await Promise.all([
    pack(name, folder),
    ...others.map((other) => pack(other, folder)),
  ]);
  mkdirSync(project);
  const write = (at: string, text: string) => {
    const written = path.join(project, at);
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, text);
    return written;
  };
  write("package.json", JSON.stringify({ name: "project", private: true, type: "module" }));
  const files = [file, ...more.map((other) => other.file)];
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...files], project);
  return {
    dist,
    tarball: new Uint8Array(readFileSync(file)),
    project,
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Gives a project packages that a folder of the repository has, by default its own. */
export function lend(project: string, packages: readonly string[], from = "."): void {
  for (const name of packages) {
    const lent = path.join(repository, from, "node_modules", name);
    cpSync(lent, path.join(project, "node_modules", name), { recursive: true, dereference: true });
  }
}
