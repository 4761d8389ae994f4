import { Worker } from "node:worker_threads";

/** How many threads an experiment spreads its seeds over. */
export const threads = 2;

/** Runs a module as a thread with that work and answers the one message it posts. */
export const inThread = <Answer>(module: `./${string}.ts`, work: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(module, import.meta.url), {
      workerData: work,
      env: { ...process.env, LOG_LEVEL: "error" },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    // A thread that ends without its answer must not leave its caller waiting; after an answer this changes nothing.
    worker.once("exit", (code) => reject(new Error(`${module} ended with ${code} and no answer`)));
  });
