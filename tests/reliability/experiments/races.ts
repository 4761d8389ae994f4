import { randomUUID } from "node:crypto";
import type { TokenClaims } from "@parley/core/auth/token";
import * as Agent from "@parley/core/agent/agent";
import * as Chat from "@parley/core/chat/chat";
import type { Base, MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import * as Connection from "@parley/core/socket/connection";
import { prune, takeWithPruning } from "@parley/core/socket/slots";
import { accept } from "@parley/core/turn/accept";
import { durableSubmission } from "@parley/core/turn/submission";
import { movableClock } from "../../support/clock.ts";
import { baseFor, unreachable } from "../../support/environment.ts";
import type { TestTable } from "../../support/table.ts";
import { createRandom } from "../random.ts";

/** How many rounds were played, and what was wrong. */
export interface Counts {
  rounds: number;
  broken: string[];
}

/** An organization and a member of their own for a round, so that no budget and no item is shared. */
async function newMember(table: TestTable): Promise<MemberContext & WithFiles & WithQueue & { agent_id: string }> {
  const { files, queue } = unreachable();
  const actor = { organization_id: randomUUID(), member_id: randomUUID() };
  const ctx = { ...baseFor(table), files, queue, actor };
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

/** The connections that hold a token's slots, as the table has them. */
async function holders(ctx: Base, jti: string): Promise<string[]> {
  const item = await ctx.table.get<{ slots: Record<string, number> }>({ pk: `SLOTS#${jti}`, sk: "SLOTS" });
  return Object.keys(item?.slots ?? {}).map((slot) => Buffer.from(slot.slice(1), "hex").toString());
}

/** R6: eight connections of one token at once, never over three; sockets that died without a word make room. */
export async function connectAtOnce(table: TestTable, options: { rounds: number; seconds: number }): Promise<Counts> {
  const until = performance.now() + options.seconds * 1000;
  const counts: Counts = { rounds: 0, broken: [] };
  while (counts.rounds < options.rounds && performance.now() < until) {
    await connectOnce(table, (what) => counts.broken.push(what));
    counts.rounds += 1;
  }
  return counts;
}

async function connectOnce(table: TestTable, broken: (what: string) => void): Promise<void> {
  const clock = movableClock();
  const ctx = baseFor(table, { clock });
  const jti = randomUUID();
  const now = Math.floor(clock.now() / 1000);
  const claims: TokenClaims = { organization_id: "o", member_id: "m", jti, issued_at: now, expires_at: now + 3600 };
  /** As the management API has it: a connection that is still being opened is not there, nor is one that is gone. */
  const there = new Set<string>();
  const connections = { isOpen: async (id: string) => there.has(id) };
  const open = (id: string) => {
    const take = () => Connection.open(ctx, id, false, claims);
    return takeWithPruning({ ...ctx, frames: connections }, jti, take, (hasSlot) => !hasSlot);
  };

  const ids = Array.from({ length: 8 }, () => randomUUID());
  const opened = await Promise.all(ids.map(open));
  const held = await holders(ctx, jti);
  const count = opened.filter(Boolean).length;
  if (count !== 3 || held.length !== 3) broken(`${count} of 8 were let in, ${held.length} slots are taken`);
  if (ids.some((id, place) => opened[place] !== held.includes(id))) broken("a slot is somebody else's");

  // One of the three closes as it should, another dies and never says so.
  const [closed = "", dead = "", alive = ""] = held;
  await Connection.close(ctx, closed);
  if (!(await open("fourth"))) broken("a closed connection left no room");
  for (const id of ["fourth", alive]) there.add(id);
  if (await open("fifth")) broken("a slot was taken away from a connection that may still be opening");
  clock.advance(30_000);
  if (!(await open("sixth"))) broken(`the dead connection ${dead} kept its slot`);
  if (await open("seventh")) broken("a fourth connection was let in after one had died");
  // One closes after the seventh was refused and before it is looked who is gone.
  await Connection.close(ctx, "fourth");
  if (!(await prune(ctx, jti, connections)) || !(await open("eighth")))
    broken("a connection that had just closed left no room");
  if ((await holders(ctx, jti)).length > 3) broken("over three slots are taken");
}
