import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "@parley/core/environment/clock";
import type { Base } from "@parley/core/environment/context";
import { expr } from "@parley/core/store/expression";
import { requestCancel } from "@parley/core/turn/cancel";
import { turnKey } from "@parley/core/turn/record";
import type { Wake } from "@parley/core/wake/wake";
import { createApp } from "@parley/functions/http/app";
import { stream } from "@parley/functions/http/stream";
import { runTurn } from "@parley/functions/worker/run-turn";
import { routes } from "@parley/contract/routes";
import { fastClock, furnish, startWorld } from "../../support/world/world.ts";
import { webResponse } from "../../support/web-response.ts";
import { byScript, type Fate } from "./scripts.ts";

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** How often (ms) time goes on, and the most that it then goes on by. */
const TICK_MS = 5;
const LONGEST_TICK_MS = 10;

/** Time that runs `speed` times as fast, but does not pass while this process gets no share of a busy machine: no lease expires by that. */
function unhurriedClock(speed: number): ReturnType<typeof fastClock> & { stop(): void } {
  let now = Date.now();
  let tickedAt = performance.now();
  const timer = setInterval(() => {
    const passed = performance.now() - tickedAt;
    tickedAt += passed;
    now += Math.round(Math.min(passed, LONGEST_TICK_MS) * speed);
  }, TICK_MS);
  return {
    ...fastClock(speed),
    now: () => now,
    advance(ms) {
      now += ms;
    },
    stop: () => clearInterval(timer),
  };
}

/** A clock of a worker that can be killed: what it waits for then never comes. */
function mortalClock(clock: Clock): Clock & { kill(): void } {
  let isDead = false;
  const alive = async () => {
    if (isDead) await new Promise(() => undefined);
  };
  return {
    now: () => clock.now(),
    yield: () => clock.yield().then(alive),
    sleep: (ms, signal) =>
      alive()
        .then(() => clock.sleep(ms, signal))
        .then(alive),
    kill() {
      isDead = true;
    },
  };
}

type Answering = (request: Request) => Response | Promise<Response>;

/** Serves what `answering` answers, as it is written. */
async function serve(incoming: IncomingMessage, outgoing: ServerResponse, answering: Answering): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = incoming.method ?? "GET";
  const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
  const url = `http://${incoming.headers.host}${incoming.url}`;
  const response = await answering(new Request(url, { method, headers, ...body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  outgoing.once("close", () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || outgoing.closed) break;
    outgoing.write(value);
  }
  outgoing.end();
}

/**
 * The whole service over HTTP in this process, on a DynamoDB of its own, with a worker for each wake and time that runs
 * `speed` times as fast. Questions are answered by script (`scripts.ts`). Pages of `corsOrigins` may use it.
 */
export async function startTestService({ speed = 25, corsOrigins = [] as string[] } = {}) {
  const clock = unhurriedClock(speed);
  const world = await startWorld({ clock });
  const killed = new Set<string>();
  /** What kills the worker of each clock. */
  const workers = new WeakMap<Clock, () => void>();

  /** The lease of a turn has expired. */
  const expireLease = (chatId: string, turnId: string) =>
    world.base.table.update(turnKey(chatId, turnId), expr`SET #lease_until = ${1}`, expr`#status = ${"in_progress"}`);

  const fate: Fate = {
    cancel: async ({ chat_id, turn_id }) => void (await requestCancel(world.base, chat_id, turn_id)),
    async kill({ chat_id, turn_id }, worker) {
      if (killed.has(turn_id)) return;
      killed.add(turn_id);
      workers.get(worker)?.();
      await expireLease(chat_id, turn_id);
      await new Promise(() => undefined);
    },
  };
  const answer = byScript(fate);

  async function work(wake: Wake): Promise<void> {
    const mortal = mortalClock(clock);
    workers.set(mortal, () => mortal.kill());
    await runTurn({ ...world.base, clock: mortal }, wake, { answer });
  }
  const base: typeof world.base = {
    ...world.base,
    settings: { ...world.base.settings, corsOrigins },
    queue: {
      send: async (message) => {
        if (!("kind" in message)) void work(message);
      },
    },
  };
  const endpoints = world.endpoints.filter(({ operation }) => operation.group !== "stream");
  const appWith = (own: typeof base) => createApp<Base>(own, [...endpoints, ...stream(answer)] as never, routes);
  const app = appWith(base);

  /** The worker of one streamed answer, which takes its connection with it when it is killed. */
  function streamer(outgoing: ServerResponse): typeof app {
    const mortal = mortalClock(clock);
    workers.set(mortal, () => {
      mortal.kill();
      outgoing.destroy();
    });
    return appWith({ ...base, clock: mortal });
  }

  const server = createServer((incoming, outgoing) => {
    const isStreamed = incoming.method === "POST" && incoming.url === "/v1/chats";
    const own = isStreamed ? streamer(outgoing) : app;
    serve(incoming, outgoing, async (request) => webResponse(await own.fetch(request))).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string

  return {
    world,
    baseUrl: `http://127.0.0.1:${port}`,
    /** An organization with an agent. */
    async newOrganization() {
      const tenant = await world.newTenant();
      return { ...tenant, ...(await furnish(world, tenant)) };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await world.stop();
      clock.stop();
    },
  };
}
