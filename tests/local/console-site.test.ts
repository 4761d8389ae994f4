import { brotliCompressSync, brotliDecompressSync, gzipSync, gunzipSync } from "node:zlib";
import { request as send, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { contentSecurityPolicy, embedOriginsOf } from "../../packages/console/src/headers.ts";
import { pageFile } from "../../packages/local/src/console/page-file.ts";
import { consoleSite, type SiteSettings } from "../../packages/local/src/console/site.ts";
import { startGateway } from "./support.ts";

const index = Buffer.from('<!doctype html><div id="root"></div>');
const script = Buffer.from("export const answer = 42;\n".repeat(20));
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32]);

const settings: SiteSettings = {
  files: new Map([
    ["index.html", pageFile("index.html", index)],
    [
      "assets/main-x.js",
      pageFile("assets/main-x.js", script, { br: brotliCompressSync(script), gzip: gzipSync(script) }),
    ],
    ["assets/sans-x.woff2", pageFile("assets/sans-x.woff2", font)],
    ["embed/1/parley-chat.js", pageFile("embed/1/parley-chat.js", script)],
    ["embed/1.4.2/parley-chat.js", pageFile("embed/1.4.2/parley-chat.js", script)],
    ["embed/parts/chat-1a2b.js", pageFile("embed/parts/chat-1a2b.js", script)],
    ["embed/embed.json", pageFile("embed/embed.json", Buffer.from("{}"))],
    ["embed/frame.html", pageFile("embed/frame.html", Buffer.from('<html data-origins="">'))],
  ]),
  bucket: "http://127.0.0.1:9000",
  port: 8787,
  signIn: ["people", "link"],
  corsOrigins: ["*"],
  embedOrigins: ["https://app.acme.example", "http://localhost:3000"],
};

const notFound = { statusCode: 404, headers: { "content-type": "application/json" }, body: '{"detail":"Not Found"}' };
const behind = (site: SiteSettings) =>
  startGateway({ entries: { fallback: async () => notFound }, front: consoleSite(site) });

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await behind(settings);
});
afterAll(() => gateway.stop());

/** Neither decodes a body nor follows a redirect, unlike fetch. */
async function call(line: string, headers: Record<string, string> = {}, at = gateway.baseUrl): Promise<Answer> {
  const [method = "GET", path = "/"] = line.split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = send(at, { method, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () =>
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
    );
  });
  request.on("error", reject).end();
  return promise;
}

describe("the embedded chat on this machine", () => {
  it.each([
    ["1/parley-chat.js", "public, max-age=300"],
    ["1.4.2/parley-chat.js", "public, max-age=31536000, immutable"],
    ["parts/chat-1a2b.js", "public, max-age=31536000, immutable"],
  ])("its file %s may be loaded by pages of any origin, and kept: %s", async (name, kept) => {
    const { status, headers, body } = await call(`GET /app/embed/${name}`);
    expect([status, body]).toEqual([200, script]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": kept,
    });
    expect(headers["content-security-policy"]).toBeUndefined();
  });

  it("says which version it is to pages of any origin, for five minutes", async () => {
    const { status, headers } = await call("GET /app/embed/embed.json");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "content-type": expect.stringMatching(/^application\/json/),
      "cache-control": "public, max-age=300",
    });
  });

  it("in a frame is a page of its own, for the origins of EMBED_ORIGINS and no others", async () => {
    const { status, headers, body } = await call("GET /app/embed/frame");
    expect([status, body.toString()]).toEqual([
      200,
      '<html data-origins="https://app.acme.example http://localhost:3000">',
    ]);
    const { bucket, port, embedOrigins: frameAncestors } = settings;
    const sockets = [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`];
    expect(headers).toMatchObject({
      "content-security-policy": contentSecurityPolicy({ bucket: [bucket], sockets, frameAncestors }),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect((await call("GET /app/embed/frame.html")).status).toBe(404);
  });

  it("may be framed by nobody where no origin is named", async () => {
    const closed = await behind({ ...settings, embedOrigins: [] });
    const { headers, body } = await call("GET /app/embed/frame", {}, closed.baseUrl);
    await closed.stop();
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(body.toString()).toBe('<html data-origins="">');
  });

  it.each(["*", "https://*.acme.example", "https://acme.example/", "acme.example", "javascript:1", "https://a b"])(
    "is not shown by %s, which is not an origin",
    (origin) => {
      expect(() => embedOriginsOf(`https://app.acme.example, ${origin}`)).toThrow("is not an origin");
    },
  );

  it("is no page: a version that is not there is left to the routes", async () => {
    expect((await call("GET /app/embed/2/parley-chat.js")).status).toBe(404);
  });

  it("opens nothing else to other origins", async () => {
    const { headers } = await call("GET /app/assets/main-x.js");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["cross-origin-resource-policy"]).toBeUndefined();
  });
});

