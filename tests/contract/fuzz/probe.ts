import { randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import { sessionCookie } from "@parley/contract/session";
import * as Agent from "@parley/core/agent/agent";
import * as ApiKey from "@parley/core/organization/api-key";
import * as Definition from "@parley/core/definition/definition";
import * as Evaluation from "@parley/core/evaluation/evaluation";
import * as Golden from "@parley/core/golden/golden";
import * as ColumnMarks from "@parley/core/integration/column-marks";
import * as Integration from "@parley/core/integration/integration";
import * as Source from "@parley/core/integration/source";
import * as Memory from "@parley/core/memory/memory";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import * as SessionCode from "@parley/core/session/code";
import * as Session from "@parley/core/session/session";
import {
  type Caller,
  type Camp,
  type Environment,
  newChat,
  newCollection,
  newDocument,
  newDefinition,
  newGolden,
  recruit,
  recruitEditor,
  type Role,
  savedQuery,
  tokenOf,
} from "./camp.ts";
import { demand } from "./demand.ts";
import { type Answered, send, type Sent } from "./gateway.ts";
import { judge } from "./judge.ts";
import { filled } from "./known.ts";
import type { Made } from "./requests.ts";
import type { Watch } from "./watch.ts";

/** Operations that start a turn: they spend the member's budget of messages. */
const starting = new Set(["chat.stream", "message.edit", "turn.create"]);
/** Those that use their chat up: the others' is left alone. */
const using = new Set([...starting, "chat.remove"]);
/** Those that want an answered question, which they change. */
const changing = new Set(["message.edit", "message.remove"]);
/** Those that want an agent that nobody asks. */
const changingAgents = new Set(["agent.update", "agent.remove"]);
/** Messages of a member within ten seconds, and requests of a key within a minute, that are taken. */
const MESSAGES = 3;
const EXCHANGES = 60;

/** Where the path may be of no route, or of another one than it was made for. */
const strayPath = /%2F|(^|\/)\.{1,2}(\/|$)|%2e/i;
const straySegment = /create|reorder|messages|%|^\.|\//;

/** The chat is asked for until its turn has ended: the worker of a durable one runs beside. */
async function ended(base: Environment, caller: Caller): Promise<void> {
  const { own } = caller;
  const headers = { authorization: `Bearer ${await tokenOf(base, caller)}` };
  const get = (target: string) => send({ method: "GET", target, headers, body: undefined });
  const chat = await get(`/v1/chats/${own.chat_id}?limit=1`);
  if (chat.status === 404 || chat.body.active_turn_id === null) return;
  const turn = await get(`/v1/agents/${own.agent_id}/chats/${own.chat_id}/turns/${chat.body.active_turn_id}?wait=20`);
  demand(turn.body?.status !== "in_progress", "a turn that was accepted does not end");
}

/** There is one draft again, and the default agent is the one that chats are bound to. */
async function restoreAgents(base: Environment, { tenant, furniture }: Camp, { operation, body }: Answered) {
  const ctx = { ...base, ...tenant.ctx };
  if (operation?.id === "agent.create" || operation?.id === "agent.update")
    await Agent.update(ctx, furniture.agent_id, { is_default: true });
  if (operation?.id === "agent.create") await Agent.remove(ctx, body.id);
  if (operation?.id === "agent.update") await Agent.update(ctx, body.id, { published: false });
  if (operation?.id === "agent.remove") furniture.draft_agent_id = (await Agent.create(ctx, { name: "Draft" })).id;
}

/** There is one integration with one definition again. */
async function restoreSources(
  base: Environment,
  camp: Camp,
  { operation, body }: Answered,
  share: (ids: { integration_id: string; definition_id: string }) => void,
) {
  const ctx = { ...base, ...camp.tenant.ctx };
  const { integration_id } = camp.furniture;
  const defined = async (id: string) =>
    share({ integration_id: id, definition_id: (await newDefinition(base, camp.tenant, id)).id });
  if (operation?.id === "definition.create")
    await Definition.remove(ctx, { integrationId: body.integration_id, id: body.id });
  if (operation?.id === "definition.remove") await defined(integration_id);
  if (operation?.id === "column_mark.update") {
    const { column_marks = [] } = await Integration.get(ctx, integration_id);
    const none = column_marks.map((each) => ({ ...each, mark: null }));
    await ColumnMarks.mark(ctx, integration_id, none);
  }
  const isChanged = operation?.id === "source.create" || operation?.id === "source.update";
  // A change that was sent twice is of one integration, which is there once.
  const changed = isChanged ? await Integration.find(ctx, body.id) : undefined;
  if (changed) await Source.remove(ctx, body.id);
  if (operation?.id === "source.remove" || (operation?.id === "source.update" && changed))
    await defined((await Integration.create(ctx, { display_name: "Shop", config: camp.database })).id);
}

/** Makes again what a request has removed, and removes what one has made, so that the next ones find the same. */
async function restore(base: Environment, camp: Camp, caller: Caller, answer: Answered): Promise<void> {
  const { operation, body, status } = answer;
  if (!operation || status >= 300) return;
  const { person, own } = caller;
  const ctx = { ...base, actor: person.ctx.actor };
  const share = (ids: Partial<typeof own>): void => {
    const { staff, recruits, editors } = camp;
    const callers = [staff, recruits, editors].flatMap((group) => Object.values(group));
    for (const each of [camp.furniture, ...callers.map((one) => one.own)]) Object.assign(each, ids);
  };
  if (operation.id === "query.remove") share({ query_id: (await Query.create(ctx, savedQuery, person)).id });
  if (operation.id === "project.remove") share(await newCollection(base, camp.tenant));
  // Not a collection each time: an organization has 200 of them.
  if (operation.id === "document.remove")
    share({ document_id: (await newDocument(base, camp.tenant, camp.furniture.project_id)).id });
  if (operation.id === "project.create") await Project.remove(ctx, body.id);
  if (operation.id === "rule.remove") share({ rule_id: (await Rule.create(ctx, "Again.", person)).id });
  if (operation.id.startsWith("agent.")) await restoreAgents(base, camp, answer);
  if (/^(source|definition|column_mark)\./.test(operation.id)) await restoreSources(base, camp, answer, share);
  if (operation.id.endsWith("memory.remove")) own.memory_id = (await Memory.create(ctx, "Again.")).id;
  if (operation.id === "query.create") await Query.remove(ctx, body.id);
  if (operation.id === "rule.create") await Rule.remove(ctx, body.id);
  if (operation.id === "evaluation.create") await Evaluation.cancel(ctx, body.id);
  if (operation.id === "question.create") await Golden.remove(ctx, body.id);
  if (operation.id === "question.remove")
    share({ question_id: (await newGolden(base, camp.tenant, camp.furniture.integration_id)).id });
  if (operation.id.endsWith("memory.create")) {
    const owner = { ...base, actor: { ...person.ctx.actor, member_id: String(body.member_id) } };
    await Memory.remove(owner, body.id);
  }
  // The question may be gone: soon somebody new is found.
  if (operation.id === "message.remove") caller.messages += 1;
  if (operation.id === "chat.remove") own.chat_id = await newChat(person, own.integration_id);
}

/** One of the staff who changes somebody else: who is disabled or demoted could send nothing more. */
const forColleague = ({ staff, tenant }: Camp, role: Role): Caller => ({
  ...staff[role],
  own: { ...staff[role].own, member_id: tenant.other.id },
});

/** One of the staff who changes or removes a draft: the others' chats are bound to the default agent. */
const withDraft = ({ staff, furniture }: Camp, role: Role): Caller => ({
  ...staff[role],
  own: { ...staff[role].own, agent_id: furniture.draft_agent_id },
});

/** The sender of a request: a member whose budget is not spent, so that most are accepted or refused for their content. */
async function callerFor(base: Environment, camp: Camp, operation: Operation, { isAdmin }: Made): Promise<Caller> {
  const role = isAdmin ? "admin" : "member";
  if (changing.has(operation.id)) {
    const editor = camp.editors[role];
    if (editor && editor.messages < MESSAGES) return editor;
    return (camp.editors[role] = await recruitEditor(base, camp, role));
  }
  if (operation.id === "member.update") return forColleague(camp, role);
  if (changingAgents.has(operation.id)) return withDraft(camp, role);
  if (!using.has(operation.id)) return camp.staff[role];
  const caller = camp.recruits[role];
  if (caller && caller.messages < MESSAGES) return caller;
  return (camp.recruits[role] = await recruit(base, camp, role));
}

/** An API key that can be asked with twice more. */
async function keyOf(camp: Camp): Promise<string> {
  if ((camp.apiKey.uses += 2) > EXCHANGES)
    camp.apiKey = { key: (await ApiKey.create(camp.tenant.ctx, "fuzz")).key, uses: 2 };
  return camp.apiKey.key;
}

const newCode = async (base: Environment, camp: Camp, { own }: Caller): Promise<string> =>
  (await SessionCode.create(base, { api_key: await keyOf(camp), email: own.email, user_key: own.user_key })).code;

/** What authenticates: a token, on the exchange a key, for a page the cookie of a new session or a code, which is among its ids. */
async function credentials(
  base: Environment,
  camp: Camp,
  caller: Caller,
  operation: Operation,
): Promise<Record<string, string>> {
  switch (operation.access) {
    case "public":
      return {};
    case "api_key":
      return { "x-api-key": await keyOf(camp) };
    case "code":
      caller.own.code = await newCode(base, camp, caller);
      return {};
    case "session": {
      const signIn = { code: await newCode(base, camp, caller), address: randomUUID() };
      const { cookie } = await Session.create(base, signIn);
      return { cookie: `${sessionCookie}=${cookie.value}` };
    }
    case "member":
    case "admin":
      return { authorization: `Bearer ${await tokenOf(base, caller)}` };
  }
}

function requestOf(operation: Operation, made: Made, caller: Caller, identity: Record<string, string>): Sent {
  let position = 0;
  const path = operation.path.replace(/\{\w+\}/g, () => made.path[position++] ?? "");
  const { body, contentType } = made;
  return {
    method: operation.method,
    target: filled(made.query === "" ? path : `${path}?${made.query}`, caller.own),
    headers: { ...(contentType !== undefined && { "content-type": contentType }), ...identity, ...made.headers },
    body: typeof body === "string" ? filled(body, caller.own) : body,
  };
}

/** Sends a request that the fuzz made up, to its end, and fails if a response or a log line is not as documented. */
export async function probe(
  { environment: base, watch }: { environment: Environment; watch: Watch },
  camp: Camp,
  operation: Operation,
  made: Made,
): Promise<number[]> {
  const caller = await callerFor(base, camp, operation, made);
  const request = requestOf(operation, made, caller, await credentials(base, camp, caller, operation));
  const answers = await Promise.all(Array.from({ length: made.isTwice ? 2 : 1 }, () => send(request)));
  for (const answer of answers) await restore(base, camp, caller, answer);
  if (starting.has(operation.id) && answers.some(({ status }) => status < 300 || status === 429 || status === 400)) {
    caller.messages += answers.length;
    await ended(base, caller);
  }
  const [path = ""] = request.target.split("?");
  const isOffRoute = strayPath.test(path) || made.path.some((segment) => straySegment.test(segment));
  for (const answer of answers) {
    judge(answer.operation ?? (isOffRoute ? undefined : operation), answer, isOffRoute);
    const [fault] = watch.faultsOf(answer.requestId);
    demand(fault === undefined, `${operation.id}: ${answer.status}, and it was logged: ${fault ?? ""}`);
  }
  const turns = new Set(answers.flatMap(({ status, body }) => (status === 202 ? [body.turn_id] : [])));
  demand(turns.size <= 1, "the same request has started two turns");
  demand(Reflect.get({}, "polluted") === undefined, "every object was polluted");
  return answers.map(({ status }) => status);
}
