import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Several times what a run holds at once: others may share the machine. */
const NEEDED_BYTES = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false; // not on this system
  }
}

/**
 * Puts the temporary files of this process and its children into memory until it ends, where there is room for them. On a
 * disk, making and removing the thousand files of each PostgreSQL cluster takes as long as what PostgreSQL does with them.
 */
export function keepFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, "parley-tests-"));
  // PostgreSQL has an account of its own under root.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
