import { randomUUID } from "node:crypto";
import { ClientFrame } from "@parley/contract/frame";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneOf, sampled } from "../support/sampled.ts";
import { startTranscriptionServer, type TranscriptionServer } from "../support/transcription-server.ts";
import {
  bodies,
  comparable,
  fieldsOf,
  inList,
  isId,
  kinds,
  masked,
  kindOf,
  neighbour,
  send,
  shared,
  sharedLists,
  slotsOf,
} from "./ids-sent.ts";
import {
  type Belongings,
  belongings,
  type Furniture,
  furnish,
  nameOf,
  type Person,
  putRegions,
  startWorld,
  type Tenant,
  type World,
} from "../support/world/world.ts";

let world: World;
let speech: TranscriptionServer;
let tenant: Tenant;
let foreign: Tenant;
let furniture: Furniture;
let callers: Record<"member" | "admin", Person>;
let victims: { kind: string; of: Belongings; owner: Person; isSharing: boolean }[];
let state: unknown;

/** Everything of the victims' in the table and in the bucket. */
async function victimsState(): Promise<unknown> {
  const members = victims.map(({ owner }) => `ORG#${owner.ctx.actor.organization_id}#MEMBER#${owner.id}`);
  const partitions = [`ORG#${foreign.id}`, ...members, ...victims.map(({ of }) => `CHAT#${of.chat_id}`)];
  const items = await Promise.all(partitions.map((pk) => world.base.table.queryAll({ pk, consistent: true })));
  const keys = await world.bucket.keys();
  const objects = keys.filter((key) =>
    victims.some(({ of }) => key.includes(of.member_id) || key.includes(of.chat_id)),
  );
  expect(items.every((found) => found.length > 0)).toBe(true);
  expect(objects).toHaveLength(6);
  return { items, objects: objects.toSorted() };
}

/** What a caller has stays good as long as it is only asked for things that are refused. */
const owned = new Map<Person, Belongings>();
async function ownOf(caller: Person): Promise<Belongings> {
  const own = owned.get(caller) ?? (await belongings(world, caller, furniture));
  if (!owned.has(caller)) await rate(caller, own);
  owned.set(caller, own);
  return own;
}
/** Rates the person's answer: of a rated one an administrator may make a golden question. */
async function rate(person: Person, { answer_id }: Belongings): Promise<void> {
  const token = await world.refreshed(person);
  await world.call(`PATCH /v1/chats/messages/${answer_id}/feedback`, { token, body: { feedback: "negative" } });
}
async function renew(caller: Person): Promise<void> {
  owned.delete(caller);
  // Reordering asks for all memories: there is one at a time.
  const token = await world.refreshed(caller);
  const { body } = await world.call("GET /v1/user-memories", { token });
  for (const { id } of body.user_memories) await world.call(`DELETE /v1/user-memories/${id}`, { token });
}

beforeAll(async () => {
  speech = await startTranscriptionServer({ reply: () => ({ text: "Hello there." }) });
  world = await startWorld({ transcribeBaseUrl: speech.url });
  await putRegions(world);
  [tenant, foreign] = [await world.newTenant(), await world.newTenant()];
  furniture = await furnish(world, tenant);
  const foreignFurniture = await furnish(world, foreign);
  callers = { member: tenant.member, admin: tenant.admin };
  const of = (owner: Person, its: Furniture) => belongings(world, owner, its);
  victims = [
    {
      kind: "another organization's",
      of: await of(foreign.member, foreignFurniture),
      owner: foreign.member,
      isSharing: false,
    },
    { kind: "another member's", of: await of(tenant.other, furniture), owner: tenant.other, isSharing: true },
  ];
  for (const { owner, of: its } of victims) await rate(owner, its);
  state = await victimsState();
});
afterAll(() => Promise.all([world.stop(), speech.close()]));

/** Everyone who asks, for what is somebody else's. */
function* pairs() {
  for (const [role, caller] of Object.entries(callers)) {
    for (const victim of victims) yield { role, caller, ...victim };
  }
}

const taking = routes.filter((operation) => slotsOf(operation).length > 0 && operation.access !== "public");
/** Whether a colleague's id in this field may be known to who asks. */
function isOpenTo({ role, isSharing }: { role: string; isSharing: boolean }, operation: Operation, field: string) {
  if (!isSharing) return false;
  if (shared.has(field) || sharedLists.has(operation.id)) return true;
  // An admin looks after the organization's members and their memories, and after what they have rated.
  return role === "admin" && (/^member_ids?$/.test(field) || /^(question.create|feedback.update)$/.test(operation.id));
}
/** For some of them the same is asked for what is the caller's own, and it is looked whether anything has changed; after all, again. */
const lookedAfter = new Set(sampled(taking));

