import { createParley, type Parley, type TokenProvider } from "@parley/client";

/** What a host gives as `token`: a token, or a function that is asked for one whenever one is needed. */
export type HostToken = string | ((ask: { reason: string; signal: AbortSignal }) => unknown);

/** A client and those who want to know that its tokens fail. */
export interface SharedClient {
  parley: Parley;
  onTokenFailure: (listener: (error: unknown) => void) => () => void;
}

/** What the page's `fetch` was when this file came: what is put in its place later is not the chat's. */
const fetchOfPage: typeof fetch | undefined = globalThis.fetch?.bind(globalThis);

/** Asks an address of the host's own backend, as `tokenEndpoint` of `@parley/client/server` answers it. */
const tokensFrom =
  (tokenUrl: string): HostToken =>
  async ({ reason, signal }) => {
    const address = new URL(tokenUrl, document.baseURI);
    address.searchParams.set("reason", reason);
    const response = await (fetchOfPage ?? fetch)(address, { method: "POST", signal });
    if (!response.ok) throw new Error(`The token address answered ${response.status}`);
    return response.json();
  };

function makeClient(baseUrl: string, token: HostToken): SharedClient {
  const listeners = new Set<(error: unknown) => void>();
  const provider: TokenProvider =
    typeof token === "string"
      ? token
      : async (ask) => {
          try {
            return await token(ask);
          } catch (error) {
            for (const listener of listeners) listener(error);
            throw error;
          }
        };
  return {
    parley: createParley({ baseUrl, token: provider, fetch: fetchOfPage }),
    onTokenFailure(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Clients by the function that gives their tokens: they go when it goes. */
const byFunction = new WeakMap<object, Map<string, SharedClient>>();

/** Clients by what is written in attributes or given as text, for as long as somebody has them. */
const byText = new Map<string, WeakRef<SharedClient>>();

/** The client of a service and a token; elements that name the same share one. Null where there is no token yet. */
export function clientOf(
  baseUrl: string,
  token: HostToken | null | undefined,
  tokenUrl: string | undefined,
): SharedClient | null {
  if (typeof token === "function") {
    const clients = byFunction.get(token) ?? new Map<string, SharedClient>();
    byFunction.set(token, clients);
    const client = clients.get(baseUrl) ?? makeClient(baseUrl, token);
    clients.set(baseUrl, client);
    return client;
  }
  const given = token || (tokenUrl !== undefined && tokensFrom(tokenUrl));
  if (!given) return null;
  const name = JSON.stringify([baseUrl, token || null, tokenUrl]);
  const known = byText.get(name)?.deref();
  if (known) return known;
  for (const [other, client] of byText) if (!client.deref()) byText.delete(other);
  const client = makeClient(baseUrl, given);
  byText.set(name, new WeakRef(client));
  return client;
}
