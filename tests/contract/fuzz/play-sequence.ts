import { setTimeout as pause } from "node:timers/promises";
import { issueToken } from "@parley/core/auth/token";
import { limits } from "@parley/contract/limits";
import { type Camp, type Environment, newChat } from "./camp.ts";
import { connect, type Connection } from "./connection.ts";
import { demand } from "./demand.ts";
import { type Asked, askedBy } from "./expectation.ts";
import { send } from "./gateway.ts";
import { type Belongings, filled } from "./known.ts";
import { type SentFrame, type Sequence, tokenMarker } from "./sequences.ts";
import type { Person } from "../../support/tenant.ts";

const CLOSED_BY_AUTH = 4001;
const CLOSED_BY_CAP = 4429;

/** The member of a sequence: each has its own, so that sequences do not share a chat or a budget. */
interface Player {
  person: Person;
  token: string;
  own: Belongings;
}

async function newPlayer(camp: Camp): Promise<Player> {
  const person = await camp.tenant.add();
  const chat_id = await newChat(person, camp.furniture.integration_id);
  return { person, token: person.token, own: { ...camp.staff.member.own, member_id: person.id, chat_id } };
}

/** A token that has run out. */
async function expiredToken(base: Environment, person: Person): Promise<string> {
  const clock = { ...base.clock, now: () => base.clock.now() - (limits.token_lifetime + 60) * 1000 };
  return (await issueToken({ ...base, clock }, person.ctx.actor)).token;
}

/** What a sent sequence makes of a connection. */
interface Course {
  asked: Asked[];
  /** Close codes that the contract has for what was sent. */
  closes: Set<number>;
  /** Something was sent that ends the connection. */
  mustClose: boolean;
  /** Frames that the service says without being asked. */
  greetings: number;
}

const bodyOf = ({ body }: SentFrame, { own, token }: Player, messageId: string | undefined): string | Uint8Array =>
  typeof body === "string"
    ? filled(body, { ...own, message_id: messageId ?? own.message_id }).replaceAll(tokenMarker, token)
    : body;

const isInterrupt = (asked: Asked): boolean => asked.kind === "action" && asked.frame.action === "interrupt";

/**
 * True when each frame has got an answer. The end of a turn answers every interrupt that was sent before it, be it
 * `interrupted` or the `message` that came first.
 */
function isAnswered({ transcript }: Connection, { asked, greetings }: Course): boolean {
  const ended = transcript.count("interrupted") + transcript.count("message") + transcript.count("failed") > 0;
  const owed = ended ? asked.filter((one) => !isInterrupt(one)).length : asked.length;
  return transcript.answers() >= owed + greetings;
}

const ends = (course: Course, code: number): void => {
  course.closes.add(code);
  course.mustClose = true;
};

/** What a frame that is sent lets come. */
function notes(asked: Asked, { transcript }: Connection, player: Player, course: Course): void {
  course.asked.push(asked);
  if (asked.kind === "fatal") ends(course, asked.closeCode);
  if (asked.kind !== "action") return;
  const { frame } = asked;
  if (frame.action === "authenticate" && frame.token !== player.token) ends(course, CLOSED_BY_AUTH);
  if (frame.action === "send_message" && frame.include_tool_events) transcript.expectTools();
}

/** Sends the frames at their pace, until the connection is closed. Adds to `course` what they ask for. */
async function sendFrames(
  connection: Connection,
  player: Player,
  { frames, isGone }: Sequence,
  course: Course,
): Promise<void> {
  for (const frame of frames) {
    if (connection.closed() !== undefined) return;
    const body = bodyOf(frame, player, connection.transcript.userMessageId());
    const asked = askedBy(body);
    notes(asked, connection, player, course);
    connection.send(body);
    if (frame.pause !== "answered") await pause(frame.pause);
    else if (!isGone && asked.kind !== "fatal") {
      await connection.until(
        () => isAnswered(connection, course),
        `the answer to ${typeof body === "string" ? body.slice(0, 300) : "bytes"}`,
      );
    }
  }
}

/** Waits for what is still to be said, and holds the whole against what was asked. */
async function concludes(connection: Connection, course: Course): Promise<void> {
  const { transcript } = connection;
  const actions = course.asked.flatMap((one) => (one.kind === "action" ? [one.frame.action] : []));
  if (course.mustClose) return connection.until(() => false, "the end of the connection");
  await connection.until(
    () => isAnswered(connection, course) && transcript.open() === 0,
    "the last answer, or the end of a turn,",
  );
  connection.send(JSON.stringify({ action: "ping" }));
  const pings = actions.filter((action) => action === "ping").length + 1;
  await connection.until(() => transcript.count("pong") >= pings, "the last pong");
  if (connection.closed() !== undefined) return;
  demand(transcript.count("pong") === pings, "there are more pongs than pings");
  const starts = actions.filter((action) => action === "send_message" || action === "edit_message").length;
  demand(transcript.count("chat_metadata") <= starts, "there are more turns than messages");
  const deletions = actions.filter((action) => action === "delete_message").length;
  demand(transcript.count("deleted") <= deletions, "there are more deletions than were asked for");
}

