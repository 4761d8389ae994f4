/** A path as the console's own, which begins with `/app/`; it may have come that way. */
const inConsole = (path: string): string => `/app/${path.replace(/^\/(?:app(?:\/|$|(?=\?)))?/, "")}`;

/**
 * The link that signs a member in to the console, at the service's public address and a path of it that the contract has
 * checked. The code is in the fragment, which is sent to no server: it is in nobody's logs and in no referrer.
 */
export const consoleLink = (address: string, code: string, path?: string | null): string =>
  `${address}${inConsole(path ?? "/")}#code=${code}`;
