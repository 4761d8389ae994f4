/** What the published client does in any runtime: asks through a cut, fails by class, and signs. Prints or returns it as JSON. */
import { createParley, NotFoundError } from "@parley/client";
import { signUserKey } from "@parley/client/server";

export async function suite({ baseUrl, token, chat_id, email, sharedSecret }) {
  const parley = createParley({ baseUrl, token: async () => ({ token, expires_at: null }) });
  const turn = parley.ask({ chat_id, message: "table" }, { via: "stream" });
  const statuses = [];
  turn.on("status", (status) => statuses.push(status));
  const events = [];
  for await (const { event } of turn) events.push(event);
  const { content } = await turn.answer();
  const error = await parley.chat.get({ chat_id: "nowhere" }).catch((failure) => failure);
  return {
    content,
    text: turn.text,
    statuses,
    visualizations: events.filter((event) => event === "visualization").length,
    error: [error instanceof NotFoundError, error.code],
    key: await signUserKey(email, sharedSecret),
  };
}

const given = globalThis.process?.argv?.[2];
if (given) console.log(JSON.stringify(await suite(JSON.parse(given))));
