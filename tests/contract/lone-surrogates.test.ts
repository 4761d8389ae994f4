import { randomUUID } from "node:crypto";
import { clientActions, ClientFrame } from "@parley/contract/frame";
import { routes } from "@parley/contract/routes";
import * as Agent from "@parley/core/agent/agent";
import * as Query from "@parley/core/query/query";
import * as check from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled, timesOf } from "../support/sampled.ts";
import { valid } from "./fuzz/from-schema.ts";
import { kinds } from "./ids-sent.ts";
import { submissionsOf } from "./submissions.ts";
import { useSocketScene } from "./socket-scene.ts";
import { nameOf } from "../support/world/world.ts";

/** Halves of characters, as clients send them that cut text by UTF-16 units. */
const halves = ["\ud83d", "\ude00", "\ud800\ud800"];

const { scene, connected, message } = useSocketScene();
const { at, submit } = submissionsOf(scene);

/** The value with a half character at the end of each text and name in it, ids excepted. */
function torn(value: unknown, half: string, field = ""): unknown {
  if (typeof value === "string") return field in kinds || field === "action" ? value : `${value.slice(0, 60)}${half}`;
  if (Array.isArray(value)) return value.map((each) => torn(each, half, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      field === "" ? name : `${name.slice(0, 30)}${half}`,
      torn(each, half, field === "" ? name : `${name}#`),
    ]),
  );
}

const known = (field: string): string[] => {
  const own = kinds[field];
  return own ? [own(scene.own)] : [];
};

const operations = routes.filter(({ body }) => body !== undefined);

describe("text with lone surrogates", () => {
  it.each(sampled(operations).map((operation) => [nameOf(operation), operation] as const))(
    "is not a fault in any field of %s",
    async (_name, operation) => {
      // Somebody else is changed: a member who was disabled could ask nothing more.
      const ids = (name: string) => (name === "member_id" ? [scene.tenant.other.id] : known(name));
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids(name)[0] ?? randomUUID());
      const who = operation.access === "admin" ? scene.tenant.admin : scene.person;
      for (const half of halves) {
        for (const body of check.sample(valid(operation.body ?? { type: "unknown" }, known), timesOf(4))) {
          const query = operation.query && "member_id" in kinds ? `?member_id=${scene.own.member_id}` : "";
          const { status, text } = await scene.as(who, `${operation.method} ${path}${query}`, torn(body, half));
          // What is not configured here fails in the contract's words.
          if (!/not configured|Failed to transcribe/.test(text)) expect(status, text).toBeLessThan(500);
          await scene.world.settle();
        }
      }
      // What was made the default here, or taken back, is so no longer.
      if (operation.id.startsWith("agent."))
        await Agent.update(scene.tenant.ctx, scene.furniture.agent_id, { published: true, is_default: true });
    },
  );

  it("is not a fault in any field of a frame either, values of parameters included", async () => {
    const socket = await connected();
    const sql = "SELECT name FROM regions WHERE name = {{region}}";
    const query = await Query.create(scene.tenant.ctx, { title: "Regions", prompt: "List", sql }, scene.tenant.admin);
    const asked = { saved_query_id: query.id, integration_id: scene.own.integration_id };
    for (const half of halves) {
      const parameters = { region: `north${half}`, [half]: half };
      const frames = await socket.ask(message({ ...asked, parameters, title: half }));
      expect(frames.at(-1)?.event).toBe("message");
      expect(scene.questions.at(-1)?.saved_query?.values).toEqual({ region: `north${half.toWellFormed()}` });
      for (const frame of check.sample(valid(ClientFrame, known), 3 * clientActions.length)) {
        const sent = torn(frame, half) as { action: string };
        if (sent.action === "authenticate") continue;
        scene.world.clock.advance(61_000);
        expect(JSON.stringify(await socket.ask(sent))).not.toContain("INTERNAL");
      }
    }
  });

  it("is kept as U+FFFD, which the answer and a replay of the same request agree with", async () => {
    const body = { client_request_id: randomUUID(), message: "Which regions \ud83d are there?" };
    const { body: turn } = await submit(body);
    expect((await submit(body)).body.turn_id).toBe(turn.turn_id);
    expect(scene.questions).toHaveLength(1);
    const kept = await scene.as(scene.person, `GET /v1/chats/${scene.own.chat_id}/messages/${turn.user_message_id}`);
    expect(kept.body.content).toBe("Which regions \ufffd are there?");
    expect((await scene.as(scene.person, `GET ${at()}/${turn.turn_id}`)).body.status).toBe("completed");
  });
});

describe("a chat's title that is made from a message", () => {
  it.each([
    ["one long word of emoji", `a${"😀".repeat(60)}`],
    ["families joined to one emoji", "👨‍👩‍👧‍👦".repeat(30)],
    ["letters with accents of their own", "ä".repeat(100)],
  ])("is cut between two graphemes: %s", async (_what, asking) => {
    const { body: chat } = await scene.as(scene.person, "POST /v1/chats/create", {});
    const asked = await scene.as(scene.person, `POST ${at(chat.id)}`, { client_request_id: "one", message: asking });
    expect(asked.status).toBe(202);
    await scene.world.settle();
    const { title } = await scene.chatOf(chat.id);
    const graphemes = (text: string) =>
      [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);
    expect(title).toMatch(/…$/);
    expect(graphemes(asking)).toEqual(expect.arrayContaining(graphemes(title.slice(0, -1))));
  });
});