/** The chat's turn ends, whatever became of the connection. */
async function chatIsFree({ token, own }: Player): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const get = (target: string) => send({ method: "GET", target, headers, body: undefined });
  const chat = await get(`/v1/chats/${own.chat_id}?limit=1`);
  if (chat.body.active_turn_id === null) return;
  const turn = await get(`/v1/agents/${own.agent_id}/chats/${own.chat_id}/turns/${chat.body.active_turn_id}?wait=20`);
  demand(turn.body.status !== "in_progress", "the chat is not free");
}

function judgeClose(connection: Connection, closes: ReadonlySet<number>): void {
  const code = connection.closed();
  if (code === undefined) return;
  demand(closes.has(code), `the connection was closed with ${code}`);
  if (code !== CLOSED_BY_AUTH && code !== CLOSED_BY_CAP) return;
  const refusal = connection.transcript.refusal();
  const codes = code === CLOSED_BY_AUTH ? ["AUTH_FAILED", "AUTH_EXPIRED"] : ["WS_CONNECTION_CAP"];
  demand(refusal !== undefined && codes.includes(refusal.code), "no error frame came before the close");
  demand(refusal.closeCode === code, "the error frame names another close code");
}

/** Opens what has to be refused, and sees that it is. */
async function playRefused(url: string, player: Player, sequence: Sequence, bearer: string): Promise<string> {
  const connection = await connect(url, { authorization: `Bearer ${bearer}` }, player.own.chat_id);
  if ("status" in connection) throw new Error(`the upgrade was refused with ${connection.status}`);
  const isCrowded = sequence.opening === "crowded";
  // A connection without an identity is refused for the first frame as well.
  const frames = isCrowded ? [] : sequence.frames.slice(0, 2);
  for (const { body } of frames) if (typeof body === "string") connection.send(body);
  await connection.until(() => false, "the end of the connection");
  const closes = new Set([isCrowded ? CLOSED_BY_CAP : CLOSED_BY_AUTH, 1009]);
  judgeClose(connection, closes);
  return `${sequence.opening} ${connection.closed()}`;
}

async function playCrowded(url: string, player: Player, sequence: Sequence): Promise<string> {
  const headers = { authorization: `Bearer ${player.token}` };
  const opened = await Promise.all(
    Array.from({ length: limits.sockets_per_token }, () => connect(url, headers, player.own.chat_id)),
  );
  try {
    return await playRefused(url, player, sequence, player.token);
  } finally {
    for (const one of opened) if ("leave" in one) await one.leave();
  }
}

/** Plays a sequence to its end, and fails if the service did anything undocumented. Returns how it ended. */
export async function playSequence(
  base: Environment,
  wsUrl: string,
  camp: Camp,
  sequence: Sequence,
): Promise<[ended: string]> {
  const player = await newPlayer(camp);
  const url = sequence.heartbeat === undefined ? wsUrl : `${wsUrl}?heartbeat=${encodeURIComponent(sequence.heartbeat)}`;
  switch (sequence.opening) {
    case "query": {
      const refused = await connect(`${wsUrl}?token=${player.token}`, {}, player.own.chat_id);
      demand("status" in refused && refused.status === 403, "a token in the address is let in");
      return ["query 403"];
    }
    case "nonsense":
      return [await playRefused(url, player, sequence, "nonsense")];
    case "expired":
      return [await playRefused(url, player, sequence, await expiredToken(base, player.person))];
    case "crowded":
      return [await playCrowded(url, player, sequence)];
    case "header":
    case "frame":
    case "none":
      return [await playOpen(url, player, sequence)];
    default:
      return sequence.opening satisfies never;
  }
}

async function playOpen(url: string, player: Player, sequence: Sequence): Promise<string> {
  const { opening, isGone, frames } = sequence;
  const headers: Record<string, string> = opening === "header" ? { authorization: `Bearer ${player.token}` } : {};
  const connection = await connect(url, headers, player.own.chat_id);
  if ("status" in connection) throw new Error(`the upgrade was refused with ${connection.status}`);
  const course: Course = {
    asked: [],
    closes: new Set(opening === "none" ? [CLOSED_BY_AUTH] : []),
    mustClose: false,
    greetings: opening === "header" ? 1 : 0,
  };
  const authenticate: SentFrame = { body: JSON.stringify({ action: "authenticate", token: tokenMarker }), pause: 0 };
  const sent = { ...sequence, frames: opening === "frame" ? [authenticate, ...frames] : frames };
  try {
    await sendFrames(connection, player, sent, course);
    if (!isGone) await concludes(connection, course);
    judgeClose(connection, course.closes);
    const wrong = connection.wrong();
    if (wrong) throw wrong;
    const code = connection.closed();
    return code === undefined ? (isGone ? "gone" : "open") : `${opening} ${code}`;
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\nclosed: ${connection.closed()}\nsaid:\n${connection.transcript.shown()}`,
      { cause: error },
    );
  } finally {
    await connection.leave();
    await chatIsFree(player);
  }
}
