import { issueToken } from "@parley/core/auth/token";
import { describe, expect, it } from "vitest";
import { useSocketScene, failure } from "./socket-scene.ts";
import { names } from "../support/world/socket.ts";

const { scene, open, connected, message } = useSocketScene();

describe("a connection's authentication", () => {
  it("is by the upgrade's header or by a first frame, and confirmed by authenticated", async () => {
    await connected();
    const socket = await open();
    expect(await socket.ask({ action: "authenticate", token: await scene.world.refreshed(scene.person) })).toEqual([
      { event: "authenticated", data: { status: "ok" } },
    ]);
    expect(await socket.ask({ action: "ping" })).toEqual([{ event: "pong", data: {} }]);
  });

  it("fails with 4001 for a token that is invalid or has expired, by either way", async () => {
    const { token } = await issueToken(scene.world.base, scene.person.ctx.actor);
    scene.world.clock.advance(6 * 60 * 60 * 1000);
    for (const bad of [token, "nonsense"]) {
      const byHeader = await open(bad);
      await scene.world.settle();
      expect(byHeader.frames()).toEqual([failure("AUTH_FAILED", { close_code: 4001 })]);
      expect(byHeader.isClosed()).toBe(true);
      const byFrame = await open();
      expect(await byFrame.ask({ action: "authenticate", token: bad })).toEqual([
        failure("AUTH_FAILED", { close_code: 4001 }),
      ]);
      expect(byFrame.isClosed()).toBe(true);
    }
  });

  it("is refused with 403 when the token is in the address, good or not", async () => {
    for (const token of [await scene.world.refreshed(scene.person), "x", ""]) {
      expect((await open(undefined, { token })).statusCode).toBe(403);
      expect((await open(await scene.world.refreshed(scene.person), { token })).statusCode).toBe(403);
    }
  });

  it("comes first: any other frame closes with 4001", async () => {
    for (const frame of [{ action: "ping" }, message(), "nonsense", { action: "dance" }]) {
      const socket = await open();
      expect(await socket.ask(frame)).toEqual([failure("AUTH_FAILED", { close_code: 4001 })]);
      expect(socket.isClosed()).toBe(true);
    }
  });

  it("is renewed by another token of the same member; one that runs out closes at the next action", async () => {
    const socket = await connected();
    scene.world.clock.advance(5 * 60 * 60 * 1000);
    expect(
      names(await socket.ask({ action: "authenticate", token: await scene.world.refreshed(scene.person) })),
    ).toEqual(["authenticated"]);
    scene.world.clock.advance(2 * 60 * 60 * 1000);
    expect(names(await socket.ask({ action: "ping" }))).toEqual(["pong"]);
    scene.world.clock.advance(6 * 60 * 60 * 1000);
    expect(await socket.ask({ action: "ping" })).toEqual([failure("AUTH_EXPIRED", { close_code: 4001 })]);
    expect(socket.isClosed()).toBe(true);
  });

  it("is one member's when two members' tokens come at once, and holds no slot of the other's", async () => {
    for (let round = 0; round < 5; round++) {
      const first = await issueToken(scene.world.base, scene.person.ctx.actor);
      const second = await issueToken(scene.world.base, scene.tenant.other.ctx.actor);
      const socket = await open();
      const asked = [first, second].map(({ token }) => socket.ask({ action: "authenticate", token }));
      const frames = (await Promise.all(asked)).flat();
      expect(names(frames).toSorted()).toEqual(["authenticated", "error"]);
      expect(socket.isClosed()).toBe(true);
      const held = await Promise.all(
        [first, second].map(async ({ claims }) => {
          const item = await scene.world.base.table.get({ pk: `SLOTS#${claims.jti}`, sk: "SLOTS" });
          return Object.keys((item?.["slots"] as object | undefined) ?? {}).length;
        }),
      );
      expect(held[0] === 0 || held[1] === 0).toBe(true);
    }
  });

  it("opens three connections for a token; the fourth gets WS_CONNECTION_CAP and 4429, and one that closes makes room", async () => {
    const token = await scene.world.refreshed(scene.person);
    const three = [await open(token), await open(token), await open(token)];
    const fourth = await open(token);
    await scene.world.settle();
    expect(fourth.frames()).toEqual([failure("WS_CONNECTION_CAP", { close_code: 4429 })]);
    expect(fourth.isClosed()).toBe(true);
    const byFrame = await open();
    expect(await byFrame.ask({ action: "authenticate", token })).toEqual([
      failure("WS_CONNECTION_CAP", { close_code: 4429 }),
    ]);
    // A new token has slots of its scene.own.
    const other = await open((await issueToken(scene.world.base, scene.person.ctx.actor)).token);
    await scene.world.settle();
    expect(names(other.frames())).toEqual(["authenticated"]);
    await three[0]?.close();
    const fifth = await open(token);
    await scene.world.settle();
    expect(names(fifth.frames())).toEqual(["authenticated"]);
    await Promise.all([...three, fifth, other].map((socket) => socket.close()));
  });
});
