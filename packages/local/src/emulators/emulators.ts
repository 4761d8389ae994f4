import { fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { end, mark } from "../process/processes.ts";
import type { Addresses, HostMessage, HostSettings } from "./host.ts";
import type { ObjectCreated } from "./s3/operations.ts";

/** Longer than the host gives each of its programs, one started at the last moment included: killed, it would leave them running. */
const HOST_ENDS_WITHIN_MS = 25_000;

export interface Emulators extends Addresses {
  /** Resolves with the reason when the emulators end by themselves. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the emulators in a process of their own. Rejects when one of them cannot be started. */
export async function startEmulators(
  settings: HostSettings,
  created: (object: ObjectCreated) => void,
): Promise<Emulators> {
  const log = openSync(`${settings.places.logs}/emulators.log`, "w", 0o600);
  const child = fork(fileURLToPath(new URL("./host.ts", import.meta.url)), [], {
    detached: true, // a terminal's Ctrl-C must not end them before the functions have
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let reason = `The emulators have ended: see ${settings.places.logs}/emulators.log`;

  const ready = new Promise<Addresses>((resolve) =>
    child.on("message", (message: HostMessage) => {
      if (message.kind === "ready") resolve(message.addresses);
      else if (message.kind === "created") created(message.object);
      else if (message.kind === "notice") process.stderr.write(`${message.message}\n`);
      else reason = message.message;
    }),
  );
  child.send(settings);
  const lost = exited.then(() => reason);
  const addresses = await Promise.race([
    ready,
    lost.then((message): never => {
      throw new Error(message);
    }),
  ]);

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const host = mark(child.pid);
      if (child.connected) child.disconnect();
      const forced = setTimeout(() => void end(host, { politely: "SIGKILL" }), HOST_ENDS_WITHIN_MS);
      await exited;
      clearTimeout(forced);
    }
  };
  return { ...addresses, lost, stop };
}
