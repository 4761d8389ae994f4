import { limits } from "@parley/contract/limits";
import type { Answerer } from "@parley/core/answer/answer";
import { accept } from "@parley/core/turn/accept";
import { requestCancel } from "@parley/core/turn/cancel";
import { askFor } from "@parley/core/turn/question";
import { run } from "@parley/core/turn/run";
import { releaseIfLost } from "@parley/core/turn/wake-or-end";
import { interactiveSubmission } from "@parley/core/turn/submission";
import { describe, expect, test } from "vitest";
import { isSettlement, quietWorld, say } from "./world/quiet-world.ts";

const isBeat = (name: string) => /^(GetItem|BatchGetItem|UpdateItem) TURN#/.test(name);
const namesOf = (events: readonly { event: string }[]) => events.map(({ event }) => event);

describe("a claim", () => {
  test("whose answer is lost still belongs to the worker", async () => {
    const { client, chat, arrange, pass, turns } = await quietWorld();
    let claims = 0;
    arrange((name) => name.startsWith("UpdateItem TURN#") && (claims += 1) === 1, "lost");
    client.submit({ chat_id: chat, client_request_id: "request", message: say() }, { mayCancel: false });
    await pass(limits.turn_lease / 2);
    expect(turns()).toMatchObject([{ status: "completed", attempt: 1 }]);
  });
});

describe("a settlement", () => {
  test("waits for the table while the lease lasts", async () => {
    const { world, client, chat, arrange, pass, turns } = await quietWorld();
    const recovered = world.now() + 8_000;
    arrange((name) => isSettlement(name) && world.now() < recovered, "throttled");
    client.submit({ chat_id: chat, client_request_id: "request", message: say() }, { mayCancel: false });
    await pass(limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "completed", attempt: 1 }]);
  });

  test("that was carried out and never answered is known again", async () => {
    const { client, chat, arrange, pass, turns, violations } = await quietWorld();
    let sent = 0;
    arrange((name) => isSettlement(name) && (sent += 1) <= 4, "lost");
    client.stream(chat, say());
    await pass(limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "completed" }]);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "message" });
    expect(violations).toEqual([]);
  });
});

describe("the end of a turn", () => {
  test("reaches the stream of a worker that lost its lease", async () => {
    const { world, client, chat, arrange, pass, turns } = await quietWorld();
    const over = world.now() + limits.turn_lease * 1000;
    // It is never renewed; its holder can read again by the time it expires.
    arrange((name) => name.startsWith("UpdateItem TURN#") || (isBeat(name) && world.now() < over), "throttled");
    client.stream(chat, say({ pause: 60_000 }));
    await pass(2 * limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "failed", error: { code: "WORKER_LOST" } }]);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "WORKER_LOST" } });
  });

  test("reaches it even if the turn is settled elsewhere at that very moment", async () => {
    const { world, client, chat, arrange, pass, turns, act } = await quietWorld();
    const over = world.now() + limits.turn_lease * 1000 + 500;
    let late = 0;
    // The worker finds its turn abandoned, and is slower to say so than the reader.
    arrange((name, process) => {
      if (!process.startsWith("stream")) return false;
      return (isBeat(name) && world.now() < over) || (isSettlement(name) && (late += 1) <= 3);
    }, "throttled");
    client.stream(chat, say({ pause: 60_000 }));
    await pass(limits.turn_lease + 0.6, () => late > 0);
    await act((ctx) => releaseIfLost(ctx, chat, turns()[0]?.turn_id ?? ""));
    await pass(limits.turn_lease);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "WORKER_LOST" } });
  });

  test("reaches readers of the events of a turn whose worker died", async () => {
    const { client, chat, pass, kill } = await quietWorld();
    client.stream(chat, say({ pause: 5_000 }));
    await pass(7);
    kill("stream");
    client.follow(client.turns[0] ?? { chat_id: "", turn_id: "" });
    await pass(2 * limits.turn_lease);
    const [followed] = client.journal.followed;
    expect(namesOf(followed?.events ?? []).filter((name) => name === "message" || name === "error")).toEqual(["error"]);
    expect(followed?.how).toEqual({ value: undefined });
  });
});

describe("a write that meets a transaction", () => {
  test("is tried again: cancelling a turn while it is settled is not a fault", async () => {
    const quiet = await quietWorld();
    quiet.client.stream(quiet.chat, say({ pause: 1_000 }));
    await quiet.pass(2);
    let met = 0;
    quiet.arrange(
      (name, process) => process.startsWith("act") && name.startsWith("UpdateItem TURN#") && (met += 1) <= 2,
      "conflict",
    );
    const [turn] = quiet.turns();
    expect(await quiet.act((ctx) => requestCancel(ctx, quiet.chat, turn?.turn_id ?? ""))).toMatchObject({
      isNew: true,
    });
  });
});

describe("rows that could not be kept", () => {
  test("fail the turn when its answer is complete, and nothing before", async () => {
    const { act, chat, turns, world } = await quietWorld();
    // Node looks for unhandled rejections only when it has nothing else to do.
    world.after(500, undefined, () => new Promise((resolve) => setImmediate(resolve)));
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", listen);
    await act(async (ctx) => {
      const worker = ctx.ids.next();
      const { turn } = await accept(ctx, interactiveSubmission("stream", chat, { message: say() }), { worker });
      const files = { ...ctx.files, put: () => Promise.reject(new Error("no bucket")) };
      const answer: Answerer = async function* (_question, { clock }) {
        const visualization = { type: "table" as const, id: turn.turn_id, title: "t", headers: ["a"], rows: [["1"]] };
        yield { type: "visualization", visualization: visualization as never, rows: [[1]] };
        await clock.sleep(1_000);
        return { type: "final", content: "", metadata: { model_id: "m", usage: null as never } };
      };
      await run({ ...ctx, files }, { turn, worker, ask: askFor(ctx, turn), answer });
    });
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
    expect(turns()).toMatchObject([{ status: "failed", error: { code: "INTERNAL" } }]);
  });
});
