import { messageOf, type Script } from "./answerer.ts";
import type { Client, Place } from "./client.ts";
import type { Service } from "./service.ts";
import type { World } from "./world.ts";

/** A message whose answer is different from all others. */
export function newMessage(world: World, overrides: Partial<Script> = {}): string {
  const { random } = world;
  const slow = () => (random.chance(0.3) ? random.int(5_000, 20_000) : random.int(0, 900));
  return messageOf({
    tag: `t${world.number()}`,
    pieces: random.int(0, 6),
    pause: random.pick([() => random.int(0, 60), () => random.int(0, 600), () => random.int(0, 600), slow])(),
    mode: random.pick(["text", "text", "text", "text", "tool", "fail", "crash", "deaf"]),
    ...overrides,
  });
}

/** The ids of the questions that a socket heard of. */
const askedOn = (service: Service, socket: string): string[] =>
  (service.sockets.get(socket)?.posted ?? []).flatMap(({ frame }) =>
    frame.event === "chat_metadata" ? [frame.data.user_message_id] : [],
  );

/** A chat of three questions, two of which are then deleted or edited by requests that do not know of each other. */
export function converse(world: World, client: Client, service: Service, place: Place) {
  const { random } = world;
  const chat = random.int(0, place.chats.length - 1);
  const socket = `connection-${chat}`;
  for (let question = 0; question < 3; question++) {
    const message = newMessage(world, { pieces: 1, pause: 10, mode: "text" });
    client.plan(question * 4_000, () =>
      client.frame(socket, { action: "send_message", chat_id: place.chats[chat], message }),
    );
  }
  client.plan(12_000, () => {
    for (const message_id of askedOn(service, socket).slice(-2)) {
      const edit = { action: "edit_message", message_id, content: newMessage(world) };
      const what = random.chance(0.3) ? edit : { action: "delete_message", message_id };
      client.plan(random.int(0, 60), () => client.frame(socket, what));
    }
  });
}

/** Whether a connection has an identity in the table. */
type IsLetIn = (connectionId: string) => boolean;

/**
 * Many connections of one token at once, some of which end without a word, and one more when none can be mistaken for
 * one that is just opening: it must find room.
 */
export function crowd(
  world: World,
  client: Client,
  place: Place,
  patience: number,
  isLetIn: IsLetIn,
  leftOut: (connectionId: string) => void,
) {
  const { random } = world;
  const { organization_id, member_id } = place;
  const now = Math.floor(world.now() / 1000);
  const claims = { organization_id, member_id, jti: "crowd", issued_at: now, expires_at: now + 21_600 };
  const ids: string[] = [];
  const come = () => void ids.push(client.connect(claims, patience));
  const size = random.int(4, 8);
  for (let person = 0; person < size; person++) client.plan(random.int(0, 400), come);
  client.plan(random.int(1_000, 20_000), () => {
    for (const id of ids) if (random.chance(0.6)) client.leave(id, random.chance(0.5));
    come();
  });
  client.plan(65_000, () => {
    for (const id of ids) client.leave(id, random.chance(0.3));
    come();
  });
  client.plan(130_000, () => {
    const last = client.connect(claims, patience);
    client.plan(patience, () => {
      if (!isLetIn(last)) leftOut(last);
    });
  });
}

/** One random thing that a member does in one of the chats. */
export function doSomething(world: World, client: Client, service: Service, place: Place) {
  const { random } = world;
  const at = random.int(0, place.chats.length - 1);
  const chat = place.chats[at] ?? "";
  const socket = `connection-${at}`;
  const known = client.turns.filter(({ chat_id }) => chat_id === chat);
  const turn = known[random.int(0, Math.max(0, known.length - 1))];
  const looked = client.journal.looked.flatMap(({ how }) => (how && "value" in how ? how.value.messages : []));
  const messages = [...askedOn(service, socket), ...looked.filter(({ type }) => type === "user").map(({ id }) => id)];
  const message_id = messages[random.int(0, Math.max(0, messages.length - 1))];
  const choice = random.int(1, 100);
  if (choice <= 20) {
    client.submit(chat, `request-${world.number()}`, newMessage(world), 3);
  } else if (choice <= 22) {
    const [id, message] = [`request-${world.number()}`, newMessage(world)];
    for (let twin = 0; twin < 2; twin++)
      client.submit(chat, id, message, 1, random.chance(0.7) ? "unknown" : undefined);
  } else if (choice <= 28) {
    const earlier = client.journal.submitted.at(-1);
    if (earlier)
      client.submit(
        earlier.chat_id,
        earlier.client_request_id,
        random.chance(0.7) ? earlier.message : newMessage(world),
        0,
      );
  } else if (choice <= 42) client.stream(chat, newMessage(world));
  else if (choice <= 44) {
    // Somebody in a hurry: short questions, one after the other.
    for (let hurry = 0; hurry < 6; hurry++) {
      const message = newMessage(world, { pieces: 1, pause: 0, mode: "text" });
      client.plan(hurry * random.int(400, 1_500), () => client.stream(chat, message));
    }
  } else if (choice <= 60) {
    client.frame(socket, { action: "send_message", chat_id: chat, message: newMessage(world) });
    if (random.chance(0.3)) client.plan(random.int(50, 1_200), () => client.frame(socket, { action: "interrupt" }));
  } else if (choice <= 68) {
    if (message_id) client.frame(socket, { action: "edit_message", message_id, content: newMessage(world) });
  } else if (choice <= 72) {
    if (message_id) client.frame(socket, { action: "delete_message", message_id });
  } else if (choice <= 75) {
    // Two that do not know of each other.
    const other = messages[random.int(0, Math.max(0, messages.length - 1))];
    if (message_id && other) {
      client.frame(socket, { action: "delete_message", message_id });
      const edit = { action: "edit_message", message_id: other, content: newMessage(world) };
      client.frame(socket, random.chance(0.5) ? edit : { action: "delete_message", message_id: other });
    }
  } else if (choice <= 80) client.frame(socket, { action: "interrupt" });
  else if (choice <= 86) {
    if (turn) client.cancel(turn);
  } else if (choice <= 91) client.look(chat);
  else if (choice <= 94) {
    if (turn) client.poll(turn, random.int(0, 20));
  } else if (choice <= 97) {
    if (turn) client.follow(turn);
  } else if (choice <= 98) client.remove(chat);
  else {
    const connection = service.sockets.get(socket);
    if (connection) connection.state = "gone";
  }
}
