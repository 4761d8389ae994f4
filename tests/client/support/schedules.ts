import { type AskOptions, createAsker } from "@parley/client/ask";
import { TurnCancelled, TurnError } from "@parley/client/errors";
import { createHttp } from "@parley/client/http";
import type { Message } from "@parley/client/generated";
import type { AskEvent, Turn } from "@parley/client/turn";
import type { CuttingProxy, Fault } from "./cutting-proxy.ts";
import { type Kind, textOf } from "./scripts.ts";
import type { TestService } from "./service.ts";

/** One question, and what happens to the exchanges that it takes. */
export interface Schedule {
  kind: Kind;
  via: NonNullable<AskOptions["via"]>;
  /** What happens to an exchange, from its request and its number among all, from 0. */
  faultOf: (request: string, number: number) => Fault;
}

/** Where schedules are played. */
export interface Stage {
  service: TestService;
  organization: Awaited<ReturnType<TestService["newOrganization"]>>;
  proxy: CuttingProxy;
}

/** More than any schedule has faults. */
const RETRIES = 12;

/** The events of each run, between restarts, and what the reader ended with. */
async function readRuns(turn: Turn): Promise<{ runs: AskEvent[][]; failure: unknown }> {
  const runs: AskEvent[][] = [[]];
  try {
    for await (const event of turn) {
      if (event.event === "restart") runs.push([]);
      else runs.at(-1)?.push(event);
    }
    await turn.answer();
  } catch (failure) {
    return { runs, failure };
  }
  return { runs, failure: undefined };
}

const dataOf = <Data>(events: readonly AskEvent[], name: string): Data[] =>
  // The service has parsed it.
  events.filter(({ event }) => event === name).map(({ data }) => data as Data);

/** Checks that no run shows anything twice, and that its text is the beginning of the answer's. */
function* runProblems(runs: readonly AskEvent[][], kind: Kind): Generator<string> {
  for (const events of runs) {
    const names = events.map(({ event }) => event as string);
    const text = dataOf<{ content: string }>(events, "text_delta")
      .map(({ content }) => content)
      .join("");
    const ids = dataOf<{ id: string }>(events, "visualization").map(({ id }) => id);
    if (!textOf(kind).startsWith(text)) yield `a run's text is "${text}"`;
    if (new Set(ids).size < ids.length) yield "a visualization came twice";
    for (const name of ["chat_metadata", "message", "error"])
      if (names.indexOf(name) !== names.lastIndexOf(name)) yield `${name} came twice`;
    if (names.length > 0 && names[0] !== "chat_metadata") yield `a run begins with ${names[0]}`;
  }
}

const wordsOf = (failure: unknown) => (failure instanceof Error ? `${failure.name}: ${failure.message}` : "an answer");

/** The code that an answer fails with, if it is to. Only durable turns are run again once their worker is lost. */
const failureCode = ({ kind, via }: Schedule): string | undefined =>
  kind === "error" ? "QUERY_TIMEOUT" : kind === "killed" && via === "stream" ? "WORKER_LOST" : undefined;

/** Checks how the ask ended against what the chat has kept. */
function* endProblems(
  turn: Turn,
  failure: unknown,
  messages: readonly Message[],
  schedule: Schedule,
): Generator<string> {
  const { kind } = schedule;
  const code = failureCode(schedule);
  const questions = messages.filter(({ role }) => role === "user").length;
  const kept = messages.at(-1);
  if (questions !== 1) yield `the question was asked ${questions} times`;
  if (code !== undefined) {
    if (!(failure instanceof TurnError && failure.code === code)) yield `it ended with ${wordsOf(failure)}`;
    return;
  }
  if (kind === "cancelled") {
    if (!(failure instanceof TurnCancelled && failure.partial === textOf(kind)))
      yield `it ended with ${wordsOf(failure)}`;
  } else if (failure !== undefined) yield `it ended with ${wordsOf(failure)}`;
  if (turn.text !== textOf(kind) || kept?.content !== textOf(kind)) yield `the text is "${turn.text}"`;
  if (turn.message?.id !== kept?.id) yield "the id is not the message's";
  const shown = turn.visualizations.map(({ id }) => id).join();
  if (shown !== (kept?.metadata?.visualizations ?? []).map(({ id }) => id).join())
    yield "the tables are not the message's";
}

/** Plays a schedule with a person of its own. Returns what was not as it is without faults. */
export async function play({ service, organization, proxy }: Stage, schedule: Schedule): Promise<string[]> {
  const { token } = await organization.add();
  const { call } = service.world;
  const { id: chat_id } = (await call("POST /v1/chats/create", { token, body: {} })).body;
  let number = 0;
  proxy.plan((request) => schedule.faultOf(request, number++));
  const { ask } = createAsker({ http: createHttp({ baseUrl: proxy.baseUrl, token: () => token, retries: RETRIES }) });
  const turn = ask({ chat_id, message: schedule.kind }, { via: schedule.via });
  const { runs, failure } = await readRuns(turn);
  const { messages } = (await call(`GET /v1/chats/${chat_id}?limit=200`, { token })).body;
  return [...runProblems(runs, schedule.kind), ...endProblems(turn, failure, messages, schedule)];
}

/** The stream of a turn, by either way. */
export const isStream = (request: string): boolean => request === "POST /v1/chats" || request.endsWith("/events");
