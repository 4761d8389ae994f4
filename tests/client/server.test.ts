import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { AuthenticationError, ParleyError, RateLimitError } from "@parley/client/errors";
import * as server from "@parley/client/server";
import { normalizeEmail } from "@parley/client/user-key";
import * as core from "@parley/core/member/email";
import { userKey } from "@parley/core/member/user-key";
import { signOut } from "@parley/core/organization/sign-out";
import { ORGANIZATIONS } from "@parley/local/demo/tenant";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Tenant } from "../support/tenant.ts";

const { createAuthenticator, nodeHandler, signUserKey, tokenEndpoint } = server;

let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
});
afterAll(() => service.stop());
afterEach(() => void vi.useRealTimers());

/** An authenticator of a new API key's organization, and the statuses of its exchanges as they are answered. */
function newAuthenticator(options: Partial<server.AuthenticatorOptions> = {}) {
  const statuses: (number | null)[] = [];
  const { apiKey, sharedSecret } = tenant;
  const auth = createAuthenticator({
    baseUrl: service.cloud.baseUrl,
    apiKey,
    sharedSecret,
    retries: 0,
    onEvent: ({ status }) => statuses.push(status),
    ...options,
  });
  return { auth, statuses };
}

describe("signUserKey", () => {
  it("signs as the contract says, in 43 characters", async () => {
    const secret = randomBytes(32);
    const law = createHmac("sha256", secret).update("nora@quillmere.example.com").digest("base64url");
    expect(law).toHaveLength(43);
    expect(await signUserKey("  Nora@Quillmere.example.com\n", secret.toString("base64url"))).toBe(law);
    expect(await signUserKey("nora@quillmere.example.com", `${secret.toString("base64url")}=`)).toBe(law);
  });

  it("signs as the service does, whatever the address and the secret, also the demo's", async () => {
    const address = fc.string({ unit: "grapheme" });
    const space = fc.string({
      unit: fc.constantFrom(" ", "\t", "\u0085", "\u001c", "\u00a0", "\u3000", "\ufeff", "A"),
    });
    await fc.assert(
      fc.asyncProperty(space, address, space, fc.uint8Array({ minLength: 1, maxLength: 80 }), async (...parts) => {
        const [before, middle, after, bytes] = parts;
        const email = before + middle.toWellFormed() + after;
        const secret = Buffer.from(bytes).toString("base64url");
        expect(normalizeEmail(email)).toBe(core.normalizeEmail(email));
        expect(await signUserKey(email, secret)).toBe(userKey(secret, core.normalizeEmail(email)));
      }),
    );
    for (const { email } of ORGANIZATIONS.flatMap(({ members }) => members)) {
      expect(await signUserKey(email, tenant.sharedSecret)).toBe(userKey(tenant.sharedSecret, email));
    }
  });

  it.each(["", "not base64url!", "a+b/", "abcde", "=="])(
    "refuses the secret %j without repeating it",
    async (secret) => {
      const error: unknown = await signUserKey("a@b.example", secret).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ParleyError);
      expect(error).toMatchObject({
        code: "INVALID_SHARED_SECRET",
        message: "The shared secret is not base64url",
      });
      expect(() => newAuthenticator({ sharedSecret: secret })).toThrow(ParleyError);
    },
  );
});