describe("the console on this machine", () => {
  test.for(["/", "/app"])("GET %s leads to the page", async (path) => {
    const { status, headers } = await call(`GET ${path}`);
    expect(status).toBe(302);
    expect(headers.location).toBe("/app/");
  });

  test.for(["/app/", "/app/chats/0198/0199", "/app/admin/sources?tab=schema", "/app/a.b", "/app/../secrets.json"])(
    "GET %s is the page, which is asked for again each time",
    async (path) => {
      const { status, headers, body } = await call(`GET ${path}`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(body).toEqual(index);
    },
  );

  it("has the policy on everything of its own, with the bucket and the socket in it", async () => {
    const policy = contentSecurityPolicy({
      bucket: ["http://127.0.0.1:9000"],
      sockets: ["ws://127.0.0.1:8787", "ws://localhost:8787"],
    });
    for (const path of ["/", "/app/", "/app/config.json", "/app/assets/main-x.js", "/app/assets/sans-x.woff2"]) {
      const { headers } = await call(`GET ${path}`);
      expect(headers["content-security-policy"], path).toBe(policy);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["referrer-policy"], path).toBe("no-referrer");
    }
  });

  it("says how people get in", async () => {
    const { headers, body } = await call("GET /app/config.json");
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body.toString())).toEqual({
      sign_in: ["people", "link"],
      cors_origins: ["*"],
      embed_origins: ["https://app.acme.example", "http://localhost:3000"],
    });
  });

  test.for([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
    ["identity", undefined, (body: Buffer) => body],
    ["", undefined, (body: Buffer) => body],
  ] as const)("sends an asset for ever, to whom accepts %s as %s", async ([accepted, encoding, decoded]) => {
    const { status, headers, body } = await call("GET /app/assets/main-x.js", { "accept-encoding": accepted });
    expect(status).toBe(200);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers.vary).toBe("accept-encoding");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(decoded(body)).toEqual(script);
  });

  it("sends a font, which is compressed already, as it is", async () => {
    const { headers, body } = await call("GET /app/assets/sans-x.woff2", { "accept-encoding": "br" });
    expect(headers["content-type"]).toBe("font/woff2");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toEqual(font);
  });

  it("answers 304 to who has the body in this encoding, by any of the tags they name", async () => {
    const plain = String((await call("GET /app/assets/main-x.js")).headers.etag);
    const compressed = String((await call("GET /app/assets/main-x.js", { "accept-encoding": "br" })).headers.etag);
    expect(plain).not.toBe(compressed);
    const known = (tags: string, encoding = "identity") =>
      call("GET /app/assets/main-x.js", { "if-none-match": tags, "accept-encoding": encoding });
    const { status, headers, body } = await known(`"other", W/${plain}`);
    expect([status, body.length, headers.etag]).toEqual([304, 0, plain]);
    expect((await known("*")).status).toBe(304);
    expect((await known(compressed, "br")).status).toBe(304);
    expect((await known(compressed)).status).toBe(200);
    expect((await known('"other"')).status).toBe(200);
  });

  it("answers HEAD like GET, without the body", async () => {
    for (const path of ["/app/", "/app/assets/main-x.js", "/app/config.json", "/"]) {
      const got = await call(`GET ${path}`);
      const head = await call(`HEAD ${path}`);
      expect(head.body).toHaveLength(0);
      expect({ ...head.headers, date: "" }, path).toEqual({ ...got.headers, date: "" });
    }
  });

  test.for([
    "GET /app/assets/gone.js",
    "GET /app/assets/",
    "GET /application",
    "GET /v1",
    "GET /favicon.ico",
    "POST /app/",
    "OPTIONS /app/",
    "DELETE /",
    "PUT /app/config.json",
  ])("leaves %s to the routes, which know no such thing", async (line) => {
    const { status, headers, body } = await call(line);
    expect(status).toBe(404);
    expect(headers["content-security-policy"]).toBeUndefined();
    expect(JSON.parse(body.toString())).toEqual({ detail: "Not Found" });
  });

  it("says for every path of it that it could not be built, and nothing of how people get in is lost", async () => {
    const unbuilt = await behind({ ...settings, files: undefined });
    for (const path of ["/app/", "/app/chats/1", "/app/assets/main-x.js"]) {
      const { status, body } = await call(`GET ${path}`, {}, unbuilt.baseUrl);
      expect(status, path).toBe(503);
      expect(body.toString()).toContain("could not be built");
    }
    expect((await call("GET /app/config.json", {}, unbuilt.baseUrl)).status).toBe(200);
    expect((await call("GET /", {}, unbuilt.baseUrl)).status).toBe(302);
    expect((await call("POST /app/", {}, unbuilt.baseUrl)).status).toBe(404);
    await unbuilt.stop();
  });
});
