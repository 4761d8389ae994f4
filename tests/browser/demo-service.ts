import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const script = path.resolve(import.meta.dirname, "../../packages/local/src/start.ts");

/** Where `npm start` says that the console is. */
const printedAddress = /^ *Console +(?<address>http\S+)$/m;

/**
 * `npm start` as a newcomer's, with the demo tenant, in a process, a folder and on a port of its own. `env` are its settings.
 * Rejects with what it printed when it ends before it is ready.
 */
export async function startDemo(env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "parley-demo-"));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, LOCAL_DIR: folder, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let printed = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = printedAddress.exec(printed)?.groups?.["address"];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`npm start ended: ${printed}`)));
  });
  return {
    /** The address of the console, with a slash at its end. */
    address,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
