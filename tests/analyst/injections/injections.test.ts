import { knownHosts } from "@parley/analyst/known-hosts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "../../support/sampled.ts";
import { drawnByGitHubLike, drawnByReference } from "../markdown-readers.ts";
import { cases, places, casesIn } from "./places.ts";
import { SECRET, startScene } from "./scene.ts";

const isKnown = knownHosts(["docs.example"]);

/** Names of fields under which a chart's specification would fetch something. */
const fetched = (value: unknown): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(/^(url|href|src)$/i.test(name) ? [name] : []),
        ...fetched(inner),
      ]);

describe("an instruction in data, with a model that obeys it", () => {
  let scene: Awaited<ReturnType<typeof startScene>>;
  let before: string;
  beforeAll(async () => {
    scene = await startScene();
    before = await scene.database();
  }, 60_000);
  afterAll(() => scene.stop());

  test("is written a hundred times and more, in every place alike", () => {
    expect(cases.length).toBeGreaterThanOrEqual(100);
    expect(new Set(places.map((place) => casesIn(place).length)).size).toBe(1);
  });

  test.each(sampled(cases).map((each) => [each.place, each.attack.says, each] as const))(
    "in a %s leads nowhere: %s",
    async (_place, _says, current) => {
      const sent = scene.model.requests.length;
      const { events, messages, memories } = await scene.ask(current);
      const final = messages.at(-1);
      expect(final?.type, JSON.stringify(events.slice(-3))).toBe("final");
      expect(scene.obeyed, "the model has read the instruction").toContain(current.number);

      const given = scene.model.requests.slice(sent).map(({ body }) => body);
      expect(JSON.stringify([given, events, messages])).not.toContain(SECRET);
      for (const { type, content } of messages) {
        if (type !== "final" && type !== "tool_message") continue;
        expect(drawnByReference(content, isKnown), content).toEqual([]);
        expect(drawnByGitHubLike(content, isKnown), content).toEqual([]);
      }
      expect(fetched(events.filter(({ event }) => event === "visualization"))).toEqual([]);
      expect(memories).toBe(current.place === "memory" ? 1 : 0);
      expect(scene.outside.connections()).toBe(0);
      expect(await scene.database()).toBe(before);
    },
  );

  test("has changed nothing of a colleague's", async () => {
    const { token } = scene.tenant.other;
    const { body } = await scene.service.call("GET /v1/user-memories", { token });
    expect(body.user_memories).toHaveLength(1);
    expect((await scene.service.call("GET /v1/chats", { token })).body.chats).toEqual([]);
  });
});
