import type { IncomingMessage, ServerResponse } from "node:http";
import { cacheControlOf, embedHeaders, frame, framePage, pageHeaders } from "@parley/console/headers";
import type { Front } from "../api-gateway/front.ts";
import { splitTarget } from "../api-gateway/http-event.ts";
import { type Encoding, encodings, pageFile, type PageFile, type PageFiles } from "./page-file.ts";

export interface SiteSettings {
  /** Undefined: the page could not be built. */
  files: PageFiles | undefined;
  /** Where presigned addresses lead. */
  bucket: string;
  /** The public port, for older browsers, which do not take a socket to the page's own host for its own. */
  port: number;
  signIn: readonly ("people" | "link")[];
  /** Origins whose pages may call the service. */
  corsOrigins: readonly string[];
  /** Origins that may show the framed chat. */
  embedOrigins: readonly string[];
}

const base = "/app/";

/** Whether `Accept-Encoding` allows an encoding. What it does not name it allows by `*` only. */
function accepts(request: IncomingMessage, encoding: Encoding): boolean {
  const wanted = new Map(
    (request.headers["accept-encoding"] ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
        const quality = parameters.find((parameter) => parameter.startsWith("q="));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
      }),
  );
  return (wanted.get(encoding) ?? wanted.get("*") ?? 0) > 0;
}

/** Whether `If-None-Match` names the tag; a weak one is the same to a reader. */
const isKnown = (request: IncomingMessage, tag: string): boolean =>
  (request.headers["if-none-match"] ?? "")
    .split(",")
    .some((known) => ["*", tag].includes(known.trim().replace(/^W\//, "")));

/** Answers with a file in the best encoding that both know, or with 304. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const best = encodings.find(({ name }) => file.encoded[name] && accepts(request, name))?.name;
  const body = (best && file.encoded[best]) ?? file.body;
  const tag = `"${file.tag}${best ? `-${best}` : ""}"`;
  response.setHeader("etag", tag);
  if (Object.keys(file.encoded).length > 0) response.setHeader("vary", "accept-encoding");
  if (isKnown(request, tag)) {
    response.writeHead(304).end();
    return;
  }
  if (best) response.setHeader("content-encoding", best);
  response.writeHead(200, { "content-type": file.type, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: base, "content-length": 0 }).end();
}

function sendNotBuilt(request: IncomingMessage, response: ServerResponse): void {
  const text = "The console could not be built: the terminal of npm start says why. The API answers, see /docs.\n";
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "content-length": Buffer.byteLength(text) });
  response.end(request.method === "HEAD" ? undefined : text);
}

/**
 * The console as the edge serves it in a deployment: the page for every path below `/app/` that is not a file's, assets that may
 * be kept for ever, the policy on all of it; and the embedded chat, for pages of any origin. Other methods, files that are not
 * there, and all other paths are left to the routes.
 */
export function consoleSite({ files, bucket, port, signIn, corsOrigins, embedOrigins }: SiteSettings): Front {
  const sockets = [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`];
  const ofPage = pageHeaders({ bucket: [bucket], sockets });
  const about = { sign_in: signIn, cors_origins: corsOrigins, embed_origins: embedOrigins };
  const config = pageFile("config.json", Buffer.from(JSON.stringify(about)));
  const own = new Map([...(files ?? []), ["config.json", config]]);
  const ofFrame = pageHeaders({ bucket: [bucket], sockets, frameAncestors: embedOrigins });
  const built = own.get(frame.file)?.body.toString();
  own.delete(frame.file);
  if (built !== undefined) own.set(frame.path, pageFile(frame.file, Buffer.from(framePage(built, embedOrigins))));

  const headersOf = (name: string) => {
    if (name === frame.path) return ofFrame;
    return name.startsWith("embed/") ? embedHeaders : ofPage;
  };

  return async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const { path } = splitTarget(request);
    if (path !== "/" && path !== "/app" && !path.startsWith(base)) return false;
    const name = path.slice(base.length);
    const isEmbed = name.startsWith("embed/");
    const isPage = !isEmbed && !name.startsWith("assets/");
    const file = own.get(name) ?? (isPage ? own.get("index.html") : undefined);
    if (!file && files) return false;
    for (const [header, value] of Object.entries(headersOf(name))) response.setHeader(header, value);
    response.setHeader("cache-control", cacheControlOf(name));
    if (!path.startsWith(base)) redirect(response);
    else if (file) sendFile(request, response, file);
    else sendNotBuilt(request, response);
    return true;
  };
}
