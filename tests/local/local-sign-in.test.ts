import { readdirSync, readFileSync } from "node:fs";
import { request as send } from "node:http";
import { join } from "node:path";
import * as Member from "@parley/core/member/member";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { demoPeople } from "../../packages/local/src/console/demo-people.ts";
import { localSignIn } from "../../packages/local/src/console/local-sign-in.ts";
import { startService, type Service } from "../support/service.ts";
import { startGateway } from "./support.ts";

let service: Service;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
let other: typeof tenant;

beforeAll(async () => {
  service = await startService();
  [tenant, other] = [await service.newOrganization(), await service.newOrganization()];
  const organizations = [
    { id: tenant.id, name: "Quillmere", api_key: tenant.apiKey },
    { id: other.id, name: "Dunmarrow", api_key: other.apiKey },
  ];
  const people = demoPeople(service.environment, organizations, service.cloud.baseUrl);
  gateway = await startGateway({
    entries: { fallback: async () => ({ statusCode: 404, body: "{}" }) },
    front: localSignIn(people),
  });
}, 30_000);
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

const ownPage = { "sec-fetch-site": "same-origin" };
const json = { ...ownPage, "content-type": "application/json" };

/** Unlike fetch it sends whatever Host it is given. */
async function call(line: string, headers: Record<string, string>, body = "") {
  const [method = "GET", path = "/"] = line.split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>();
  const request = send(gateway.baseUrl, { method, path, headers }, (response) => {
    let text = "";
    response.on("data", (chunk: Buffer) => (text += chunk.toString()));
    response.on("end", () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
  });
  request.on("error", reject).end(body);
  return promise;
}

const signIn = (member_id: unknown) => call("POST /_local/sign-in", json, JSON.stringify({ member_id }));
const namesOf = async () => {
  const { body } = await call("GET /_local/people", ownPage);
  return (body as { people: { name: string }[] }).people.map(({ name }) => name);
};

describe("GET /_local/people", () => {
  it("lists the active members of all the demo's organizations, administrators first", async () => {
    const { status, body } = await call("GET /_local/people", ownPage);
    expect(status).toBe(200);
    expect(body).toEqual({
      people: [tenant, other].flatMap(({ admin, member, other: another }, at) =>
        [admin, member, another].map(({ id, name, role }) => ({
          member_id: id,
          name,
          role,
          organization: at === 0 ? "Quillmere" : "Dunmarrow",
        })),
      ),
    });
  });

  test.for(["localhost", "localhost:5173", "127.0.0.1:8787", "[::1]:8787", "LocalHost:1"])(
    "is asked by any of this machine's own names: %s",
    async (host) => {
      expect((await call("GET /_local/people", { ...ownPage, host })).status).toBe(200);
    },
  );

  it("follows who is added and disabled while the service runs", async () => {
    const added = await tenant.add();
    expect(await namesOf()).toContain(added.name);
    await Member.update(tenant.ctx, added.id, { active: false });
    expect((await namesOf()).filter((name) => name === added.name)).toEqual([]);
    expect(await signIn(added.id)).toEqual({
      status: 404,
      body: { detail: "Nobody active in the demo has this id" },
    });
  });
});

describe("POST /_local/sign-in", () => {
  it("gives a code that the service trades for a session of that member", async () => {
    const { status, body } = await signIn(other.member.id);
    expect(status).toBe(200);
    const { code } = body as { code: string };
    const session = await service.call("POST /v1/sessions", { body: { code } });
    expect(session.status).toBe(200);
    const me = await service.call("GET /v1/me", { token: session.body.token });
    expect(me.body.member.id).toBe(other.member.id);
    expect((await service.call("POST /v1/sessions", { body: { code } })).status).toBe(401);
  });

  it("answers 400 to a body that is not JSON with an id, or too long to be", async () => {
    const tooLong = `{"member_id":"${"x".repeat(2_000)}"}`;
    for (const body of ["", "{}", "[]", "{", '{"member_id":1}', tooLong]) {
      expect((await call("POST /_local/sign-in", json, body)).status, body).toBe(400);
    }
  });

  it("takes JSON only, which no form of another page can send", async () => {
    const body = JSON.stringify({ member_id: tenant.member.id });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", ""]) {
      const headers = { ...ownPage, ...(type !== "" && { "content-type": type }) };
      expect((await call("POST /_local/sign-in", headers, body)).status).toBe(400);
    }
    const charset = { ...ownPage, "content-type": "application/json; charset=utf-8" };
    expect((await call("POST /_local/sign-in", charset, body)).status).toBe(200);
  });

  it("knows nobody by another id", async () => {
    for (const id of ["", "nobody", "01980000-0000-7000-8000-000000000000"])
      expect((await signIn(id)).status).toBe(404);
  });
});

describe("who is not the console's page on this machine", () => {
  const lines = ["GET /_local/people", "POST /_local/sign-in"];

  test.for(["cross-site", "same-site", "none", "", "same-origin, same-origin"])(
    "is refused from the site %j",
    async (site) => {
      for (const line of lines) expect((await call(line, { ...json, "sec-fetch-site": site })).status).toBe(403);
    },
  );

  it("is refused if it does not say where it comes from", async () => {
    for (const line of lines) expect((await call(line, { "content-type": "application/json" })).status).toBe(403);
  });

  test.for([
    "parley.example",
    "parley.example:8787",
    "127.0.0.1.nip.io",
    "localhost.evil.example",
    "localhost@evil",
    "10.0.0.7",
    "0.0.0.0",
  ])("is refused under the name %s, which somebody's DNS may lead here", async (host) => {
    for (const line of lines) expect((await call(line, { ...json, host })).status).toBe(403);
  });

  test.for(["POST /_local/people", "GET /_local/sign-in", "GET /_local/people/", "GET /_local"])(
    "finds nothing at %s, which is left to the routes",
    async (line) => {
      expect((await call(line, json)).status).toBe(404);
    },
  );
});

describe("the demo's sign-in", () => {
  it("is in nothing that is deployed", () => {
    const root = join(import.meta.dirname, "../..");
    const deployed = [
      "infra",
      ...["contract", "datasource", "core", "interpreter", "analyst", "functions"].map((one) => `packages/${one}`),
    ];
    const sources = deployed.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.parentPath.includes("node_modules"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((file) => /_local\b|local-sign-in|demo-people/.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