describe("an authenticator", () => {
  it("asks once for a member, however the address is written and whatever number asks at once", async () => {
    const { auth, statuses } = newAuthenticator();
    const { email, id } = tenant.member;
    const tokens = await Promise.all(Array.from({ length: 50 }, () => auth.token(email)));
    tokens.push(await auth.token(` ${email.toUpperCase()}\n`));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens[0]).toMatchObject({ member_id: id, organization_id: tenant.id });
    expect(statuses).toEqual([200]);
    expect((await service.call("GET /v1/chats", { token: tokens[0]?.token ?? "" })).status).toBe(200);
  });

  it("keeps no failure: a member who was not known is admitted once there", async () => {
    const { auth, statuses } = newAuthenticator();
    const unknown = `person-${Number.MAX_SAFE_INTEGER}@${tenant.id}.example`;
    await expect(auth.token(unknown)).rejects.toBeInstanceOf(AuthenticationError);
    await expect(auth.token(unknown)).rejects.toMatchObject({ message: "Authentication failed" });
    const added = await tenant.add();
    expect(await auth.token(added.email)).toMatchObject({ member_id: added.id });
    expect(statuses).toEqual([401, 401, 200]);
  });

  it("gives no token that has less than ten minutes left", async () => {
    const { auth, statuses } = newAuthenticator();
    const { token, expires_at } = await auth.token(tenant.member.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expires_at) - 10 * 60_000 - 1000 });
    expect((await auth.token(tenant.member.email)).token).toBe(token);
    vi.setSystemTime(Date.parse(expires_at) - 10 * 60_000);
    expect((await auth.token(tenant.member.email)).token).not.toBe(token);
    expect(statuses).toEqual([200, 200]);
  });

  it("replaces a token that was refused, unless it is younger than ten seconds", async () => {
    const { auth, statuses } = newAuthenticator();
    const { email } = tenant.other;
    const { token } = await auth.token(email);
    expect((await auth.token(email, { reason: "rejected" })).token).toBe(token);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    const replaced = await auth.token(email, { reason: "rejected" });
    expect(replaced.token).not.toBe(token);
    expect((await auth.token(email)).token).toBe(replaced.token);
    expect(statuses).toEqual([200, 200]);
  });

  it("keeps the tokens of so many members, and forgets those who were not asked for the longest", async () => {
    const { auth, statuses } = newAuthenticator({ cachedMembers: 2 });
    const { admin, member, other } = tenant;
    for (const { email } of [admin, member, admin, other, admin]) await auth.token(email);
    expect(statuses).toHaveLength(3);
    await auth.token(member.email);
    expect(statuses).toHaveLength(4);
  });

  it("waits for its turn rather than being refused, and refuses itself what would wait too long", async () => {
    const { auth, statuses } = newAuthenticator({ perMinute: 1 });
    await auth.token(tenant.admin.email);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const waiting = auth.token(tenant.member.email);
    await expect(auth.token(tenant.other.email)).rejects.toMatchObject({ name: "RateLimitError", retryAfter: 122 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statuses).toEqual([200]);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await waiting).toMatchObject({ member_id: tenant.member.id });
    expect(statuses).toEqual([200, 200]);
  });

  it("stays under what the service takes within a minute", async () => {
    const other = await service.newOrganization();
    const people = await Promise.all(Array.from({ length: 61 }, () => other.add()));
    const { apiKey, sharedSecret } = other;
    const { auth, statuses } = newAuthenticator({ apiKey, sharedSecret, maxWait: 1_000 });
    const outcomes = await Promise.allSettled(people.map(({ email }) => auth.token(email)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(RateLimitError) });
    expect(statuses).toEqual(Array.from({ length: 60 }, () => 200));
  });

  it("is not waited for by one that was aborted, but goes on for the others", async () => {
    const { auth, statuses } = newAuthenticator();
    const { email } = tenant.member;
    const aborted = auth.token(email, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
    expect(await auth.token(email)).toMatchObject({ member_id: tenant.member.id });
    expect(statuses).toEqual([200]);
  });
});

describe("an authenticator's client", () => {
  it("acts for its member, also after everybody was signed out", async () => {
    const { ctx, apiKey, sharedSecret, member } = await service.newOrganization();
    const { auth } = newAuthenticator({ apiKey, sharedSecret });
    const parley = auth.client(member.email);
    const { id } = await parley.chat.create({ title: "Monthly report" });
    expect((await service.call(`GET /v1/chats/${id}`, { token: member.token })).body.title).toBe("Monthly report");
    await signOut(ctx);
    // Its token is not new any more, and what is known of the organization has been read again.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    expect((await parley.me.get()).member).toMatchObject({ id: member.id });
  });
});

