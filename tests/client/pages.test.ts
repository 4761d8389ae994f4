import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { NotFoundError } from "@parley/client/errors";
import { createHttp } from "@parley/client/http";
import { type Methods, methodsOf } from "@parley/client/operations";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listen } from "../documents/listen.ts";
import { type Person, startWorld, type Tenant, type World } from "../support/world/world.ts";

let world: World;
let tenant: Tenant;
let server: Awaited<ReturnType<typeof listen>>;
let person: Person;
let parley: Methods;
/** Addresses that the client has called in this test. */
const called: string[] = [];

const counting: typeof fetch = (input, init) => {
  called.push(new Request(input).url.slice(server.url.length));
  return fetch(input, init);
};

beforeAll(async () => {
  world = await startWorld();
  tenant = await world.newTenant();
  server = await listen(() => world.handler);
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});
beforeEach(async () => {
  person = await tenant.add();
  parley = methodsOf(createHttp({ baseUrl: server.url, token: await world.refreshed(person), fetch: counting }));
  for (const title of ["One", "Two", "Three", "Four", "Five"]) await parley.chat.create({ title });
  called.length = 0;
});

const titles = (chats: { title: string | null }[]) => chats.map(({ title }) => title);

describe("a list in pages", () => {
  it("is its first page where it is awaited, and leads to the next ones", async () => {
    const first = await parley.chat.list({ limit: 2 });
    expect(titles(first.items)).toEqual(["Five", "Four"]);
    expect(first.hasMore).toBe(true);
    expect(first.data.next_cursor).toBe(first.next_cursor);
    const last = await (await first.next()).next();
    expect(titles(last.items)).toEqual(["One"]);
    expect(last.hasMore).toBe(false);
    expect(last.next_cursor).toBeNull();
    await expect(last.next()).rejects.toThrow(RangeError);
    expect(called).toHaveLength(3);
  });

  it("is every item where it is iterated, with the same filter on each page", async () => {
    const found: (string | null)[] = [];
    for await (const chat of parley.chat.list({ limit: 2, archived: false })) found.push(chat.title);
    expect(found).toEqual(["Five", "Four", "Three", "Two", "One"]);
    expect(called).toHaveLength(3);
    for (const address of called) expect(address).toContain("archived=false");
  });

  it("asks for no more pages once its reader has left, and begins anew for the next one", async () => {
    const list = parley.chat.list({ limit: 2 });
    for (let reader = 0; reader < 2; reader++) {
      const found: (string | null)[] = [];
      for await (const { title } of list) if (found.push(title) === 2) break;
      expect(found).toEqual(["Five", "Four"]);
    }
    expect(called).toHaveLength(1);
  });

  it("is empty where there is nothing", async () => {
    const page = await parley.chat.list({ archived: true });
    expect([page.items, page.hasMore]).toEqual([[], false]);
  });

  it("shows the response that a page came in", async () => {
    const { data, response } = await parley.chat.list({ limit: 5 }).withResponse();
    expect([data.items.length, response.status]).toEqual([5, 200]);
  });

  it("throws in its reader, and nowhere else, where it is refused", async () => {
    const read = async () => {
      for await (const row of parley.visualization.rows({ chat_id: randomUUID(), visualization_id: "v" })) row.join();
    };
    await expect(read()).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe("a call", () => {
  it("gives its data, or with its response that, too", async () => {
    const chat = await parley.chat.create({ title: "Six" });
    const { data, response } = await parley.chat.get({ chat_id: chat.id }).withResponse();
    expect([data.title, response.status]).toEqual(["Six", 200]);
  });

  it("fails once: whoever asked for the response is told, and there is no rejection left over", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listener);
    const unknown = { chat_id: randomUUID() };
    await expect(parley.chat.get(unknown).withResponse()).rejects.toBeInstanceOf(NotFoundError);
    await expect(parley.chat.get(unknown)).rejects.toBeInstanceOf(NotFoundError);
    const { port1, port2 } = new MessageChannel();
    // Rejections that nobody handles are told before the next task.
    const task = once(port2, "message");
    port1.postMessage("now");
    await task;
    port1.close();
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });

  it.each(["", ".", "..", undefined])("is not sent with %j as an id, which would be another path", async (chat_id) => {
    await expect(parley.chat.remove({ chat_id: chat_id as string })).rejects.toThrow(TypeError);
    expect(called).toEqual([]);
  });

  it("encodes ids: what is not one of them is not found, rather than another operation", async () => {
    await expect(parley.chat.get({ chat_id: "../user-memories?x=#" })).rejects.toBeInstanceOf(NotFoundError);
    expect(called).toEqual(["/v1/chats/..%2Fuser-memories%3Fx%3D%23"]);
  });

  it("is sent with cookies instead of the token where a session allows it", async () => {
    const sent: Request[] = [];
    const watching: typeof fetch = (input, init) => {
      sent.push(new Request(input, init));
      return fetch(input, init);
    };
    const page = methodsOf(createHttp({ baseUrl: server.url, token: "none is needed", fetch: watching }));
    await page.session.remove();
    expect(sent.map(({ credentials, headers }) => [credentials, headers.has("authorization")])).toEqual([
      ["include", false],
    ]);
  });

  it("needs no token where anybody may make it", async () => {
    const token = () => Promise.reject(new Error("nobody is asked"));
    const anybody = methodsOf(createHttp({ baseUrl: server.url, token }));
    expect(await anybody.docs.openapi()).toHaveProperty("openapi", "3.1.0");
  });
});
