import type { StreamEvent } from "@parley/contract/event";
import * as Chat from "@parley/core/chat/chat";
import { textFor } from "../world/answerer.ts";
import { Client } from "../world/client.ts";
import { checkOutcome, restTime } from "../world/outcome.ts";
import { newMessage } from "../world/scenario.ts";
import { memberOf } from "../world/service.ts";
import { prepare } from "../world/simulation.ts";
import { createStage } from "../world/stage.ts";

const deltas = 12;
type Message = Awaited<ReturnType<typeof Chat.get>>["messages"][number];
type How = "interrupt" | "disconnect";
type Route = "stream" | "socket";

const textOf = (events: readonly { event: string; data: unknown }[]) =>
  events.flatMap(({ event, data }) => (event === "text_delta" ? [(data as { content: string }).content] : [])).join("");

/** A turn that is cut short at its n-th piece of text. */
interface Cut {
  route: Route;
  how: How;
  at: number;
  seed: number;
}

/** R7: a turn that is interrupted, or whose client goes away, at its n-th piece of text. Returns what was wrong. */
async function cutShort({ route, how, at, seed }: Cut): Promise<string[]> {
  const { world, random, store, service, monitor, violations, violated } = createStage({ seed });
  const place = await prepare(world, service, 1);
  const [chat = ""] = place.chats;
  const client = new Client(world, service, place);
  const message = newMessage(world, { mode: random.pick(["text", "deaf"]), pieces: deltas, pause: random.int(0, 150) });
  const socket = service.sockets.get("connection-0");
  const told: StreamEvent[] = [];
  let pieces = 0;
  const interrupt = {
    socket: () => client.frame("connection-0", { action: "interrupt" }),
    stream: () => client.turns.slice(0, 1).forEach((turn) => client.cancel(turn)),
  };
  const heard = (event: StreamEvent) => {
    told.push(event);
    if (event.event !== "text_delta" || (pieces += 1) !== at) return;
    if (how === "interrupt") client.plan(random.int(0, 30), interrupt[route]);
    else if (socket) socket.state = "gone";
  };
  if (route === "socket" && socket) {
    socket.heard = heard;
    client.frame("connection-0", { action: "send_message", chat_id: chat, message });
  } else {
    const leaves = how === "disconnect";
    client.stream(chat, message, {
      heard: async (event) => {
        heard(event);
        if (leaves && pieces >= at) throw new Error("the client has gone");
      },
    });
  }
  const isFree = () => !store.find({ pk: `CHAT#${chat}`, sk: "CHAT" })?.["active_turn_id"];
  await world.run(() => pieces > 0 && service.running.size === 0 && client.isDone() && isFree(), restTime);

  // A client that has gone did not get the end.
  const journal = how === "disconnect" ? { ...client.journal, streamed: [] } : client.journal;
  checkOutcome(
    { partition: (pk) => store.partition(pk), place, service, journal, isCalm: true, isPosted: true, monitor },
    violated,
  );
  let stored: Awaited<ReturnType<typeof Chat.get>> | undefined;
  service.begin("look", async (env) => (stored = await Chat.get(memberOf(env, place), chat, { limit: 10 })));
  await world.run(() => stored !== undefined, 60_000);
  const answers = stored?.messages.filter(({ type }) => type === "final") ?? [];
  if (answers.length > 1) violated(`${answers.length} answers are stored`);
  const ends = (socket?.posted ?? []).map(({ frame }) => frame.event).concat(told.map(({ event }) => event));
  const whole = textFor(message);
  if (how === "interrupt") checkInterrupted({ answer: answers[0], whole, told, ends: endsOf(route, ends) }, violated);
  else if ((answers[0]?.content ?? "") !== whole) violated("a client that went away changed the answer");
  return violations;
}

/** The ends of a turn that a client of the route may be told, each once. */
function endsOf(route: Route, events: readonly string[]): number {
  const expected = route === "socket" ? ["interrupted", "message"] : ["message"];
  return new Set(events.filter((event) => expected.includes(event))).size;
}

/** An interrupted turn keeps what it delivered, marked if it is a part, and tells one end. */
function checkInterrupted(
  turn: { answer: Message | undefined; whole: string; told: readonly StreamEvent[]; ends: number },
  violated: (what: string) => void,
) {
  const { answer, whole, told, ends } = turn;
  const kept = answer?.content ?? "";
  if (kept !== textOf(told)) violated(`kept ${kept.length} characters, delivered ${textOf(told).length}`);
  if (kept !== whole && answer?.metadata?.partial !== true && kept !== "")
    violated("cut text is not marked as partial");
  if (ends !== 1) violated(`${ends} ends were told`);
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
          const violations = await cutShort({ route, how, at, seed });
          counts.runs += 1;
          if (violations.length > 0)
            counts.broken.push(`${route}, ${how} at ${at}, seed ${seed}: ${violations.join("; ")}`);
        }
      }
    }
  }
  return counts;
}
