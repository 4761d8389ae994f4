import { cutText } from "@parley/contract/cut-text";
import type { EvaluatedAnswer, EvaluationCase } from "@parley/contract/evaluation";
import type { GoldenQuestion } from "@parley/contract/golden-question";
import { evaluationLimits, limits } from "@parley/contract/limits";
import { findAgent } from "@parley/core/agent/agent";
import type { Question } from "@parley/core/answer/answer";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import type { Rehearsed, Rehearser } from "@parley/core/evaluation/rehearser";
import { fail } from "@parley/core/failure/failure";
import { plainMessage, visible } from "@parley/core/failure/visible-error";
import * as Integration from "@parley/core/integration/integration";
import { log } from "@parley/core/observe/log";
import { throughAnalyst } from "../evaluation/through-analyst.ts";
import type { Workplace } from "../evaluation/workplace.ts";
import { openInOrganization } from "./organization.ts";
import { plannedDraft } from "./planned-draft.ts";
import { type Draft, rehearse, type RehearsedCase, type Side } from "./rehearse.ts";

type Context = OrganizationContext & WithFiles;

/** What every question of an evaluation is asked with. */
interface Prepared {
  agent: Question["agent"];
  draft: Draft | undefined;
  memories: Question["memories"];
}

async function prepare(ctx: Context, { agent_id, draft, member_id }: Rehearsed): Promise<Prepared> {
  const found = agent_id === null ? undefined : await findAgent(ctx, agent_id);
  const agent = found
    ? { id: found.id, name: found.name, instructions: found.instructions, model_id: found.model_id }
    : null;
  if (draft === null) return { agent, draft: undefined, memories: [] };
  return { agent, ...(await plannedDraft(ctx, draft, member_id)) };
}

/** Why there is no answer, in words that a client may see. */
function wordsOf(error: unknown): string {
  const { code, message } = visible(error);
  if (code === "INTERNAL") log("error", "a golden question could not be answered", {}, error);
  return message ?? plainMessage(code);
}

const answerOf = ({ answered, right, figure, sql, text }: Side): EvaluatedAnswer => ({
  answered,
  right,
  figure: figure === null ? null : cutText(figure, evaluationLimits.figure_characters),
  sql: sql === null ? null : cutText(sql, limits.query_sql_characters),
  text: cutText(text, evaluationLimits.text_characters),
});

const askedOf = ({ id, integration_id, question, class: kind }: GoldenQuestion) => ({
  question_id: id,
  integration_id,
  question,
  class: kind,
});

const caseOf = (question: GoldenQuestion, { change, before, after }: RehearsedCase): EvaluationCase => ({
  ...askedOf(question),
  change,
  miss: !(after ?? before).right,
  error: null,
  before: answerOf(before),
  after: after && answerOf(after),
});

/** A question that could not be asked, with the reason. Throws what is a fault of the service. */
function unasked(question: GoldenQuestion, error: unknown): EvaluationCase {
  const { code, message } = visible(error);
  if (code === "INTERNAL") throw error;
  const why = { code, message: message ?? plainMessage(code) };
  return { ...askedOf(question), change: "same", miss: true, error: why, before: null, after: null };
}

/** Asks golden questions by the whole analyst, as chats would be answered; nothing of it is in anybody's chats. */
export const rehearser: Rehearser = (ctx, rehearsed) => {
  const places = new Map<string, Promise<Workplace>>();
  let prepared: Promise<Prepared> | undefined;
  const open = async (id: string, signal: AbortSignal): Promise<Workplace> => {
    if (!(await Integration.find(ctx, id))) fail("INTEGRATION_NOT_FOUND");
    const opening = places.get(id) ?? openInOrganization(ctx, id, signal);
    places.set(id, opening);
    // One that could not be reached may be there for the next question.
    opening.catch(() => places.delete(id));
    const { memories } = await (prepared ??= prepare(ctx, rehearsed));
    return { ...(await opening), memories };
  };
  return async (question, { meters, signal }) => {
    const left = [...meters];
    const { agent, draft } = await (prepared ??= prepare(ctx, rehearsed));
    const { settings, secrets } = ctx;
    const nextMeter = () => left.shift() ?? fail("INTERNAL");
    const now = new Date(ctx.clock.now());
    try {
      const asked = rehearse({
        questions: [{ ...question, db: question.integration_id }],
        open,
        ask: throughAnalyst({ model: rehearsed.model_id, settings, secrets, now, agent, nextMeter }),
        draft,
        signal,
        wordsOf,
      });
      for await (const found of asked) return caseOf(question, found);
      return unasked(question, undefined);
    } catch (error) {
      signal.throwIfAborted();
      return unasked(question, error);
    }
  };
};
