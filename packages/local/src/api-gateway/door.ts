import type { RequestListener } from "node:http";
import type { Gateway } from "./gateway.ts";
import { sendGatewayError } from "./http-result.ts";
import { listen } from "./listener.ts";

export interface Door {
  port: number;
  open(handlers: Pick<Gateway, "request" | "upgrade">): void;
  close(): Promise<void>;
}

const notYet: RequestListener = (_request, response) => {
  response.setHeader("retry-after", "1");
  sendGatewayError(response, 503, { message: "Service Unavailable" });
};

/** Takes the public port first, so that a taken one is known at once. Until the door is opened it answers 503. */
export async function takeDoor(port: number): Promise<Door> {
  let current: RequestListener = notYet;
  const listener = await listen(port, (request, response) => current(request, response));
  return {
    port: listener.port,
    open({ request, upgrade }) {
      current = request;
      listener.server.on("upgrade", upgrade);
    },
    async close() {
      current = notYet;
      await listener.close(1_000);
    },
  };
}
