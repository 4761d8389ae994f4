/**
 * Signs members in to Parley from a Node backend with Hono.
 *
 *     node server.ts sign nora@example.com   prints the member's user_key
 *     node server.ts serve                   serves POST /api/parley-token on this machine
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET and PORT (8000).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuthenticator, nodeHandler, signUserKey, tokenEndpoint } from "@parley/client/server";
import { Hono } from "hono";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

function serve(): void {
  const auth = createAuthenticator({
    baseUrl: setting("PARLEY_URL"),
    apiKey: setting("PARLEY_API_KEY"),
    sharedSecret: setting("PARLEY_SHARED_SECRET"),
  });
  const endpoint = tokenEndpoint(
    auth,
    // Set by the proxy that signs people in. Yours may keep a session instead; a page must never be able to say it.
    (request) => request.headers.get("x-forwarded-email"),
    { onError: ({ code, message }) => console.error(code, message) },
  );
  const app = new Hono();
  app.post("/api/parley-token", (context) => endpoint(context.req.raw));

  const server = createServer(nodeHandler(async (request) => app.fetch(request)));
  // Only the proxy on this machine may ask: it is trusted to say who is signed in.
  server.listen(Number(process.env["PORT"] ?? 8000), "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // A TCP server's address is never a string.
    console.log(`Listening on http://127.0.0.1:${port}`);
  });
}

const [command, email] = process.argv.slice(2);
if (command === "sign" && email !== undefined) console.log(await signUserKey(email, setting("PARLEY_SHARED_SECRET")));
else if (command === "serve") serve();
else {
  console.error("node server.ts sign <email> | serve");
  process.exitCode = 1;
}
