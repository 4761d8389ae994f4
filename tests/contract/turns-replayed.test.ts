import { describe, expect, it } from "vitest";
import { submissionsOf } from "./submissions.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as } = scene;
const { at } = submissionsOf(scene);

/** What a stream says after the event at a place. */
const after = (text: string, place: number): string => text.split(`\nid: ${place}\n\n`)[1] ?? "";

describe("POST /v1/agents/{agent_id}/chats/{chat_id}/turns", () => {
  it("is replayed from its log, from any place", async () => {
    const whole = await as(scene.person, `GET ${at()}/${scene.own.turn_id}/events`);
    const ids = [...whole.text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
    expect(ids).toEqual(ids.map((_, position) => position + 1));
    const token = await scene.world.refreshed(scene.person);
    for (const options of [
      { query: "?starting_after=3", headers: {} },
      { query: "", headers: { "last-event-id": "3" } },
    ]) {
      const rest = await scene.world.call(`GET ${at()}/${scene.own.turn_id}/events${options.query}`, {
        token,
        headers: options.headers,
      });
      expect(rest.text).toBe(after(whole.text, 3));
    }
  });

  it("is replayed after the further of the two places that a client that lost its connection sends", async () => {
    const token = await scene.world.refreshed(scene.person);
    const replay = (query: string, headers = {}) =>
      scene.world.call(`GET ${at()}/${scene.own.turn_id}/events${query}`, { token, headers });
    const whole = (await replay("")).text;
    expect((await replay("?starting_after=2", { "last-event-id": "4" })).text).toBe(after(whole, 4));
    expect((await replay("?starting_after=4", { "last-event-id": "2" })).text).toBe(after(whole, 4));
    expect((await replay("?starting_after=0", { "last-event-id": "" })).text).toBe(whole);
    // After the end nothing more is sent.
    const last = [...whole.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
    for (const place of [last, "999999", "1000000000", "999999999999999"])
      expect((await replay(`?starting_after=${place}`)).text).toBe("");
  });

  it("answers 422 to a malformed place", async () => {
    const token = await scene.world.refreshed(scene.person);
    const path = `GET ${at()}/${scene.own.turn_id}/events`;
    for (const place of ["", "x", "1.5", "0x1", "1e3", "9".repeat(16)]) {
      const answer = await scene.world.call(`${path}?starting_after=${place}`, { token });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: "int_parsing" }] } });
      expect(answer.body.detail[0].loc).toEqual(["query", "starting_after"]);
    }
    expect(await scene.world.call(`${path}?starting_after=-1`, { token })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "greater_than_equal", ctx: { ge: 0 } }] },
    });
    expect(await scene.world.call(path, { token, headers: { "last-event-id": "x" } })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "int_parsing", loc: ["header", "last-event-id"] }] },
    });
  });
});
