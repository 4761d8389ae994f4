/**
 * Asks a question with nothing but `fetch`: the requests are the same in every language that speaks HTTP.
 *
 *     node ask.mjs "How many customers are there?"
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL and PARLEY_INTEGRATION_ID.
 */
import { createHmac } from "node:crypto";

/** @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/**
 * Sends JSON and returns the response, if it is one that succeeded.
 *
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {unknown} body
 */
async function post(path, headers, body) {
  const response = await fetch(new URL(path, setting("PARLEY_URL")), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/**
 * The events of a Server-Sent Events stream. One that is cut just ends: the client of this repository goes on where it was.
 *
 * @param {Response} response
 */
async function* eventsOf(response) {
  let text = "";
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      // What begins with a colon is a comment, which keeps the connection open.
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}

const [message] = process.argv.slice(2);
if (message === undefined) throw new Error("node ask.mjs <question>");

const email = setting("PARLEY_EMAIL").trim().toLowerCase();
const secret = Buffer.from(setting("PARLEY_SHARED_SECRET"), "base64url");
const user_key = createHmac("sha256", secret).update(email).digest("base64url");
const signedIn = await post("/v1/authenticate", { "x-api-key": setting("PARLEY_API_KEY") }, { email, user_key });
const { token } = await signedIn.json();
const authorization = { authorization: `Bearer ${token}` };

const created = await post("/v1/chats/create", authorization, { integration_id: setting("PARLEY_INTEGRATION_ID") });
const { id: chat_id } = await created.json();

for await (const { event, data } of eventsOf(await post("/v1/chats", authorization, { chat_id, message }))) {
  if (event === "text_delta") process.stdout.write(data.content);
  if (event === "visualization" && data.type === "table") console.log(`\nTable: ${data.headers.join(", ")}`);
  if (event === "error") throw new Error(`${data.code}: ${data.error}`);
}
process.stdout.write("\n");
