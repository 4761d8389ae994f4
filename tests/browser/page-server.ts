import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** What the page itself is: it has imported the client, and shows it to those who drive it. */
const pageModule = `import * as client from "@parley/client";\nglobalThis.client = client;\n`;

/** Where each entry of the package is that is built in `dist`, as a browser asks for it. */
function importMap(dist: string): string {
  const { name, exports } = JSON.parse(readFileSync(path.join(dist, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, { browser?: string; default: string }>;
  }; // `npm run build:client` has written it.
  const imports = Object.entries(exports).map(([subpath, file]) => [
    path.posix.join(name, subpath),
    path.posix.join("/client", file.browser ?? file.default),
  ]);
  return JSON.stringify({ imports: Object.fromEntries(imports) });
}

/** A page with the client, which can reach nothing but `connect`. */
function sendPage(response: ServerResponse, imports: string, connect: readonly string[]): void {
  const nonce = randomUUID();
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src ${connect.join(" ")}`,
  });
  response.end(`<!doctype html>
<title>A page with @parley/client</title>
<script type="importmap" nonce="${nonce}">${imports}</script>
<script type="module" src="/page.js"></script>
`);
}

/** Serves pages, without a bundler, that import the client that is built in `dist`. */
export async function startPageServer(dist: string) {
  const imports = importMap(dist);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(`http://pages${request.url}`);
    if (pathname === "/") return sendPage(response, imports, searchParams.getAll("connect"));
    const file = path.join(dist, path.basename(pathname));
    const isClient = pathname.startsWith("/client/") && existsSync(file);
    if (!isClient && pathname !== "/page.js") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" });
    if (isClient) return void createReadStream(file).pipe(response);
    return void response.end(pageModule);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string

  return {
    origin: `http://127.0.0.1:${port}`,
    /** The same pages, which are another origin to a browser. */
    otherOrigin: `http://localhost:${port}`,
    /** The path of a page whose policy lets it reach these origins. */
    pathFor: (...connect: string[]) =>
      `/?${connect.map((origin) => `connect=${encodeURIComponent(origin)}`).join("&")}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
