import type { StreamEvent } from "@parley/contract/event";
import * as Chat from "@parley/core/chat/chat";
import { textFor } from "../world/answerer.ts";
import { createClient } from "../world/client.ts";
import { checkOutcome, restTime } from "../world/outcome.ts";
import { newMessage } from "../world/scenario.ts";
import { memberOf } from "../world/service.ts";
import { prepare } from "../world/simulation.ts";
import { createStage } from "../world/stage.ts";

const deltas = 12;
type How = "interrupt" | "disconnect";
type Route = "stream" | "socket";

const textOf = (events: readonly { event: string; data: unknown }[]) =>
  events.flatMap(({ event, data }) => (event === "text_delta" ? [(data as { content: string }).content] : [])).join("");

/** R7: a turn that is interrupted, or whose client goes away, at its n-th piece of text. Returns what was wrong. */
async function cutShort(route: Route, how: How, at: number, seed: number): Promise<string[]> {
  const { world, random, store, service, monitor, violations, violated } = createStage({ seed });
  const place = await prepare(world, service, 1);
  const [chat = ""] = place.chats;
  const client = createClient(world, service, place);
  const message = newMessage(world, { mode: random.pick(["text", "deaf"]), pieces: deltas, pause: random.int(0, 150) });
  const socket = service.sockets.get("connection-0");
  const told: StreamEvent[] = [];
  let pieces = 0;
  const heard = (event: StreamEvent) => {
    told.push(event);
    if (event.event !== "text_delta" || (pieces += 1) !== at) return;
    if (how === "interrupt" && route === "socket")
      client.plan(random.int(0, 30), () => client.frame("connection-0", { action: "interrupt" }));
    else if (how === "interrupt")
      client.plan(random.int(0, 30), () => client.turns.slice(0, 1).forEach((turn) => client.cancel(turn)));
    else if (socket) socket.state = "gone";
  };
  if (route === "socket" && socket) {
    socket.heard = heard;
    client.frame("connection-0", { action: "send_message", chat_id: chat, message });
  } else {
    const leaves = how === "disconnect";
    client.stream(chat, message, async (event) => {
      heard(event);
      if (leaves && pieces >= at) throw new Error("the client has gone");
    });
  }
  const isFree = () => !store.find({ pk: `CHAT#${chat}`, sk: "CHAT" })?.["active_turn_id"];
  await world.run(() => pieces > 0 && service.running.size === 0 && client.isDone() && isFree(), restTime);

  // A client that has gone did not get the end.
  const journal = how === "disconnect" ? { ...client.journal, streamed: [] } : client.journal;
  checkOutcome(
    { partition: store.partition, place, service, journal, isCalm: true, isPosted: true, monitor },
    violated,
  );
  let stored: Awaited<ReturnType<typeof Chat.get>> | undefined;
  service.begin("look", async (env) => (stored = await Chat.get(memberOf(env, place), chat, { limit: 10 })));
  await world.run(() => stored !== undefined, 60_000);
  const answers = stored?.messages.filter(({ type }) => type === "final") ?? [];
  const kept = answers[0]?.content ?? "";
  if (answers.length > 1) violated(`${answers.length} answers are stored`);
  const ends = (socket?.posted ?? []).map(({ frame }) => frame.event).concat(told.map(({ event }) => event));
  if (how === "interrupt") {
    const whole = textFor(message);
    if (kept !== textOf(told)) violated(`kept ${kept.length} characters, delivered ${textOf(told).length}`);
    const isCut = kept !== whole;
    if (isCut && answers[0]?.metadata?.partial !== true && kept !== "") violated("cut text is not marked as partial");
    const expected = route === "socket" ? ["interrupted", "message"] : ["message"];
    const count = new Set(ends.filter((event) => expected.includes(event))).size;
    if (count !== 1) violated(`${count} ends were told`);
  } else if (kept !== textFor(message)) violated("a client that went away changed the answer");
  return violations;
}

/** Every piece of both routes, interrupted and left, seed by seed. */
export async function cutShortEverywhere(options: { seeds: number; seconds: number }) {
  const until = performance.now() + options.seconds * 1000;
  const counts = { runs: 0, broken: [] as string[] };
  for (let seed = 1; seed <= options.seeds; seed++) {
    for (const route of ["stream", "socket"] as const) {
      for (const how of ["interrupt", "disconnect"] as const) {
        for (let at = 1; at <= deltas; at++) {
          if (performance.now() > until) return counts;
          const violations = await cutShort(route, how, at, seed);
          counts.runs += 1;
          if (violations.length > 0)
            counts.broken.push(`${route}, ${how} at ${at}, seed ${seed}: ${violations.join("; ")}`);
        }
      }
    }
  }
  return counts;
}
