import { once } from "node:events";
import { Agent, request } from "node:http";
import { WebSocket } from "ws";
import { question, type Script } from "./stamps.ts";
import { watch, type Watched } from "./watch.ts";

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** What a turn asks the scripted model, and of which database. */
export interface Ask extends Script {
  chatId: string;
  integrationId?: string;
}

const bodyOf = ({ chatId, integrationId, ...script }: Ask) => ({
  chat_id: chatId,
  message: question(script),
  ...(integrationId !== undefined && { integration_id: integrationId }),
});

interface Answer {
  status: number;
  text: string;
}

/** A request with a JSON answer. */
export function call(
  method: string,
  address: string,
  token: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        method,
        agent,
        headers: {
          ...(token !== "" && { authorization: `Bearer ${token}` }),
          ...(typeof body === "string" && { "content-type": "application/json" }),
          ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends a message on the streamed route and follows it to its end. */
export function streamTurn(baseUrl: string, token: string, ask: Ask): Promise<Watched> {
  const body = JSON.stringify(bodyOf(ask));
  const turn = watch(ask.tokens);
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve(turn.fail(error.message));
    const sent = request(
      `${baseUrl}/v1/chats`,
      {
        method: "POST",
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "text/event-stream",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (response) => {
        if (response.statusCode !== 200) turn.fail(`status ${response.statusCode}`);
        let held = "";
        let isOver = false;
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          const blocks = (held + chunk).split("\n\n");
          held = blocks.pop() ?? "";
          for (const block of blocks) {
            const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)$/m.exec(block) ?? [];
            if (event !== "") isOver = turn.take(event, JSON.parse(data), block.length + 2);
          }
        });
        response.on("end", () => resolve(isOver ? turn.seen : turn.fail("ended without a last event")));
        response.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

export interface Socket {
  /** Sends a message and follows its turn to its end; one turn at a time. */
  turn(ask: Ask): Promise<Watched>;
  /** Frames that came while no turn ran. */
  strays: number;
  close(): Promise<void>;
}

/** Opens a socket and waits until it is authenticated. */
export async function openSocket(wsUrl: string, token: string): Promise<Socket> {
  const socket = new WebSocket(wsUrl, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  let current: { turn: ReturnType<typeof watch>; resolve: (seen: Watched) => void } | undefined;
  let isAuthenticated: () => void = () => undefined;
  const authenticated = new Promise<void>((resolve, reject) => {
    isAuthenticated = resolve;
    socket.once("error", reject);
    socket.once("close", (code) => reject(new Error(`closed with ${code}`)));
  });
  authenticated.catch(() => undefined);
  const opened: Socket = {
    strays: 0,
    turn(ask) {
      return new Promise((resolve) => {
        current = { turn: watch(ask.tokens), resolve };
        socket.send(JSON.stringify({ action: "send_message", ...bodyOf(ask) }));
      });
    },
    async close() {
      if (socket.readyState === socket.CLOSED) return;
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
  socket.on("message", (frame: Buffer) => {
    const { event, data } = JSON.parse(frame.toString("utf8"));
    if (event === "authenticated") isAuthenticated();
    else if (!current) opened.strays += 1;
    else if (current.turn.take(event, data, frame.length)) {
      const { turn, resolve } = current;
      current = undefined;
      resolve(turn.seen);
    }
  });
  socket.on("close", (code) => current?.resolve(current.turn.fail(`closed with ${code}`)));
  await authenticated;
  return opened;
}
