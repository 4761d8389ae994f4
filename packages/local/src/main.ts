/** Starts the whole service, says how it may be used, and stops it. */
import { whenOrphaned } from "./process/ancestors.ts";
import type { Cloud } from "./cloud-options.ts";
import { startCloud } from "./cloud.ts";
import { beginConsole } from "./console/console.ts";
import { announce, prepareDemo, putAside, type Prepared } from "./demo/prepare.ts";
import { PortTaken } from "./api-gateway/listener.ts";
import { AlreadyRunning } from "./process/lock.ts";
import { keepLog } from "./process/log-file.ts";
import { serviceLog } from "./process/log.ts";
import { summary } from "./summary.ts";

const defaultPort = 8787;
const began = performance.now();
const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

let cloud: Cloud | undefined;
let page: ReturnType<typeof beginConsole> | undefined;
let leaving = false;

async function leave(code: number): Promise<void> {
  if (leaving) process.exit(code || 130); // a second Ctrl-C does not wait: the next start finds what is left
  leaving = true;
  await Promise.all([page?.abandon(), cloud?.stop()]);
  process.exit(code);
}

function wantedPort(): number {
  const port = Number(process.env["PORT"] ?? defaultPort);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  complain("PORT must be a number from 0 (any free port) to 65535.");
  process.exit(1);
}

async function start(): Promise<void> {
  let prepared: Prepared | undefined;
  const port = wantedPort();
  const inFront = beginConsole({ say, complain });
  page = inFront;
  const started = await startCloud({
    directory: process.env["LOCAL_DIR"] ?? ".local",
    port,
    progress: (step) => say(`${step} …`),
    prepare: async (parts) => {
      cloud = parts;
      keepLog(parts.places.log);
      putAside(parts.places.demo);
      say("Preparing the demo tenant …");
      prepared = await prepareDemo(parts);
      return inFront.front(parts, prepared.people);
    },
  });
  if (!prepared) throw new Error("The demo tenant was not prepared");
  announce(started, prepared.demo);
  say(summary({ cloud: started, demo: prepared.demo, model: prepared.model, seconds: seconds() }));

  // In Lambda these end one environment; here they must not end all functions at once.
  process.on("uncaughtException", (error) => serviceLog.error("Uncaught exception", { error }));
  process.on("unhandledRejection", (error) => serviceLog.error("Unhandled rejection", { error }));
  const reason = await started.lost;
  if (leaving) return;
  complain(reason);
  await leave(1);
}

process.on("SIGINT", () => {
  say("\nStopping …");
  void leave(0);
});
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => void leave(0));
whenOrphaned(() => void leave(0));
process.env["LOG_LEVEL"] ??= "warn"; // the terminal shows what is wrong, not each request

/** An error with a readable message is shown as it is, a fault with where it happened. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain = error.constructor === Error || error instanceof PortTaken || error instanceof AlreadyRunning;
  return isPlain ? error.message : (error.stack ?? error.message);
}

try {
  await start();
} catch (error) {
  // A start that is being stopped fails at what it was doing.
  if (!leaving) {
    complain(explain(error));
    await leave(1);
  }
}
