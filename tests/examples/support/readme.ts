import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder of an example, with a slash at its end. */
export const folderOf = (example: string): string =>
  fileURLToPath(new URL(`../../../examples/${example}/`, import.meta.url));

/** The shell commands of an example's README, block by block. */
export async function commandsOf(example: string): Promise<string[]> {
  const readme = await readFile(`${folderOf(example)}README.md`, "utf8");
  return [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, command = ""]) => command.trim());
}

/** The environment that the commands of a README run in. */
export const environmentWith = (settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  ...settings,
  // The Node that runs the tests is the one that `node` means.
  PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
});

/** What commands print in an example's folder. Throws if they fail. */
export async function shell(example: string, command: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run("bash", ["-euc", command], { cwd: folderOf(example), env: environment });
  return stdout.trim();
}
