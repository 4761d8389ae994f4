import { clientOptions, lean } from "./client-options.ts";
import { linked } from "./environment.ts";
import type { TurnQueue, WorkerInvoker } from "../wake/wake.ts";

/** The queue of durable turns of this process's deployment. Its client is loaded with the first turn that is submitted. */
export function createQueueAccess(): { queue: TurnQueue } {
  const url = linked("TurnQueue", "url");
  let opened: Promise<TurnQueue> | undefined;
  return { queue: { send: async (...given) => (await (opened ??= openQueue(url))).send(...given) } };
}

async function openQueue(url: string): Promise<TurnQueue> {
  const [{ SQSClient }, { createTurnQueue }] = await Promise.all([
    import("@aws-sdk/client-sqs"),
    import("../wake/turn-queue.ts"),
  ]);
  return createTurnQueue(lean(new SQSClient(clientOptions)), url);
}

/** The worker function of this process's deployment. Its client is loaded with the first task. */
export function createWorkerAccess(): { worker: WorkerInvoker } {
  const name = linked("TurnWorker", "name");
  let opened: Promise<WorkerInvoker> | undefined;
  return { worker: { invoke: async (task) => (await (opened ??= openWorker(name))).invoke(task) } };
}

async function openWorker(name: string): Promise<WorkerInvoker> {
  const [{ LambdaClient }, { createWorkerInvoker }] = await Promise.all([
    import("@aws-sdk/client-lambda"),
    import("../wake/worker-invoker.ts"),
  ]);
  return createWorkerInvoker(lean(new LambdaClient(clientOptions)), name);
}
