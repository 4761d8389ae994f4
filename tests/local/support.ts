import type { Front } from "../../packages/local/src/api-gateway/front.ts";
import { gateway, type GatewaySettings } from "../../packages/local/src/api-gateway/gateway.ts";
import { lambdaFunction, type EntryModule } from "../../packages/local/src/lambda/runtime.ts";
import { listen } from "../../packages/local/src/api-gateway/listener.ts";
import type { Log } from "../../packages/local/src/process/log.ts";
import type { Route } from "../../packages/local/src/api-gateway/routing.ts";

export interface LoggedLine {
  level: "info" | "error";
  message: string;
  fields: Record<string, unknown>;
}

export function recordingLog(): { log: Log; lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const at =
    (level: LoggedLine["level"]) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void lines.push({ level, message, fields });
  return { lines, log: { info: at("info"), error: at("error") } };
}

export interface GatewayOptions {
  entries: Record<string, EntryModule["handler"]>;
  routes?: Route[];
  actions?: string[];
  timeoutMs?: number;
  idleMs?: number;
  lifetimeMs?: number;
  /** What becomes of an asynchronous invocation that failed. */
  givenUp?: GatewaySettings["givenUp"];
  /** What sees requests before the routes do. */
  front?: Front;
}

/** A gateway on free ports over the tests' own handlers. */
export async function startGateway(options: GatewayOptions) {
  const { log, lines } = recordingLog();
  const functions = new Map(
    Object.entries(options.entries).map(([name, handler]) => [
      name,
      lambdaFunction({ name, load: async () => ({ handler }), timeoutMs: options.timeoutMs ?? 5_000, log }),
    ]),
  );
  const functionOf = (name: string) => {
    const found = functions.get(name);
    if (!found) throw new Error(`The test has no entry ${name}`);
    return found;
  };
  const api = gateway({
    routes: options.routes ?? [],
    streamingEntries: ["stream"],
    fallback: "fallback",
    socket: {
      path: "/v1/chats/ws",
      entry: "socket",
      actions: options.actions ?? ["ping", "send_message"],
      ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
      ...(options.lifetimeMs !== undefined && { lifetimeMs: options.lifetimeMs }),
    },
    functionOf,
    invocable: (name) => functions.get(name),
    givenUp: options.givenUp ?? (async () => undefined),
    log,
  });
  const front = await listen(0, options.front ? api.requestBehind(options.front) : api.request);
  front.server.on("upgrade", api.upgrade);
  const internal = await listen(0, api.internal);
  return {
    baseUrl: `http://127.0.0.1:${front.port}`,
    wsUrl: `ws://127.0.0.1:${front.port}/v1/chats/ws`,
    internalUrl: `http://127.0.0.1:${internal.port}`,
    lines,
    async stop() {
      await api.close();
      await Promise.all([front.close(), internal.close()]);
    },
  };
}

/** A promise with its own resolve, for waiting on what a handler does. */
export function signal<Value = void>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
}

/** Credentials that only the local parts know. */
export const credentials = { accessKeyId: "parley-local", secretAccessKey: "parley-local" };
