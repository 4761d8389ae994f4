import { purgeDeleted } from "@parley/core/chat/purge";
import { chatKey, purgeIndex } from "@parley/core/chat/record";
import { uploadKey, uploadObject } from "@parley/core/upload/record";
import { removeDead } from "@parley/core/upload/remove-dead";
import { describe, expect, it } from "vitest";
import { newChat, upload } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as } = scene;

const notFound = { status: 404, text: '{"detail":"Chat not found","code":"CHAT_NOT_FOUND"}' };

const itemsOf = (chatId: string) => scene.world.base.table.queryAll({ pk: `CHAT#${chatId}`, consistent: true });

describe("DELETE /v1/chats/{chat_id}", () => {
  it("deletes a chat with all that is in it, once", async () => {
    const { own } = scene;
    expect(await as(scene.person, `DELETE /v1/chats/${own.chat_id}`)).toMatchObject({
      status: 200,
      text: '{"message":"Chat deleted successfully"}',
    });
    expect(await as(scene.person, `DELETE /v1/chats/${own.chat_id}`)).toMatchObject(notFound);
    expect((await itemsOf(own.chat_id)).map(({ sk }) => sk)).toEqual(["CHAT"]);
    expect(
      (await as(scene.person, `PATCH /v1/chats/messages/${own.answer_id}/feedback`, { feedback: "positive" })).status,
    ).toBe(404);
  });

  it("leaves nothing in table and bucket once no worker can write for it", async () => {
    const { own } = scene;
    const kept = `results/${own.chat_id}/${own.visualization_id}.json`;
    expect(await scene.world.bucket.keys()).toContain(kept);
    await as(scene.person, `DELETE /v1/chats/${own.chat_id}`);
    expect(
      (await as(scene.person, `GET /v1/chats/${own.chat_id}/visualizations/${own.visualization_id}/rows`)).status,
    ).toBe(404);
    // A worker that has not noticed yet may keep a table.
    await scene.world.bucket.files.put(`results/${own.chat_id}/late.json`, "{}", "application/json");
    scene.world.clock.advance(60_000);
    await purgeDeleted(scene.world.base);
    expect((await scene.world.bucket.keys()).filter((key) => key.startsWith(`results/${own.chat_id}/`))).toEqual([]);
    expect(await itemsOf(own.chat_id)).toEqual([]);
  });

  it("is finished for every other chat when some fail each time", async () => {
    const { world, person } = scene;
    const poisoned = await Promise.all(Array.from({ length: 6 }, () => newChat(world, person)));
    const sound = await Promise.all(Array.from({ length: 6 }, () => newChat(world, person)));
    for (const id of [...poisoned, ...sound]) {
      const then = world.clock.now();
      const chat = await world.base.table.get(chatKey(id));
      const deleted = { ...purgeIndex(id, then), deleted_at: new Date(then).toISOString() };
      await world.base.table.put({ ...chat, ...chatKey(id), ...deleted });
      world.clock.advance(1_000);
    }
    world.clock.advance(60_000);
    const { files } = world.base;
    const failing: typeof files = {
      ...files,
      removeSome: (range) =>
        poisoned.some((id) => range.prefix.includes(id))
          ? Promise.reject(new Error("denied"))
          : files.removeSome(range),
    };
    await expect(purgeDeleted({ ...world.base, files: failing })).rejects.toThrow("6 chats");
    for (const id of sound) expect(await itemsOf(id)).toEqual([]);
    expect(await purgeDeleted(world.base)).toBe(6);
  });

  it("takes up a deletion that was interrupted", async () => {
    const { own } = scene;
    const chat = await scene.world.base.table.get(chatKey(own.chat_id));
    const then = scene.world.clock.now();
    await scene.world.base.table.put({
      ...chat,
      ...chatKey(own.chat_id),
      ...purgeIndex(own.chat_id, then),
      deleted_at: new Date(then).toISOString(),
    });
    scene.world.clock.advance(60_000);
    await purgeDeleted(scene.world.base);
    expect(await itemsOf(own.chat_id)).toEqual([]);
    expect((await scene.world.bucket.keys()).filter((key) => key.startsWith(`results/${own.chat_id}/`))).toEqual([]);
  });

  it("removes the uploads that no other chat has", async () => {
    const { upload_id } = await upload(scene.world, scene.person);
    const { upload_id: shared } = await upload(scene.world, scene.person);
    const askAbout = async (upload_ids: string[]): Promise<string> => {
      const chat = await newChat(scene.world, scene.person);
      for (const request of ["one", "two"]) {
        const path = `POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
        const asked = await as(scene.person, path, {
          client_request_id: request,
          message: "What is in it?",
          upload_ids,
        });
        expect(asked.status).toBe(202);
        await scene.world.settle();
      }
      return chat;
    };
    const chat = await askAbout([upload_id, shared]);
    const other = await askAbout([shared]);
    const isThere = async (wanted: string) => {
      const { status } = await as(scene.person, `GET /v1/uploads/${wanted}`);
      // For an hour an address may be about that puts the bytes there again.
      scene.world.clock.advance(3_600_000);
      await removeDead(scene.world.base);
      const object = uploadObject(scene.person.ctx.actor, wanted);
      const isKept = (await scene.world.bucket.keys()).includes(object);
      expect(isKept).toBe(status === 200);
      return isKept;
    };
    await as(scene.person, `DELETE /v1/chats/${chat}`);
    expect([await isThere(upload_id), await isThere(shared)]).toEqual([false, true]);
    expect((await as(scene.person, `GET /v1/chats/${other}`)).body.messages[0].metadata.uploads).toHaveLength(1);
    await as(scene.person, `DELETE /v1/chats/${other}`);
    expect(await isThere(shared)).toBe(false);
    expect(await scene.world.base.table.get(uploadKey(scene.person.ctx.actor, shared))).toBeUndefined();
  });

  it("cancels a running turn first", async () => {
    const chat = await newChat(scene.world, scene.person);
    const at = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
    const { body: turn } = await as(scene.person, `POST ${at}`, { client_request_id: "one", message: "Hello" });
    expect((await as(scene.person, `GET /v1/chats/${chat}`)).body.active_turn_id).toEqual(turn.turn_id);
    expect((await as(scene.person, `DELETE /v1/chats/${chat}`)).status).toBe(200);
    // The worker that is woken for it finds nothing to do.
    await scene.world.settle();
    expect((await itemsOf(chat)).map(({ sk }) => sk)).toEqual(["CHAT"]);
    scene.world.clock.advance(60_000);
    await purgeDeleted(scene.world.base);
    expect(await itemsOf(chat)).toEqual([]);
  });
});

describe("an upload of a deleted chat", () => {
  it("is gone at once, and cannot be put there again by its address", async () => {
    const file = { filename: "a.csv", mime_type: "text/csv", size_bytes: 3 };
    const { body } = await as(scene.person, "POST /v1/uploads", { files: [file] });
    const [announced] = body.uploads;
    const put = () =>
      fetch(announced.upload_url, { method: "PUT", body: "a,b", headers: announced.upload_headers }).then(
        ({ status }) => status,
      );
    expect(await put()).toBe(200);
    const chat = await newChat(scene.world, scene.person);
    await as(scene.person, `POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`, {
      client_request_id: "one",
      message: "What is in it?",
      upload_ids: [announced.id],
    });
    await scene.world.settle();
    await as(scene.person, `DELETE /v1/chats/${chat}`);
    expect((await as(scene.person, `GET /v1/uploads/${announced.id}`)).status).toBe(404);
    await removeDead(scene.world.base);
    expect(await put()).toBe(412);
    scene.world.clock.advance(3_600_000);
    await removeDead(scene.world.base);
    expect(await scene.world.bucket.keys()).not.toContain(uploadObject(scene.person.ctx.actor, announced.id));
  });
});
