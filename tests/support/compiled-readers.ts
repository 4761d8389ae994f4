import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Compiles what readers of files and of SQLite databases load, before all tests: such a process is killed when it has read, and
 * so never writes what it compiled.
 */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL("load-readers.ts", import.meta.url))]);
}
