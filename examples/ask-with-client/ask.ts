/**
 * Asks a question with the client and prints the answer as it comes.
 *
 *     node ask.ts "How many customers are there?"
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL and PARLEY_INTEGRATION_ID.
 */
import { createAuthenticator } from "@parley/client/server";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const [message] = process.argv.slice(2);
if (message === undefined) throw new Error("node ask.ts <question>");

const auth = createAuthenticator({
  baseUrl: setting("PARLEY_URL"),
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
});
const parley = auth.client(setting("PARLEY_EMAIL"));

const turn = parley.ask({ integration_id: setting("PARLEY_INTEGRATION_ID"), message });
for await (const { event, data } of turn) {
  switch (event) {
    case "text_delta":
      process.stdout.write(data.content);
      break;
    case "restart":
      // A worker of the service was lost: the answer begins anew.
      process.stdout.write("\n\n");
      break;
    default:
  }
}
process.stdout.write("\n");

const { metadata } = await turn.answer();
for (const shown of turn.visualizations) {
  if (shown.type === "table") console.log(`\nTable: ${shown.headers.join(", ")}; ${shown.row_count} rows`);
  else console.log(`\nChart: ${shown.chart_type}`);
}
for (const followUp of metadata?.follow_ups ?? []) console.log(`Ask next: ${followUp}`);
