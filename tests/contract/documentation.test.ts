import { createHash } from "node:crypto";
import asyncapiSchema from "@asyncapi/specs/schemas/3.0.0-without-$id.json" with { type: "json" };
import { stale } from "@parley/contract/api-documents/generate";
import { documentedStatuses, failuresOf } from "@parley/contract/api-documents/failures";
import { everyError } from "@parley/contract/every-error";
import { SocketEvent, StreamEvent } from "@parley/contract/event";
import { clientActions } from "@parley/contract/frame";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { serviceEntries } from "@parley/local/lambda/functions";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOf, startWorld, type World } from "../support/world/world.ts";

let world: World;
// oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into at many places
let openapi: any;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
let asyncapi: any;
let page: string;

beforeAll(async () => {
  world = await startWorld();
  openapi = (await world.call("GET /v1/openapi.json")).body;
  asyncapi = (await world.call("GET /v1/asyncapi.json")).body;
  page = (await world.call("GET /docs")).text;
});
afterAll(() => world.stop());

/** Every `$ref` of a document, and the one that leads nowhere if there is one. */
function references(root: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$ref" && typeof inner === "string") found.push(inner);
      walk(inner);
    }
  };
  walk(root);
  return [...new Set(found)];
}
const resolved = (root: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (at, part) =>
        typeof at === "object" && at !== null
          ? Reflect.get(at, part.replaceAll("~1", "/").replaceAll("~0", "~"))
          : undefined,
      root,
    );

/** The security schemes of what operations take. */
const schemesOf: Record<Operation["access"], string[]> = {
  public: [],
  api_key: ["api_key"],
  code: [],
  session: ["session"],
  member: ["access_token"],
  admin: ["access_token"],
};

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1, and its references lead somewhere", async () => {
    const validator = new Validator();
    const outcome = await validator.validate(structuredClone(openapi));
    expect(outcome.errors ?? []).toEqual([]);
    expect(outcome.valid).toBe(true);
    expect(validator.version).toBe("3.1");
    expect(references(openapi).filter((reference) => resolved(openapi, reference) === undefined)).toEqual([]);
  });

  it("has every route, and nothing else", () => {
    const documented = Object.entries<Record<string, unknown>>(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routes.map(nameOf).toSorted());
  });

  it("names every operation once, with its parameters, statuses and who may call it", () => {
    const ids = new Set<string>();
    for (const operation of routes) {
      const described = openapi.paths[operation.path][operation.method.toLowerCase()];
      expect(described.operationId).toBe(operation.id);
      ids.add(described.operationId);
      const inPath = (described.parameters ?? []).filter((one: { in: string }) => one.in === "path");
      expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(operation.path.match(/\{\w+\}/g) ?? []);
      expect(Object.keys(described.responses).map(Number)).toEqual(documentedStatuses(operation));
      const schemes = described.security.flatMap((one: object) => Object.keys(one));
      expect(schemes).toEqual(schemesOf[operation.access]);
      expect(described.summary).toMatch(/\S/);
    }
    expect(ids.size).toBe(routes.length);
  });

  it("is public and served as JSON, and so is the AsyncAPI document", async () => {
    for (const path of ["/v1/openapi.json", "/v1/asyncapi.json"]) {
      const answer = await world.call(`GET ${path}`);
      expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    }
  });
});

describe("the AsyncAPI document", () => {
  it("is valid AsyncAPI 3.0, and its references lead somewhere", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(asyncapiSchema);
    expect(validate(asyncapi), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(asyncapi.asyncapi).toMatch(/^3\.0\./);
    expect(references(asyncapi).filter((reference) => resolved(asyncapi, reference) === undefined)).toEqual([]);
  });

  it("has every frame of the client and every event of the service", () => {
    const named = (operation: { messages: { $ref: string }[] }): string[] =>
      operation.messages.map(({ $ref }) => asyncapi.components.messages[$ref.split("/").at(-1) ?? ""].name);
    const events = [...StreamEvent.options, ...SocketEvent.options].map((event) => event.entries.event.literal);
    expect(named(asyncapi.operations.receive)).toEqual([...clientActions]);
    expect(named(asyncapi.operations.send).toSorted()).toEqual([...new Set(events)].toSorted());
    expect(asyncapi.channels.socket.address).toBe("/v1/chats/ws");
  });
});

describe("the generated files", () => {
  it("are what the contract makes", () => {
    expect(stale(), "run `npm run documents`").toEqual([]);
  });
});

describe("GET /docs", () => {
  /** What stands within each element of a name. */
  const within = (name: string): string[] =>
    page
      .split(`<${name}>`)
      .slice(1)
      .map((part) => part.split(`</${name}>`)[0] ?? "");

  it("needs nothing from other hosts", () => {
    const html = page.replace(/<script>[^]*?<\/script>/, "");
    const addresses = [...html.matchAll(/\b(?:src|href|action|srcset|poster|data)=["']?([^"'\s>]+)/gi)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.length).toBeGreaterThan(40);
    expect(addresses.filter((address) => !/^[#/](?!\/)/.test(address))).toEqual([]);
    expect(html).not.toMatch(/<script|<link|<iframe|<object|@import|url\(|\bon\w+=/i);
    expect(within("script").join("")).not.toMatch(/fetch|XMLHttpRequest|import|innerHTML|eval|https?:/);
  });

  it("has a policy that allows its own style sheet and script, and nothing else", async () => {
    const { headers } = await world.call("GET /docs");
    const hashes = ["style", "script"].map((name) => {
      const [text = "", ...others] = within(name);
      expect(others).toEqual([]);
      return `${name}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    });
    expect(page).not.toMatch(/\sstyle=/);
    expect(headers).toMatchObject({
      "content-security-policy": `default-src 'none'; ${hashes.join("; ")}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });

  it("has every operation, every schema, every event and frame, and the socket", () => {
    for (const operation of routes) {
      expect(page).toContain(`id="${operation.id}"`);
      for (const code of failuresOf(operation)) expect(page).toContain(`<code>${code}</code>`);
    }
    for (const document of [openapi, asyncapi]) {
      for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`);
    }
    expect(page).toContain('id="socket"');
    // Links within the page lead somewhere.
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
  });

  it("says of every error where it occurs and what to do", () => {
    const errors = page.slice(page.indexOf('<section id="errors">'), page.indexOf('<section id="schemas">'));
    for (const code of Object.keys(everyError)) {
      const [, row = ""] = errors.split(`id="error-${code}"`);
      const cells = (row.split("</tr>")[0] ?? "").split("<td>").slice(1);
      expect(cells, code).toHaveLength(4);
      expect(
        cells.filter((cell) => cell.replace(/<[^>]*>/g, "").trim() === ""),
        code,
      ).toEqual([]);
    }
  });

  it("has examples of every event and frame", () => {
    for (const { name } of Object.values<{ name: string }>(asyncapi.components.messages)) {
      expect(page).toMatch(new RegExp(`<b>&quot;(event|action)&quot;</b>: &quot;${name}&quot;`));
    }
  });
});

describe("every route is served", () => {
  it("by a function of its group", () => {
    expect([...new Set(routes.map(({ group }) => group))].filter((group) => !(group in serviceEntries))).toEqual([]);
    expect(world.endpoints.map(({ operation }) => operation.id).toSorted()).toEqual(
      routes.map(({ id }) => id).toSorted(),
    );
  });
});