describe("a token endpoint", () => {
  const address = "https://app.example/api/parley-token";
  /** Who is signed in says a header here. */
  const signedIn = (request: Request) => request.headers.get("x-session");
  const ask = async (headers: Record<string, string>, { auth = newAuthenticator().auth, method = "POST" } = {}) => {
    const response = await tokenEndpoint(auth, signedIn)(new Request(address, { method, headers }));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    for (const secret of [tenant.apiKey, tenant.sharedSecret]) expect(text).not.toContain(secret);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };

  it("answers GET and POST with the token and its expiry, and nothing else", async () => {
    for (const method of ["GET", "POST"]) {
      const { status, body } = await ask({ "x-session": tenant.member.email }, { method });
      expect([status, Object.keys(body)]).toEqual([200, ["token", "expires_at"]]);
      expect((await service.call("GET /v1/chats", { token: body.token })).status).toBe(200);
    }
    const put = await ask({ "x-session": tenant.member.email }, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });

  it("answers 401 where nobody is signed in", async () => {
    expect(await ask({})).toMatchObject({ status: 401, body: { code: "NOT_SIGNED_IN", message: "Sign in first" } });
  });

  it.each([
    [403, { "sec-fetch-site": "cross-site" }],
    [200, { "sec-fetch-site": "same-origin" }],
    [200, { "sec-fetch-site": "same-site", origin: "https://www.example" }],
    [200, { "sec-fetch-site": "none" }],
    [403, { origin: "https://evil.example" }],
    [403, { origin: "null" }],
    [403, { origin: "https://app.example", host: "other.example" }],
    [200, { origin: "https://app.example" }],
    [200, { origin: "https://app.example", host: "10.0.0.1:3000", "x-forwarded-host": "app.example" }],
  ])("answers %d to a request with %j", async (status, headers) => {
    expect((await ask({ ...headers, "x-session": tenant.member.email })).status).toBe(status);
  });

  it("exchanges anew for a page whose token was refused", async () => {
    const reasons: unknown[] = [];
    const auth: Parameters<typeof tokenEndpoint>[0] = {
      token: (email, given) => (reasons.push(given?.reason), newAuthenticator().auth.token(email)),
    };
    const endpoint = tokenEndpoint(auth, () => tenant.member.email);
    await endpoint(new Request(`${address}?reason=rejected`));
    await endpoint(new Request(address));
    expect(reasons).toEqual(["rejected", "first"]);
  });

  it("says of a failure what a page may know, and tells its backend the rest", async () => {
    const session = { "x-session": tenant.member.email };
    const codes: string[] = [];
    const failing = async (options: Partial<server.AuthenticatorOptions>) => {
      const { auth } = newAuthenticator(options);
      const onError = ({ code }: ParleyError) => void codes.push(code);
      const response = await tokenEndpoint(auth, signedIn, { onError })(new Request(address, { headers: session }));
      return [response.status, ((await response.json()) as { code: string }).code, response.headers.get("retry-after")];
    };
    expect(await failing({ apiKey: "unknown" })).toEqual([502, "NOT_ADMITTED", null]);
    // A port that nothing listens on.
    expect(await failing({ baseUrl: "http://127.0.0.1:9" })).toEqual([503, "SERVICE_UNAVAILABLE", null]);
    expect(await failing({ baseUrl: `${service.cloud.baseUrl}/elsewhere` })).toEqual([502, "SIGN_IN_FAILED", null]);
    const { auth } = newAuthenticator({ perMinute: 1, maxWait: 0 });
    await auth.token(tenant.admin.email);
    const late = await ask(session, { auth });
    expect([late.status, late.body.code, late.headers.get("retry-after")]).toEqual([429, "RATE_LIMIT", "61"]);
    expect(codes).toEqual([expect.any(String), "CONNECTION_FAILED", expect.any(String)]);
  });
});

describe("nodeHandler", () => {
  /** Asks a server of `node:http` that runs the listener. */
  async function served(listener: RequestListener, path = "/token", init?: RequestInit): Promise<Response> {
    const http = createServer(listener).listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo; // A TCP server's address is never a string.
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const whole = new Response(await response.text(), response);
    http.close();
    return whole;
  }

  it("serves an endpoint with node:http, which finds its session at the original request", async () => {
    const { auth } = newAuthenticator();
    const endpoint = tokenEndpoint(auth, (_, request: IncomingMessage & { user?: string }) => request.user);
    const handler = nodeHandler(endpoint);
    const response = await served((request, answer) => {
      handler(Object.assign(request, { user: tenant.member.email }), answer);
    });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.json()).toEqual({ token: expect.any(String), expires_at: expect.any(String) });
    const refused = await served(nodeHandler(endpoint) as RequestListener, "//[", { method: "POST", body: "{}" });
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: "NOT_SIGNED_IN" }]);
  });

  it("gives what the session's check throws to Express, or prints it and answers 500", async () => {
    const failure = new Error("the session store is down");
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const handler = nodeHandler(
      tokenEndpoint(newAuthenticator().auth, () => {
        throw failure;
      }),
    );
    const response = await served((request, answer) => handler(request, answer));
    expect([response.status, await response.text(), printed.mock.calls]).toEqual([500, "", [[failure]]]);
    printed.mockRestore();
    const passed: unknown[] = [];
    await served((request, answer) => {
      handler(request, answer, (error) => {
        passed.push(error);
        answer.end();
      });
    });
    expect(passed).toEqual([failure]);
  });
});

describe("@parley/client/server in a browser", () => {
  const bundled = async (options: { platform: "browser" | "node"; conditions?: string[] }) => {
    const contents =
      'import { createAuthenticator } from "@parley/client/server"; export default typeof createAuthenticator';
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      format: "esm",
      write: false,
      ...options,
    });
    return `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`;
  };

  it("throws when it is imported, and nowhere else", async () => {
    await expect(import(await bundled({ platform: "browser" }))).rejects.toThrow(
      /is for backends: it holds the API key/,
    );
    for (const runtime of ["workerd", "edge-light"]) {
      // Their bundlers set the browser's condition as well.
      const module = await import(await bundled({ platform: "browser", conditions: [runtime, "browser"] }));
      expect(module.default).toBe("function");
    }
    expect((await import(await bundled({ platform: "node" }))).default).toBe("function");
  });

  it("has the names of the server's own, so that the words are what people read", async () => {
    const source = await readFile(new URL("../../packages/client/src/server-in-browser.ts", import.meta.url), "utf8");
    const names = [...source.matchAll(/absent as (\w+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(server)));
  });
});