describe("ids that are somebody else's (R8)", () => {
  it("every id of every operation is known here", () => {
    const fields = new Set(routes.flatMap(slotsOf).map(({ field }) => field));
    expect([...fields].filter((field) => !kinds[field])).toEqual([]);
    const bodiless = taking.filter((operation) => operation.body && !bodies[operation.id]);
    expect(bodiless.map(({ id }) => id)).toEqual([]);
  });

  describe.each(taking.map((operation) => [nameOf(operation), operation] as const))("%s", (_name, operation) => {
    it.each(slotsOf(operation).map((slot) => [`${slot.field} in the ${slot.place}`, slot] as const))(
      "answers somebody else's %s as it answers an unknown one",
      async (_field, slot) => {
        const theirs = [...pairs()].filter((pair) => !isOpenTo(pair, operation, slot.field));
        for (const { role, caller, kind, of } of oneOf(theirs, taking.indexOf(operation))) {
          const id = kindOf(operation, slot.field)?.(of) ?? "";
          const ask = async (asked: string) => {
            const own = await ownOf(caller);
            const answer = await send(world, {
              operation,
              slot,
              id: asked,
              own,
              token: await world.refreshed(caller),
            });
            await world.settle();
            if (answer.status < 300 && operation.method !== "GET") await renew(caller);
            return answer;
          };
          const answer = await ask(id);
          const unknown = await ask(neighbour(id, slot.field));
          expect(comparable(answer), `${kind} ${slot.field}, asked by ${role}`).toEqual(comparable(unknown));
          expect(answer.text).not.toContain(id);
          if (operation.access !== "admin" || role === "admin")
            expect([401, 403, 422, 429]).not.toContain(answer.status);
          expect(answer.status).toBeLessThan(500);
        }
      },
      60_000,
    );

    if (!lookedAfter.has(operation)) return;
    it("answers the caller's own, so that nothing but the id is wrong with the requests above", async () => {
      for (const slot of slotsOf(operation)) {
        const own = await ownOf(tenant.admin);
        const id = kindOf(operation, slot.field)?.(own) ?? "";
        const answer = await send(world, { operation, slot, id, own, token: await world.refreshed(tenant.admin) });
        expect(answer.status, `${slot.field}: ${answer.text}`).toBe(operation.status);
        await world.settle();
        if (operation.method !== "GET") {
          await renew(tenant.admin);
          // Rules, saved queries, projects and documents may be gone now.
          furniture = await furnish(world, tenant);
        }
      }
    });

    it("has changed nothing of theirs", async () => {
      expect(await victimsState()).toEqual(state);
    });
  });
});

describe("ids that are somebody else's on the socket (R8)", () => {
  const actions = ClientFrame.options.flatMap((frame) =>
    fieldsOf(frame)
      .filter(isId)
      .map((field) => [frame.entries.action.literal, field] as const),
  );

  async function framesOf(person: Person, frame: object) {
    const connection = randomUUID();
    const token = await world.refreshed(person);
    await world.socket(connection, "$connect", { headers: { authorization: `Bearer ${token}` } });
    await world.socket(connection, "$default", { body: JSON.stringify(frame) });
    await world.settle();
    await world.socket(connection, "$disconnect");
    return world.frames.filter((posted) => posted.connection === connection).map((posted) => posted.frame);
  }

  it.each(actions)("%s answers somebody else's %s as it answers an unknown one", async (action, field) => {
    for (const caller of Object.values(callers)) {
      for (const { kind, of, isSharing } of victims) {
        if (isSharing && shared.has(field)) continue;
        // A question is another member's, an answer the service's: neither may be changed.
        for (const pick of field === "message_id" ? [of.message_id, of.answer_id] : [kinds[field]?.(of) ?? ""]) {
          const ask = async (id: string) => {
            const own = await ownOf(caller);
            const frame = {
              action,
              message: "Hello",
              content: "Changed",
              chat_id: own.chat_id,
              message_id: own.message_id,
            };
            return framesOf(caller, { ...frame, [field]: inList(field, id) });
          };
          const frames = await ask(pick);
          const unknown = await ask(neighbour(pick, field));
          expect(masked(JSON.stringify(frames)), `${kind} ${field}`).toBe(masked(JSON.stringify(unknown)));
          expect(JSON.stringify(frames)).not.toContain(pick);
          expect(frames.at(-1)?.event).toBe("error");
        }
      }
    }
  });

  it("a socket does not become another member's", async () => {
    const connection = randomUUID();
    const token = await world.refreshed(tenant.member);
    await world.socket(connection, "$connect", { headers: { authorization: `Bearer ${token}` } });
    for (const other of [tenant.other, foreign.member]) {
      await world.socket(connection, "$default", {
        body: JSON.stringify({ action: "authenticate", token: await world.refreshed(other) }),
      });
    }
    await world.settle();
    const codes = world.frames.filter((posted) => posted.connection === connection).map(({ frame }) => frame);
    expect(codes[1]).toMatchObject({ event: "error", data: { code: "AUTH_FAILED", close_code: 4001 } });
    expect(world.ended.has(connection)).toBe(true);
  });

  it("has changed nothing of theirs", async () => {
    expect(await victimsState()).toEqual(state);
  });
});
