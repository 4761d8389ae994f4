import { messageOf, type Script } from "./answerer.ts";
import type { Client, Place, Request } from "./client.ts";
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

/**
 * A chat of three questions, two of which, or two of any messages that are shown then, are deleted or edited by requests that do
 * not know of each other.
 */
export function converse(world: World, client: Client, service: Service, place: Place) {
  const { random } = world;
  const chat = random.int(0, place.chats.length - 1);
  const chatId = place.chats[chat] ?? "";
  const socket = `connection-${chat}`;
  const isOfAnyone = random.chance(0.5);
  for (let question = 0; question < 3; question++) {
    const message = newMessage(world, { pieces: 1, pause: 10, mode: isOfAnyone ? "tool" : "text" });
    client.plan(question * 4_000, () => client.frame(socket, { action: "send_message", chat_id: chatId, message }));
  }
  client.plan(11_000, () => isOfAnyone && client.look(chatId));
  client.plan(12_000, () => {
    const shown = client.journal.looked.flatMap(({ chat_id, how }) =>
      how && "value" in how && chat_id === chatId ? how.value.messages.map(({ id }) => id) : [],
    );
    const anyone = Array.from(shown.slice(0, 2), () => shown[random.int(0, shown.length - 1)]);
    for (const message_id of isOfAnyone ? anyone : askedOn(service, socket).slice(-2)) {
      const edit = { action: "edit_message", message_id, content: newMessage(world) };
      const what = random.chance(0.3) ? edit : { action: "delete_message", message_id };
      client.plan(random.int(0, 60), () => client.frame(socket, what));
    }
  });
}

/** What a crowd of connections needs to know. */
interface Door {
  /** How long (ms) a connection that is being opened is waited for. */
  patience: number;
  /** Whether a connection has an identity in the table. */
  isLetIn: (connectionId: string) => boolean;
  /** Told of a connection that found no room at the end. */
  leftOut: (connectionId: string) => void;
}

/**
 * Many connections of one token at once, some of which end without a word, and one more when none can be mistaken for
 * one that is just opening: it must find room.
 */
export function crowd(world: World, client: Client, place: Place, { patience, isLetIn, leftOut }: Door) {
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
  const message = messages[random.int(0, Math.max(0, messages.length - 1))];
  const choice = random.int(1, 100);
  const deed = deeds.find(({ upTo }) => choice <= upTo);
  deed?.act({ world, client, service, chat, socket, turn, messages, message });
}

/** Where a member is, and what it may do something with. */
interface Scene {
  world: World;
  client: Client;
  service: Service;
  chat: string;
  socket: string;
  turn: Client["turns"][number] | undefined;
  messages: readonly string[];
  message: string | undefined;
}

/** What members do: each of them up to its number of a hundred, beginning after the one before. */
const deeds: readonly { upTo: number; act: (scene: Scene) => void }[] = [
  {
    upTo: 20,
    act: ({ world, client, chat }) => client.submit(requestOf(world, chat), { retries: 3 }),
  },
  { upTo: 22, act: submitTwins },
  { upTo: 28, act: submitAgain },
  { upTo: 36, act: streamOnce },
  { upTo: 42, act: askByEveryRoute },
  { upTo: 44, act: hurry },
  { upTo: 60, act: sendFrame },
  {
    upTo: 68,
    act: (scene) => editMessage(scene, scene.message),
  },
  {
    upTo: 72,
    act: (scene) => removeMessage(scene, scene.message),
  },
  { upTo: 75, act: changeTwo },
  { upTo: 80, act: ({ client, socket }) => client.frame(socket, { action: "interrupt" }) },
  { upTo: 86, act: ({ client, turn }) => turn && client.cancel(turn) },
  { upTo: 91, act: ({ client, chat }) => client.look(chat) },
  { upTo: 94, act: ({ world, client, turn }) => turn && client.poll(turn, world.random.int(0, 20)) },
  { upTo: 97, act: ({ client, turn }) => turn && client.follow(turn) },
  { upTo: 98, act: ({ client, chat }) => client.remove(chat) },
  { upTo: 100, act: hangUp },
];

