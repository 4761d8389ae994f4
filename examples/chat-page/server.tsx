/**
 * Draws a chat on the server, as Next does, and gives the page its tokens.
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL, PARLEY_INTEGRATION_ID and
 * PORT (8000).
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NotFoundError } from "@parley/client";
import { type ChatSettings, ParleyProvider } from "@parley/client/react";
import { createAuthenticator, nodeHandler, tokenEndpoint } from "@parley/client/server";
import { Hono } from "hono";
import { renderToString } from "react-dom/server";
import { Chat } from "./chat.tsx";

/** What the browser needs to go on. */
export interface PageData {
  baseUrl: string;
  chat: ChatSettings;
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const baseUrl = setting("PARLEY_URL");
const integrationId = setting("PARLEY_INTEGRATION_ID");
const auth = createAuthenticator({
  baseUrl,
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
});
// Whoever opens this page is this member. Yours asks its session; a page must never be able to say who it is.
const signedIn = () => setting("PARLEY_EMAIL");

function page(data: PageData, markup: string): string {
  // No text in the data can end the element that it stands in.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ask</title>
    <style>
      :root { color-scheme: light dark; font-family: system-ui, sans-serif }
      main { max-width: 44rem; margin: auto }
      pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
      table { display: block; overflow-x: auto }
    </style>
  </head>
  <body>
    <div id="page">${markup}</div>
    <script type="application/json" id="data">${json}</script>
    <script type="module" src="/browser.js"></script>
  </body>
</html>`;
}

const app = new Hono();
const endpoint = tokenEndpoint(auth, signedIn);
app.post("/api/parley-token", (context) => endpoint(context.req.raw));
app.get("/browser.js", async (context) => {
  const script = await readFile(new URL("browser.js", import.meta.url), "utf8");
  return context.body(script, 200, { "content-type": "text/javascript" });
});
app.get("/", async (context) => {
  const parley = auth.client(signedIn());
  const chatId = context.req.query("chat");
  const chat: ChatSettings =
    chatId === undefined ? { integrationId } : { initialChat: await parley.chat.get({ chat_id: chatId }) };
  const markup = renderToString(
    <ParleyProvider client={parley}>
      <Chat {...chat} />
    </ParleyProvider>,
  );
  return context.html(page({ baseUrl, chat }, markup));
});
app.onError((error, context) => {
  if (error instanceof NotFoundError) return context.text("There is no such chat", 404);
  throw error;
});

const server = createServer(nodeHandler(async (request) => app.fetch(request)));
server.listen(Number(process.env["PORT"] ?? 8000), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // A TCP server's address is never a string.
  console.log(`Listening on http://127.0.0.1:${port}`);
});
