import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A page of somebody else's product. */
export interface HostPage {
  /** What stands in its body; by default an element. */
  body?: string;
  /** Its style sheet, after what gives the element its size. */
  style?: string;
  /** Scripts of its own, which run in this order, before the element's where it has one. */
  scripts?: readonly string[];
  lang?: string;
}

/** The size of the element, as the README tells hosts to give it one. */
const SIZE = "parley-chat { display: block; block-size: 640px }";

/**
 * Serves pages of another origin than the service's, under a strict policy: no inline script or style, no markup of text, and no
 * other host than the service's. Its backend gives a token by POST to `/api/parley-token`. Each page is made with the test's own `pageFor`.
 */
export async function startHost(service: string, token: string) {
  const files = new Map<string, { type: string; body: string }>();
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    "style-src 'self'",
    `connect-src 'self' ${service}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
  const server = createServer((request, response) => {
    if (request.method === "POST" && request.url?.startsWith("/api/parley-token?reason=")) {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ token }));
    }
    const file = files.get(request.url ?? "");
    response.writeHead(file ? 200 : 204, {
      "content-type": `${file?.type ?? "text/plain"}; charset=utf-8`,
      "content-security-policy": policy,
    });
    return void response.end(file?.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  const origin = `http://localhost:${port}`;
  const element = `${service}/app/embed/1/parley-chat.js`;
  let pages = 0;

  return {
    origin,
    element,
    /** The address of a new page. */
    pageFor({ body = "<parley-chat></parley-chat>", style = "", scripts = [], lang = "en" }: HostPage = {}): string {
      pages += 1;
      const name = `/${pages}`;
      const own = scripts.map((text, at) => {
        files.set(`${name}/${at}.js`, { type: "text/javascript", body: text });
        return `<script type="module" src="${name}/${at}.js"></script>`;
      });
      files.set(`${name}.css`, { type: "text/css", body: `${SIZE}\n${style}` });
      files.set(name, {
        type: "text/html",
        body: `<!doctype html>
<html lang="${lang}">
<head><title>A product</title><link rel="stylesheet" href="${name}.css">${own.join("")}
<script type="module" src="${element}"></script></head>
<body><main><h1>A product</h1>${body}</main></body>
</html>`,
      });
      return origin + name;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
