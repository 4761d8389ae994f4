import type { IncomingMessage, ServerResponse } from "node:http";

/** What sees a request before the routes do: it answers, or resolves with false and has not touched the body. */
export type Front = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
