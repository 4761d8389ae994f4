import { randomUUID } from "node:crypto";
import { BatchWriteItemCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Files } from "@parley/core/store/files";
import { createTable } from "@parley/core/store/table";
import { readingObject, uploadKey, uploadObject, type UploadRecord } from "@parley/core/upload/record";
import { announce, receive } from "@parley/core/upload/receive";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { describe, expect, it } from "vitest";
import { newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { openSocket } from "../support/world/socket.ts";

const scene = useScene();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const member = () => ({ ...scene.world.base, actor: scene.person.ctx.actor });
const sweep = () => runJobs(scene.world.base);

/** An upload of the person's whose bytes are there, and what reading them came to. */
async function sent(): Promise<string> {
  const file = { filename: "sales.csv", mime_type: "text/csv", bytes: Buffer.from("a,b\n1,2\n") };
  const [upload] = await receive(member(), [file], randomUUID());
  const id = upload?.id ?? "";
  await scene.world.bucket.files.put(readingObject(member().actor, id), "{}", "application/json");
  return id;
}

/** Files that are announced; `isPut`: and their bytes put to the addresses that this was answered with. */
async function announced(count: number, { isPut }: { isPut: boolean }): Promise<string[]> {
  const file = { filename: "sales.csv", mime_type: "text/csv", size_bytes: 8 };
  const uploads = await announce(
    member(),
    Array.from({ length: count }, () => file),
    randomUUID(),
  );
  for (const { upload_url, upload_headers } of isPut ? uploads : []) {
    const answer = await fetch(upload_url ?? "", { method: "PUT", body: "a,b\n1,2\n", headers: upload_headers ?? {} });
    expect(answer.status).toBe(200);
  }
  return uploads.map(({ id }) => id);
}

/** A question with a file, answered; the id of the question. */
async function ask(chat: string, upload: string): Promise<string> {
  const turns = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
  const body = { client_request_id: randomUUID(), message: "What is in it?", upload_ids: [upload] };
  const { status, body: turn } = await scene.as(scene.person, `POST ${turns}`, body);
  expect(status).toBe(202);
  await scene.world.settle();
  return turn.user_message_id;
}

async function bySocket(action: Record<string, unknown>): Promise<void> {
  const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
  await socket.ask(action);
  await scene.world.settle();
  await socket.close();
}

/** Which of these uploads have something in the bucket, and which a record in the table. */
async function there(uploads: Record<string, string>): Promise<{ bytes: string[]; records: string[] }> {
  const keys = await scene.world.bucket.keys();
  const names = Object.keys(uploads);
  const ids = Object.values(uploads);
  const found = await scene.world.base.table.getMany<UploadRecord>(
    ids.map((id) => uploadKey(member().actor, id)),
    { consistent: true },
  );
  const isThere = (id = "") => keys.includes(uploadObject(member().actor, id)) || keys.some((key) => key.includes(id));
  return {
    bytes: names.filter((name) => isThere(uploads[name])),
    records: names.filter((_, at) => found[at] !== undefined),
  };
}

describe("the sweeper and uploads", () => {
  it("removes those of deleted and edited messages, with what was read from them, and those never attached", async () => {
    const [deleted, kept] = [await newChat(scene.world, scene.person), await newChat(scene.world, scene.person)];
    const [unput = ""] = await announced(1, { isPut: false });
    const [unsent = ""] = await announced(1, { isPut: true });
    const uploads = {
      ofChat: await sent(),
      ofDeleted: await sent(),
      afterEdited: await sent(),
      ofBoth: await sent(),
      ofEdited: await sent(),
      ofFirst: await sent(),
      unput,
      unsent,
    };
    await ask(deleted, uploads.ofChat);
    await ask(deleted, uploads.ofBoth);
    await ask(kept, uploads.ofFirst);
    await ask(kept, uploads.ofBoth);
    const edited = await ask(kept, uploads.ofEdited);
    await ask(kept, uploads.afterEdited);
    await bySocket({ action: "edit_message", message_id: edited, content: "And otherwise?" });
    const last = await ask(kept, uploads.ofDeleted);
    await bySocket({ action: "delete_message", message_id: last });
    expect((await scene.as(scene.person, `DELETE /v1/chats/${deleted}`)).status).toBe(200);
    scene.world.clock.advance(MINUTE);
    await sweep();
    // Until then an address that was given for it might put the bytes there again.
    const living = ["ofBoth", "ofEdited", "ofFirst"];
    const records = [...living, "unput", "unsent"];
    scene.world.clock.advance(HOUR + MINUTE);
    await sweep();
    expect(await there(uploads)).toEqual({ bytes: [...living, "unsent"], records });
    scene.world.clock.advance(24 * HOUR);
    await sweep();
    expect(await there(uploads)).toEqual({ bytes: living, records: living });
    for (const name of ["ofBoth", "ofEdited", "ofFirst"] as const)
      expect((await scene.as(scene.person, `GET /v1/uploads/${uploads[name]}`)).status, name).toBe(200);
  }, 60_000);

  it("are removed a few at a time: a failure for some does not keep the others", async () => {
    const ids = await announced(120, { isPut: false });
    const [put = ""] = await announced(1, { isPut: true });
    const uploads = Object.fromEntries([...ids, put].map((id) => [id, id]));
    scene.world.clock.advance(25 * HOUR);
    let asked = 0;
    const failing: Files = {
      ...scene.world.base.files,
      remove: async (keys) => {
        asked += 1;
        if (asked === 1) throw new Error("a fault");
        await scene.world.base.files.remove(keys);
      },
    };
    await expect(runJobs({ ...scene.world.base, files: failing })).rejects.toThrow("jobs of the sweeper failed");
    expect((await there(uploads)).records.length).toBe(100);
    await sweep();
    expect(await there(uploads)).toEqual({ bytes: [], records: [] });
  }, 60_000);

  it("are removed by the next sweep if one was killed between their bytes and their records", async () => {
    const [put = ""] = await announced(1, { isPut: true });
    scene.world.clock.advance(25 * HOUR);
    const { table, base } = scene.world;
    const client = {
      send: (command: object) =>
        command instanceof BatchWriteItemCommand
          ? Promise.reject(new Error("killed"))
          : // Whatever else is sent goes to the emulator.
            table.client.send(command as BatchWriteItemCommand),
    };
    // Only `send` of a client is used.
    const killed = { ...base, table: createTable(client as DynamoDBClient, table.name, base.clock) };
    await expect(runJobs(killed)).rejects.toThrow("jobs of the sweeper failed");
    expect(await there({ put })).toEqual({ bytes: [], records: ["put"] });
    await sweep();
    expect(await there({ put })).toEqual({ bytes: [], records: [] });
  });
});
