import { NotFoundError } from "@parley/client/errors";
import { createParley, type TableAddress } from "@parley/client";
import { keepRows } from "@parley/core/visualization/kept-rows";
import type { Cell } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Tenant } from "../support/tenant.ts";

let service: Service;
let tenant: Tenant;
let small: TableAddress;
let large: TableAddress;

const headers = ["id", "text"];
const SMALL_TEXT = "a, quoted";
const LARGE_TEXT = "x".repeat(7_000);

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  const { body: chat } = await service.call("POST /v1/chats/create", { token: tenant.member.token, body: {} });
  /** Keeps a table of a thousand rows as a turn of the chat does. */
  const keep = async (text: string): Promise<TableAddress> => {
    const rows = Array.from({ length: 1000 }, (_, id): Cell[] => [id, text]);
    const id = service.environment.ids.next();
    await keepRows(service.environment.files, chat.id, { id, type: "table", headers, rows: [] }, rows);
    return { chat_id: chat.id, visualization_id: id };
  };
  [small, large] = await Promise.all([keep(SMALL_TEXT), keep(LARGE_TEXT)]);
});
afterAll(() => service.stop());

interface Sent {
  origin: string;
  path: string;
  authorization: string | null;
  /** A header of the caller's. */
  tenant: string | null;
}

/** A reader of tables with the member's token, and the requests that it has sent. */
function newReader(token: string) {
  const sent: Sent[] = [];
  const parley = createParley({
    baseUrl: service.cloud.baseUrl,
    token,
    fetch: (address, init) => {
      const { origin, pathname } = new URL(new Request(address).url);
      const sentHeaders = new Headers(init?.headers);
      const [authorization, tenantHeader] = [sentHeaders.get("authorization"), sentHeaders.get("x-tenant")];
      sent.push({ origin, path: pathname, authorization, tenant: tenantHeader });
      return fetch(address, init);
    },
  });
  return { ...parley.table, sent };
}

describe("parley.table.rows", () => {
  it("are all rows, page by page as they are read", async () => {
    const { rows, sent } = newReader(tenant.member.token);
    const seen: string[][] = [];
    const requests = new Set<number>();
    for await (const row of rows(large)) {
      seen.push(row);
      requests.add(sent.length);
    }
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, id) => [`${id}`, LARGE_TEXT]));
    // Rows of every page were read before the next was asked for.
    expect(requests.size).toBe(sent.length);
    expect(sent.length).toBeGreaterThan(1);
  });

  it("are read again by each reader, and no further than the reader goes", async () => {
    const { rows, sent } = newReader(tenant.member.token);
    const table = rows(large);
    expect(await table.headers()).toEqual(headers);
    for (const _ of [1, 2]) {
      for await (const [id] of table) {
        expect(id).toBe("0");
        break;
      }
    }
    expect(sent).toHaveLength(3);
  });

  it("are not another member's", async () => {
    const { rows } = newReader(tenant.other.token);
    await expect(rows(small)[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe("parley.table.csv", () => {
  it("is the file that the service answers with", async () => {
    const { csv, sent } = newReader(tenant.member.token);
    const response = await csv(small);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await response.text()).split("\r\n");
    expect([lines.length, lines[0], lines[1000]]).toEqual([1002, "id,text", `999,"${SMALL_TEXT}"`]);
    expect(sent).toHaveLength(1);
  });

  it("of a large table is read from the bucket, which does not see the token", async () => {
    const { csv, sent } = newReader(tenant.member.token);
    const response = await csv(large, { headers: { "x-tenant": "acme" } });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await response.text()).split("\r\n");
    expect([lines.length, lines[1] === `0,${LARGE_TEXT}`]).toEqual([1002, true]);
    expect(sent).toMatchObject([
      { authorization: `Bearer ${tenant.member.token}`, tenant: "acme" },
      { authorization: null, tenant: null },
    ]);
    expect(sent[1]?.origin).not.toBe(sent[0]?.origin);
  });

  it("of a service that does not tell the address follows a redirect that the runtime hides, as browsers do", async () => {
    const asked: (string | undefined)[] = [];
    const parley = createParley({
      baseUrl: service.cloud.baseUrl,
      token: tenant.member.token,
      fetch: async (address, init) => {
        asked.push(init?.redirect);
        const response = await fetch(new Request(address).url.replace("?link=true", ""), init);
        if (init?.redirect !== "manual" || response.status !== 302) return response;
        await response.body?.cancel();
        // What a browser shows of a redirect that it does not follow.
        return Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
      },
    });
    const response = await parley.table.csv(large);
    expect([response.redirected, (await response.text()).length > 7_000_000]).toEqual([true, true]);
    expect(asked).toEqual(["manual", undefined]);
  });

  it("that the page may not read from the bucket says so", async () => {
    const parley = createParley({
      baseUrl: service.cloud.baseUrl,
      token: tenant.member.token,
      retries: 0,
      fetch: async (_address, init) => {
        if (init?.redirect !== "manual") throw new TypeError("Failed to fetch");
        return Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
      },
    });
    await expect(parley.table.csv(large)).rejects.toMatchObject({
      code: "CONNECTION_FAILED",
      message: expect.stringContaining("rows"),
    });
  });

  it("of a table that is not the caller's is a NotFoundError", async () => {
    await expect(newReader(tenant.other.token).csv(small)).rejects.toBeInstanceOf(NotFoundError);
  });
});