const requestOf = (world: World, chat_id: string): Request => ({
  chat_id,
  client_request_id: `request-${world.number()}`,
  message: newMessage(world),
});

/** The same request twice at once. */
function submitTwins({ world, client, chat }: Scene) {
  const request = requestOf(world, chat);
  for (let twin = 0; twin < 2; twin++) {
    const integration_id = world.random.chance(0.7) ? "unknown" : undefined;
    client.submit({ ...request, integration_id }, { retries: 1 });
  }
}

/** An earlier request again, perhaps with another payload. */
function submitAgain({ world, client }: Scene) {
  const earlier = client.journal.submitted.at(-1);
  if (!earlier) return;
  const { chat_id, client_request_id } = earlier;
  const message = world.random.chance(0.7) ? earlier.message : newMessage(world);
  client.submit({ chat_id, client_request_id, message });
}

/** A streamed question whose stream may be cut, and which may be asked again where nothing was heard of it. */
function streamOnce({ world, client, chat }: Scene) {
  const { random } = world;
  const isSafe = random.chance(0.5);
  client.stream(chat, newMessage(world), {
    cutAfter: random.chance(0.5) ? random.int(1, 6) : undefined,
    ...(isSafe && { client_request_id: `request-${world.number()}`, retries: 2 }),
  });
}

/** One request by every route, at once or one after the other, now and then with another payload. */
function askByEveryRoute({ world, client, chat, socket }: Scene) {
  const { random } = world;
  const { client_request_id, message } = requestOf(world, chat);
  const frame = { action: "send_message", chat_id: chat, client_request_id };
  const ask = (said: string) =>
    random.pick([
      () => client.stream(chat, said, { client_request_id, retries: 1 }),
      () => client.submit({ chat_id: chat, client_request_id, message: said }, { retries: 1 }),
      () => client.frame(socket, { ...frame, message: said }),
    ])();
  for (let times = 0; times < 3; times++) {
    const said = random.chance(0.9) ? message : newMessage(world);
    client.plan(random.chance(0.5) ? 0 : random.int(0, 3_000), () => ask(said));
  }
}

/** Somebody in a hurry: short questions, one after the other. */
function hurry({ world, client, chat }: Scene) {
  for (let question = 0; question < 6; question++) {
    const message = newMessage(world, { pieces: 1, pause: 0, mode: "text" });
    client.plan(question * world.random.int(400, 1_500), () => client.stream(chat, message));
  }
}

function sendFrame({ world, client, chat, socket }: Scene) {
  const { random } = world;
  client.frame(socket, { action: "send_message", chat_id: chat, message: newMessage(world) });
  if (random.chance(0.3)) client.plan(random.int(50, 1_200), () => client.frame(socket, { action: "interrupt" }));
}

/** Edits a message, on the socket or over HTTP. */
function editMessage({ world, client, chat, socket }: Scene, message: string | undefined) {
  if (!message) return;
  const content = newMessage(world);
  if (world.random.chance(0.5)) client.edit(chat, message, content);
  else client.frame(socket, { action: "edit_message", message_id: message, content });
}

/** Deletes a message, on the socket or over HTTP. */
function removeMessage({ world, client, chat, socket }: Scene, message: string | undefined) {
  if (!message) return;
  if (world.random.chance(0.5)) client.removeMessage(chat, message);
  else client.frame(socket, { action: "delete_message", message_id: message });
}

/** Two changes that do not know of each other. */
function changeTwo(scene: Scene) {
  const { messages, message } = scene;
  const { random } = scene.world;
  const other = messages[random.int(0, Math.max(0, messages.length - 1))];
  if (!message || !other) return;
  removeMessage(scene, message);
  (random.chance(0.5) ? editMessage : removeMessage)(scene, other);
}

function hangUp({ service, socket }: Scene) {
  const connection = service.sockets.get(socket);
  if (connection) connection.state = "gone";
}
