import { request as send } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPeople } from "../../packages/local/src/console/demo-people.ts";
import { localToken } from "../../packages/local/src/console/local-token.ts";
import { type Service, startService } from "../support/service.ts";
import { startGateway } from "./support.ts";

let service: Service;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  const people = demoPeople(
    service.environment,
    [{ id: tenant.id, name: "Quillmere", api_key: tenant.apiKey }],
    service.cloud.baseUrl,
  );
  gateway = await startGateway({
    entries: { fallback: async () => ({ statusCode: 404, body: "{}" }) },
    front: localToken(people),
  });
}, 30_000);
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

/** Unlike fetch it sends whatever Host and Origin it is given. */
async function call(headers: Record<string, string>, method = "POST") {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; allowed: unknown; body: unknown }>();
  const request = send(`${gateway.baseUrl}/_local/token?reason=first`, { method, headers }, (response) => {
    let text = "";
    response.on("data", (chunk: Buffer) => (text += chunk.toString()));
    response.on("end", () => {
      const allowed = response.headers["access-control-allow-origin"];
      resolve({ status: response.statusCode ?? 0, allowed, body: JSON.parse(text) });
    });
  });
  request.on("error", reject).end();
  return promise;
}

describe("POST /_local/token", () => {
  it.each(["http://localhost:3000", "http://127.0.0.1:5173", "https://localhost", "http://[::1]:80"])(
    "gives pages of %s the token of a member, who is no administrator",
    async (origin) => {
      const { status, allowed, body } = await call({ origin });
      expect([status, allowed]).toEqual([200, origin]);
      const { token } = body as { token: string };
      const me = await service.call("GET /v1/me", { token });
      expect(me.body).toMatchObject({ member: { role: "member" }, organization: { id: tenant.id } });
    },
  );

  it.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "http://localhost.evil.example" }],
    [{ origin: "http://evil.example:8787" }],
    [{ origin: "null" }],
    [{}],
    [{ origin: "http://localhost:3000", host: "rebound.example" }],
  ])("refuses %j", async (headers: Record<string, string>) => {
    const { status, allowed } = await call(headers);
    expect([status, allowed]).toEqual([403, undefined]);
  });

  it("is a POST alone", async () => {
    expect((await call({ origin: "http://localhost:3000" }, "GET")).status).toBe(404);
  });
});
