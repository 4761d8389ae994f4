import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ModelRequest, type Reply, startModelServer, textOf } from "../../support/model-server.ts";

/** A text whose second line looks like a place of a stack, as what a provider or a database says may. */
export const likeStack = (canary: string): string =>
  `no\n    at ${canary} (file:///${canary}.js:1:1)\n    at ${canary}`;

/** How a model fails, by the word of the question that asks for it. */
const replies = (said: string): Record<string, Reply> => ({
  speak: [{ text: `It is ${said}.` }],
  refuse: { status: 400, body: { error: { message: likeStack(said), code: said, type: said, param: said } } },
  forbid: { status: 401, body: { error: { message: `Incorrect API key provided: ${said}`, code: said } } },
  crash: { status: 500, body: { error: { message: likeStack(said), code: said, type: said } } },
  cut: [{ text: `${said} ` }, { close: true }],
  broken: [{ streamError: { message: likeStack(said), code: said, type: said } }],
  malformed: [{ tool: "run_sql", args: `{"sql": "SELECT '${said}` }],
  unknown: [{ tool: said, args: { said } }],
  statement: [{ tool: "run_sql", args: { sql: `SELECT CAST('${said}' AS integer)`, purpose: said } }],
  search: [{ tool: "search_documents", args: { query: said } }],
});

const asked = ({ body }: ModelRequest): string => textOf(body.messages.findLast(({ role }) => role === "user"));

/** A model that does what its question names, and says the canary whatever it does. */
export const startHostileModel = (said: string) =>
  startModelServer((request) => {
    if (request.body.messages.at(-1)?.role === "tool") return [{ text: `Done: ${said}` }];
    const word = Object.keys(replies(said)).find((name) => asked(request).includes(`please ${name}`));
    return (word !== undefined && replies(said)[word]) || [{ text: said }];
  });

/** A provider of anything that fails with what it was sent and the canary, each time in another way. */
export async function startHostileProvider(said: string) {
  let count = 0;
  const fail = (response: ServerResponse, sent: string): void => {
    count += 1;
    const error = { message: `${likeStack(said)} ${sent.slice(0, 2_000)}`, code: said, type: said };
    if (count % 4 === 0) return void response.writeHead(200).end(`<html>${said}</html>`);
    if (count % 4 === 1) return void response.writeHead(400).end(JSON.stringify({ error }));
    if (count % 4 === 2) return void response.writeHead(500, said).end(JSON.stringify({ error }));
    response.destroy();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => fail(response, Buffer.concat(chunks).toString("latin1")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
