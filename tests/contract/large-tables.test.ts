import type { Cell } from "@parley/datasource/types";
import { toJsonText } from "@parley/core/store/json-text";
import { messageKey, type MessageRecord } from "@parley/core/message/record";
import { keepRows } from "@parley/core/visualization/kept-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.ts";
import type { Tenant } from "../support/tenant.ts";

let service: Service;
let tenant: Tenant;
let token: string;
let chatId: string;

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  token = tenant.member.token;
  chatId = (await service.call("POST /v1/chats/create", { token, body: {} })).body.id;
});
afterAll(() => service.stop());

const headers = ["id", "text"];

/** Keeps a table as a turn of the chat does; answers its address. */
async function shown(text: string, count: number): Promise<{ rows: Cell[][]; at: string }> {
  const rows = Array.from({ length: count }, (_, id): Cell[] => [id, text]);
  const id = service.environment.ids.next();
  await keepRows(service.environment.files, chatId, { id, type: "table", headers, rows: [] }, rows);
  return { rows, at: `/v1/chats/${chatId}/visualizations/${id}/rows` };
}

/** Lambda's answers have 6 MB, in which text is a JSON string; the gateway here holds to that. */
describe("a table of more text than one answer carries", () => {
  // Short of the limit, over it, over it by the quotation marks that CSV doubles, and by letters of three bytes.
  it.each([
    ["x", 4_000, false],
    ["x", 7_000, true],
    ['"', 2_500, true],
    ["€", 2_500, true],
  ])("of %s × %d in a thousand rows is read by page, and as CSV", async (letter, length, isFile) => {
    const { rows, at } = await shown(letter.repeat(length), 1000);
    const seen: string[][] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await service.call(`GET ${at}${cursor === null ? "" : `?cursor=${cursor}`}`, { token });
      expect(status).toBe(200);
      seen.push(...body.rows);
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(rows.length);
    expect(seen.every(([id, text], place) => id === String(place) && text === rows[place]?.[1])).toBe(true);

    const asked = { headers: { authorization: `Bearer ${token}` }, redirect: "manual" } as const;
    const answer = await fetch(`${service.cloud.baseUrl}${at}.csv`, asked);
    expect(answer.status).toBe(isFile ? 302 : 200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const file = isFile ? await fetch(answer.headers.get("location") ?? "") : answer;
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    if (isFile) {
      // A page cannot follow the redirect to a bucket of another origin: it asks for the address.
      const linked = await service.call(`GET ${at}.csv?link=1`, { token });
      expect(linked.body).toEqual({ download_url: expect.stringMatching(/^http/) });
      expect((await fetch(linked.body.download_url)).headers.get("content-type")).toBe("text/csv; charset=utf-8");
    }
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename.*\.csv"?$/);
    const lines = (await file.text()).split("\r\n");
    const cell = letter === '"' ? `"${letter.repeat(2 * length)}"` : letter.repeat(length);
    expect(lines.length).toBe(1000 + 2);
    expect([lines[0], lines[1] === `0,${cell}`, lines[1000] === `999,${cell}`]).toEqual(["id,text", true, true]);
  });

  it("leaves a chat readable, in pages that are shorter than asked for", async () => {
    const { body: chat } = await service.call("POST /v1/chats/create", { token, body: {} });
    const { environment } = service;
    const rows = Array.from({ length: 20 }, () => ["x".repeat(10_000)]);
    const wanted: string[] = [];
    for (let at = 0; at < 40; at++) {
      const id = environment.ids.next(wanted.at(-1));
      wanted.push(id);
      const message: MessageRecord = {
        ...messageKey(chat.id, id),
        id,
        chat_id: chat.id,
        organization_id: tenant.id,
        member_id: tenant.member.id,
        turn_id: id,
        role: "assistant",
        type: "final",
        content: "A large table.",
        timestamp: new Date().toISOString(),
        metadata: toJsonText({ visualizations: [{ id, type: "table", headers: ["text"], rows }] }),
      };
      await environment.table.put(message);
    }
    const seen: string[] = [];
    for (let more = true; more;) {
      const before = seen.length > 0 ? `&before=${seen[0]}` : "";
      const { status, body } = await service.call(`GET /v1/chats/${chat.id}?limit=200${before}`, { token });
      expect(status).toBe(200);
      seen.unshift(...body.messages.map(({ id }: { id: string }) => id));
      more = body.has_more;
    }
    expect(seen).toEqual(wanted);
  });

  it("is not shown to others", async () => {
    const { at } = await shown("x".repeat(7_000), 1000);
    const other = await service.newOrganization();
    expect((await service.call(`GET ${at}.csv`, { token: other.member.token })).status).toBe(404);
    expect((await service.call(`GET ${at}.csv`)).status).toBe(401);
  });
});
