import { routes } from "@parley/contract/routes";
import { sessions } from "@parley/functions/http/sessions";
import { describe, expect, it } from "vitest";
import { api } from "../support/api.ts";
import { type Everything, everyEndpoint } from "../support/endpoints.ts";
import { unreachable } from "../support/environment.ts";
import { failed, sign } from "./exchange.ts";
import { cookieOf, useSigningIn } from "./signing-in.ts";

const scene = useSigningIn({ settings: { corsOrigins: ["https://app.example"] } });

/** The operations that a page calls with a code or with its session's cookie. */
const ofPages = ["POST /v1/sessions", "POST /v1/sessions/renew", "DELETE /v1/sessions"];

describe("the session's cookie", () => {
  it("over HTTP, as on one machine, has a name that browsers take there, and is not marked Secure", async () => {
    const overHttp = { host: "127.0.0.1:8787", "x-forwarded-proto": "http" };
    const signedIn = await scene.trade(await scene.code(), { headers: overHttp });
    expect(signedIn.cookies[0]).toMatch(
      /^parley=[\w-]{22}\.[\w-]{43}; Max-Age=604800; Path=\/v1\/sessions; HttpOnly; SameSite=Strict$/,
    );
    const headers = { ...overHttp, cookie: cookieOf(signedIn) };
    const renewed = await scene.call("POST /v1/sessions/renew", { headers });
    expect(renewed).toMatchObject({ status: 200, cookies: [expect.stringMatching(/^parley=/)] });
    const removed = await scene.call("DELETE /v1/sessions", { headers });
    expect(removed.cookies).toEqual(["parley=; Max-Age=0; Path=/v1/sessions; HttpOnly; SameSite=Strict"]);
  });

  it("is Secure where the deployment is reached over HTTPS, whatever a request says of itself", async () => {
    const settings = { ...scene.base.settings, publicUrl: "https://parley.example" };
    const call = api({ ...scene.base, settings }, sessions);
    const headers = { "x-forwarded-proto": "http" };
    const answer = await call("POST /v1/sessions", { body: { code: await scene.code() }, headers, sourceIp: "::2" });
    expect(answer.cookies[0]).toMatch(/^__Secure-parley=.+; Secure;/);
  });

  it("opens no other operation", async () => {
    const cookie = await scene.cookie();
    const environment: Everything = { ...scene.base, ...unreachable() };
    const call = api(environment, everyEndpoint);
    const { email } = scene.tenant.member;
    const body = { email, user_key: sign(scene.tenant.sharedSecret, email) };
    const others = routes.filter(({ access }) => access === "member" || access === "admin" || access === "api_key");
    expect(others.length).toBeGreaterThan(30);
    for (const { method, path, access } of others) {
      const request = `${method} ${path.replace(/\{\w+\}/g, "x")}`;
      const answer = await call(request, { headers: { cookie }, ...(access === "api_key" && { body }) });
      expect(answer.status, request).toBe(401);
    }
    expect((await scene.renew(cookie)).status).toBe(200);
  });

  it("is no bearer token", async () => {
    const cookie = await scene.cookie();
    const call = api<Everything>({ ...scene.base, ...unreachable() }, everyEndpoint);
    expect((await call("GET /v1/models", { token: cookie.split("=")[1] })).status).toBe(401);
  });
});

describe("a page of another site", () => {
  const refused = {
    status: 403,
    text: '{"detail":"Requests from other sites are refused","code":"CROSS_SITE_REQUEST"}',
    cookies: [],
  };

  it.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "" },
    { origin: "https://evil.example" },
    { origin: "https://app.example" },
    { origin: "http://api.example" },
    { origin: "https://api.example:8443" },
    { origin: "null" },
    { origin: "https://api.example", "sec-fetch-site": "cross-site" },
  ])("is refused, and changes nothing: %j", async (headers) => {
    const [cookie, code] = [await scene.cookie(), await scene.code()];
    for (const request of ofPages)
      expect(await scene.call(request, { headers: { ...headers, cookie }, body: { code } })).toMatchObject(refused);
    expect((await scene.renew(cookie)).status).toBe(200);
    expect((await scene.trade(code)).status).toBe(200);
  });

  it.each([
    {},
    { "sec-fetch-site": "same-origin" },
    { origin: "https://api.example" },
    // Behind a proxy of developers the host is another; the browser knows better.
    { "sec-fetch-site": "same-origin", origin: "http://localhost:5173" },
  ])("is not the service's own page, nor a program: %j", async (headers) => {
    expect((await scene.trade(await scene.code(), { headers })).status).toBe(200);
    const cookie = await scene.cookie();
    expect((await scene.call("POST /v1/sessions/renew", { headers: { ...headers, cookie } })).status).toBe(200);
    expect((await scene.call("DELETE /v1/sessions", { headers })).status).toBe(204);
  });

  it("is never allowed credentials, not even of an origin that may call", async () => {
    for (const request of ofPages) {
      const path = request.split(" ")[1] ?? "";
      const origin = "https://app.example";
      const preflight = await scene.call(`OPTIONS ${path}`, {
        headers: { origin, "access-control-request-method": "POST" },
      });
      expect(preflight.status).toBe(204);
      const answer = await scene.call(request, { headers: { origin }, body: { code: "x" } });
      for (const { headers } of [preflight, answer]) {
        expect(headers["access-control-allow-origin"]).toBe(origin);
        expect(headers).not.toHaveProperty("access-control-allow-credentials");
      }
    }
  });

  it("comes before the shape of the request, and is told from a dead session", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect(await scene.call("POST /v1/sessions", { headers, body: [] })).toMatchObject(refused);
    expect(await scene.renew("")).toMatchObject(failed);
  });
});
