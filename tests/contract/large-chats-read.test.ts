import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { idOf, largeChatOf } from "./large-chat.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene();
const BYTES = 3_000;
/** Two pages of history, and twenty. */
const SIZES = [100, 1_000];

/** What the same request reads of the table (units) in a small and in a large chat. */
async function unitsRead(act: (chat: string, messages: number) => Promise<void>): Promise<number[]> {
  const counter = countCalls(scene.world.table);
  const units: number[] = [];
  for (const messages of SIZES) {
    const { chat } = await largeChatOf(scene.world, scene.person, { messages, bytes: BYTES });
    const { read } = await counter.during(() => act(chat, messages));
    units.push(read);
  }
  return units;
}

/** Units of a consistent read of so many messages, and a few for all that is read beside them. */
const page = (messages: number) => Math.ceil((messages * (BYTES + 500)) / 4_096) + 12;

describe("what a chat of a thousand messages costs to read", () => {
  it("is a page: of its latest messages, and of those before one", async () => {
    const turned = async (chat: string, before: string) => {
      const { status, body } = await scene.as(scene.person, `GET /v1/chats/${chat}${before}`);
      expect([status, body.messages.length, body.has_more]).toEqual([200, 50, true]);
    };
    for (const before of [() => "", (messages: number) => `?before=${idOf(messages - 10)}`]) {
      const [small = 0, large = 0] = await unitsRead((chat, messages) => turned(chat, before(messages)));
      expect(large).toBeLessThanOrEqual(page(52));
      expect(large).toBeLessThanOrEqual(small * 1.1);
    }
  });

  it("is its own item in the list of chats", async () => {
    const [, large] = await unitsRead(async () => {
      const { status, body } = await scene.as(scene.person, "GET /v1/chats");
      expect([status, body.chats.length > 0]).toEqual([200, true]);
    });
    expect(large).toBeLessThanOrEqual(12);
  });

  it("is forty messages for a new turn, from its submission to its answer", async () => {
    const [small = 0, large = 0] = await unitsRead(async (chat) => {
      scene.questions.length = 0;
      const turns = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
      const body = { client_request_id: randomUUID(), message: "How many regions are there?" };
      expect((await scene.as(scene.person, `POST ${turns}`, body)).status).toBe(202);
      await scene.world.settle();
      expect(scene.questions.map(({ history }) => history.length)).toEqual([40]);
    });
    expect(large).toBeLessThanOrEqual(page(42) + 30);
    expect(large).toBeLessThanOrEqual(small * 1.1);
  });
});
