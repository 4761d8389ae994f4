import { randomUUID } from "node:crypto";
import { finished } from "node:stream/promises";
import { installStreamingGlobal, isStreaming, ResponseStream, type ResponseSink } from "./response-stream.ts";
import type { Log } from "../process/log.ts";

/** The part of Lambda's context that a Node handler may rely on. */
export interface InvocationContext {
  functionName: string;
  functionVersion: "$LATEST";
  invokedFunctionArn: string;
  memoryLimitInMB: string;
  awsRequestId: string;
  logGroupName: string;
  logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
}

type Handler = (event: unknown, context: InvocationContext) => unknown;
type StreamingHandler = (event: unknown, stream: ResponseStream, context: InvocationContext) => unknown;

/** What an entry module exports. A handler's own types do not matter here: it checks its events. */
export interface EntryModule {
  handler: (...args: never[]) => unknown;
}

export interface FunctionSettings {
  name: string;
  /** Imports the entry. Called once, when first needed; called again if it failed. */
  load: () => Promise<EntryModule>;
  timeoutMs: number;
  memoryMb?: number;
  log: Log;
}

export interface LambdaFunction {
  name: string;
  /** Imports the entry module ahead of its first invocation. */
  warm(): Promise<void>;
  /** Runs the handler; rejects with its error, or `FunctionTimeout`, after logging it with the request id. */
  invoke(event: unknown, requestId?: string): Promise<unknown>;
  /**
   * Runs a handler made by `streamifyResponse`; its response goes to the sink as it is written. A handler that does not
   * stream is run as `invoke` does, and its result returned as `{ result }`.
   */
  invokeStreaming(event: unknown, sink: ResponseSink): Promise<{ result: unknown } | undefined>;
}

export class FunctionTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`);
    this.name = "Sandbox.Timedout";
  }
}

/** What a handler may learn about its function and this invocation, which begins now. */
function contextOf(
  { name, timeoutMs, memoryMb }: Required<Pick<FunctionSettings, "name" | "timeoutMs" | "memoryMb">>,
  awsRequestId: string,
): InvocationContext {
  const deadline = Date.now() + timeoutMs;
  return {
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    memoryLimitInMB: String(memoryMb),
    awsRequestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

/** Runs a Lambda entry module in this process, as Lambda's Node runtime would run it. */
export function lambdaFunction({ name, load, timeoutMs, memoryMb = 512, log }: FunctionSettings): LambdaFunction {
  installStreamingGlobal();
  let loading: Promise<EntryModule["handler"]> | undefined;

  const handlerOf = (): Promise<EntryModule["handler"]> => {
    loading ??= load().then(
      (entry) => {
        if (typeof entry.handler !== "function") throw new Error(`Function ${name} exports no handler`);
        return entry.handler;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  const context = (requestId: string) => contextOf({ name, timeoutMs, memoryMb }, requestId);

  /** Runs under the function's timeout. AWS kills the environment then; here the handler is only no longer awaited. */
  const run = async <Result>(requestId: string, work: () => Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new FunctionTimeout(timeoutMs)), timeoutMs);
    });
    try {
      return await Promise.race([work(), timeout]);
    } catch (error) {
      log.error("Function failed", { function: name, requestId, error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    name,
    async warm() {
      await handlerOf();
    },
    invoke(event, requestId = randomUUID()) {
      return run(requestId, async () => {
        // The handler's own event type is erased at this border, where Lambda would parse JSON.
        const handler = (await handlerOf()) as Handler;
        return handler(event, context(requestId));
      });
    },
    invokeStreaming(event, sink) {
      const requestId = randomUUID();
      return run(requestId, async () => {
        const handler = await handlerOf();
        // The mark says which of the two shapes it has; the types cannot.
        if (!isStreaming(handler)) return { result: await (handler as Handler)(event, context(requestId)) };
        const stream = new ResponseStream(sink);
        stream.on("error", () => undefined); // the handler, or `finished` below, says what went wrong
        await (handler as StreamingHandler)(event, stream, context(requestId));
        if (!stream.writableEnded) stream.end();
        await finished(stream).catch((error: unknown) => {
          if (!sink.gone?.aborted) throw error;
        });
        return undefined;
      });
    },
  };
}
