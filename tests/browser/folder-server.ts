import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

/** Serves the files of a folder with the headers of a page. */
export async function serveFolder(folder: string, headers: Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(`http://pages${request.url}`);
    const file = path.join(folder, path.normalize(pathname === "/" ? "index.html" : pathname));
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404, headers).end();
    response.writeHead(200, { ...headers, "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    return void response.end(readFileSync(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
