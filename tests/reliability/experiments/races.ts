import { randomUUID } from "node:crypto";
import type { TokenClaims } from "@parley/core/auth/token";
import * as Agent from "@parley/core/agent/agent";
import * as Chat from "@parley/core/chat/chat";
import type { MemberContext, WithFiles } from "@parley/core/context";
import { Failure } from "@parley/core/failure";
import * as Connection from "@parley/core/socket/connection";
import { holders } from "@parley/core/socket/slots";
import { accept } from "@parley/core/turn/accept";
import { durableSubmission } from "@parley/core/turn/submission";
import { pruneGone } from "@parley/functions/socket/lifecycle";
import { baseFor, unreachable } from "../../support/environment.ts";
import type { TestTable } from "../../support/table.ts";
import { createRandom } from "../random.ts";

interface Counts {
  rounds: number;
  broken: string[];
}

/** An organization and a member of their own for a round, so that no budget and no item is shared. */
async function newMember(table: TestTable): Promise<MemberContext & WithFiles & { agent_id: string }> {
  const { files } = unreachable();
  const actor = { organization_id: randomUUID(), member_id: randomUUID() };
  const ctx = { ...baseFor(table), files, actor };
  const agent = await Agent.create(ctx, { name: "Agent", published: true });
  return { ...ctx, agent_id: agent.id };
}

/** R4: 2 to 50 identical submissions at once, one of them possibly with another payload. */
export async function submitAtOnce(
  table: TestTable,
  options: { rounds: number; seconds: number; seed?: number },
): Promise<Counts> {
  const random = createRandom(options.seed ?? 1);
  const until = performance.now() + options.seconds * 1000;
  const counts: Counts = { rounds: 0, broken: [] };
  for (let round = 0; round < options.rounds && performance.now() < until; round++) {
    const ctx = await newMember(table);
    const chat = await Chat.create(ctx, {});
    const submit = (message: string) =>
      accept(ctx, durableSubmission(ctx.agent_id, chat.id, { client_request_id: "request", message }));
    const size = random.int(2, 50);
    const outcomes = await Promise.allSettled(Array.from({ length: size }, () => submit("the same")));
    const turns = new Set(
      outcomes.map((one) => (one.status === "fulfilled" ? one.value.turn.turn_id : String(one.reason))),
    );
    const first = outcomes.filter((one) => one.status === "fulfilled" && !one.value.replayed);
    const other = await submit("another").then(
      () => "accepted",
      (error: unknown) => (error instanceof Failure ? error.code : String(error)),
    );
    const { messages } = await Chat.get(ctx, chat.id, { limit: 200 });
    counts.rounds += 1;
    if (turns.size !== 1) counts.broken.push(`${size} at once became ${[...turns].join(", ")}`);
    if (first.length !== 1) counts.broken.push(`${first.length} of ${size} were the first`);
    if (messages.length !== 1) counts.broken.push(`${size} at once left ${messages.length} messages`);
    if (other !== "IDEMPOTENCY_CONFLICT") counts.broken.push(`another payload is ${other}`);
  }
  return counts;
}

/** R6: eight connections of one token at once, never over three; sockets that died without a word make room. */
export async function connectAtOnce(table: TestTable, options: { rounds: number; seconds: number }): Promise<Counts> {
  const until = performance.now() + options.seconds * 1000;
  const counts: Counts = { rounds: 0, broken: [] };
  const ctx = baseFor(table);
  const { worker } = unreachable();
  for (let round = 0; round < options.rounds && performance.now() < until; round++) {
    const jti = randomUUID();
    const now = Math.floor(ctx.clock.now() / 1000);
    const claims: TokenClaims = { organization_id: "o", member_id: "m", jti, issued_at: now, expires_at: now + 3600 };
    const ids = Array.from({ length: 8 }, () => randomUUID());
    const open = (id: string) => Connection.open(ctx, id, false, claims);
    const opened = await Promise.all(ids.map(open));
    const held = await holders(ctx, jti);
    const count = opened.filter(Boolean).length;
    if (count !== 3 || held.length !== 3)
      counts.broken.push(`${count} of 8 were let in, ${held.length} slots are taken`);
    if (ids.some((id, place) => opened[place] !== held.includes(id))) counts.broken.push("a slot is somebody else's");
    // One of the three closes as it should, another dies and never says so.
    const [closed = "", dead = ""] = held;
    await Connection.close(ctx, closed);
    if (!(await open("fourth"))) counts.broken.push("a closed connection left no room");
    if (await open("fifth")) counts.broken.push("a fourth connection was let in");
    const frames = { isOpen: async (id: string) => id !== dead };
    // Only `isOpen` of the frames is used.
    const isFreed = await pruneGone({ ...ctx, worker, frames: frames as never }, jti);
    if (!isFreed || !(await open("sixth"))) counts.broken.push("a dead connection kept its slot");
    if (await open("seventh")) counts.broken.push("a fourth connection was let in after one had died");
    // One closes after the seventh was refused and before it is looked who is gone.
    await Connection.close(ctx, "fourth");
    const hasRoom = await pruneGone({ ...ctx, worker, frames: frames as never }, jti);
    if (!hasRoom || !(await open("eighth"))) counts.broken.push("a connection that had just closed left no room");
    if ((await holders(ctx, jti)).length > 3) counts.broken.push("over three slots are taken");
    counts.rounds += 1;
  }
  return counts;
}
