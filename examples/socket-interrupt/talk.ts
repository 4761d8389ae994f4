/**
 * A conversation in the terminal, over one socket: a question a line. Ctrl-C stops an answer, and between answers the program.
 *
 *     node talk.ts
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL and PARLEY_INTEGRATION_ID.
 */
import { createInterface } from "node:readline";
import { ParleyError, type Turn, TurnCancelled } from "@parley/client";
import { createAuthenticator } from "@parley/client/server";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const auth = createAuthenticator({
  baseUrl: setting("PARLEY_URL"),
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
  onEvent: ({ type, operation }) => type === "socket" && console.error(`(socket ${operation})`),
});
const parley = auth.client(setting("PARLEY_EMAIL"));

// From here on asks go over the socket. It renews its token, and opens again when it is needed; without one they are streamed.
const socket = await parley.connect();
const { id: chat_id } = await parley.chat.create({ integration_id: setting("PARLEY_INTEGRATION_ID") });
const lines = createInterface({ input: process.stdin });

let turn: Turn | undefined;
process.on("SIGINT", () => {
  if (turn && turn.status !== "ended") void turn.cancel();
  else lines.close();
});

for await (const message of lines) {
  turn = parley.ask({ chat_id, message });
  try {
    for await (const { event, data } of turn) if (event === "text_delta") process.stdout.write(data.content);
    console.log(turn.error instanceof TurnCancelled ? "\n(stopped)" : "");
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    console.log(`\n${error.message}`);
  }
}
socket.close();
