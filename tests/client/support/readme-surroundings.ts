/**
 * What the README's snippets take for granted: names of a reader's own program. `?3` gives them for the fourth snippet, whose
 * member is its own. Settings come from the environment (see `readme.test.ts`).
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Parley } from "@parley/client";
import { createAuthenticator, type NodeHandler, type NodeRequest } from "@parley/client/server";
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { renderToString } from "react-dom/server";

const setting = (name: string): string => process.env[name] ?? "";
const email = JSON.parse(setting("README_MEMBERS"))[Number(new URL(import.meta.url).search.slice(1))] as string;

export const apiKey = setting("PARLEY_API_KEY");
export const sharedSecret = setting("PARLEY_SHARED_SECRET");
export const integration_id = setting("PARLEY_INTEGRATION_ID");

type Endpoint = (request: Request) => Promise<Response>;
/** The reader's own backend, and fetch as it is. */
const site = globalThis as { endpoint?: Endpoint; outside?: typeof fetch };

/** From now on this is where the pages of the reader's site get their tokens. */
export function serve(endpoint: Endpoint): void {
  site.endpoint = endpoint;
}

const outside = (site.outside ??= globalThis.fetch);
/** The README's service is the test's; what has no host is on the reader's own site. */
globalThis.fetch = async (address, init) => {
  const path = address instanceof Request ? address.url : String(address);
  if (!path.startsWith("/")) return outside(path.replace("https://analytics.example.com", setting("PARLEY_URL")), init);
  if (!site.endpoint) throw new Error(`Nothing serves ${path}`);
  return site.endpoint(new Request(new URL(path, "http://localhost"), init ?? {}));
};

export const parley: Parley = createAuthenticator({ baseUrl: setting("PARLEY_URL"), apiKey, sharedSecret }).client(
  email,
);

const asked = parley.ask({ integration_id, message: "Revenue by month last year" });
await asked.answer();
const known = (id: string | null | undefined): string => id ?? "";
export const chat_id = known(asked.chatId);
export const turn_id = known(asked.id);
export const visualization_id = known(asked.visualizations[0]?.id);

/** Says what a snippet does, for the test. */
const said =
  (name: string) =>
  (...what: unknown[]): void =>
    console.log(name, JSON.stringify(what));
export const write = said("write");
export const draw = said("draw");
export const clear = said("clear");
export const offer = said("offer");
export const table = said("table");
export const chart = said("chart");
export const bar = said("bar");
export const say = said("say");
export const startAnew = said("startAnew");
export const save = async (what: unknown): Promise<void> => said("save")(what);

export const file = new File(["category,amount\nTravel,412.5\nMeals,36.2\n"], "expenses.csv");
export const job = { id: crypto.randomUUID() };

export const session = async (_request: Request): Promise<{ email: string } | undefined> => ({ email });
export const signedIn = (_request: Request): string => email;

/** A server of the reader's that takes handlers as Express does: it says what each answers. */
export const app = {
  post(path: string, handler: NodeHandler<NodeRequest>): void {
    const server = createServer(handler);
    const ask = async () => {
      const { port } = server.address() as AddressInfo; // A TCP server's address is never a string.
      const answer = await outside(`http://127.0.0.1:${port}${path}`, { method: "POST" });
      write(path, answer.status, Object.keys((await answer.json()) as object));
      server.close();
    };
    server.listen(0, "127.0.0.1", () => void ask());
  },
};

export const Markdown = ({ children }: { children: ReactNode }): ReactNode => children;

/** Draws a page as a server does. */
export const show = (Page: FunctionComponent): void => write(renderToString(createElement(Page)));
