import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import { openInOrganization } from "@parley/analyst/rehearsal/organization";
import { definitionsOf } from "@parley/analyst/rehearsal/planned-draft";
import { changesOf, type Draft, rehearse, type RehearsedCase } from "@parley/analyst/rehearsal/rehearse";
import { DefinitionCreate, DefinitionKind } from "@parley/contract/definition";
import type { QuestionQuery } from "@parley/core/answer/answer";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { checkDefinition } from "@parley/core/evaluation/draft";
import * as Golden from "@parley/core/golden/golden";
import * as Memory from "@parley/core/memory/memory";
import * as Member from "@parley/core/member/member";
import { listModels, RULES_MODEL } from "@parley/core/model/model";
import { entryOf } from "@parley/core/query/matching-index";
import * as Rule from "@parley/core/rule/rule";
import {
  BadNews,
  checked,
  choice,
  type Deployment,
  type Given,
  organizationOf,
  progress,
  UsageError,
} from "../command.ts";
import { definitionGiven } from "../definitions/options.ts";
import { momentOf } from "../evaluation/run.ts";

type Context = OrganizationContext & WithFiles;
type Memories = Awaited<ReturnType<typeof Memory.list>>;

/** The one thing of these that has this id. Throws `UsageError`. */
function known<Thing extends { id: string }>(things: readonly Thing[], id: string, what: string): Thing {
  const found = things.find((thing) => thing.id === id);
  if (!found) throw new UsageError(`There is no ${what} with the id ${id}.`);
  return found;
}

/** What a definition would be; nothing where the options name none. Throws `UsageError`, and what saving it would throw. */
async function definitionDraft(ctx: Context, given: Given): Promise<Pick<Draft, "definitions">> {
  const [kind, id] = [given.optional("define"), given.optional("remove-definition")];
  if (kind === undefined && Object.keys(definitionGiven(given)).length > 0)
    throw new UsageError("--define says what kind of definition it would be.");
  if (kind === undefined && id === undefined) return {};
  const integration_id = given.optional("integration");
  if (integration_id === undefined) throw new UsageError("A definition is of an --integration.");
  const content =
    kind === undefined
      ? null
      : checked(DefinitionCreate, {
          kind: choice("define", kind, DefinitionKind.options),
          ...definitionGiven(given),
        });
  const definition = { integration_id, content, ...(id !== undefined && { id }) };
  await checkDefinition(ctx, definition);
  return definitionsOf(ctx, definition);
}

/** What the options say would be saved. Throws `UsageError` where they name nothing, or what is not there. */
async function draftOf(ctx: Context, given: Given, memories: Memories): Promise<Draft> {
  const rules = await Rule.listAll(ctx);
  const gone = new Set(given.all("remove-rule").map((id) => known(rules, id, "rule").content));
  const [title, sql] = [given.optional("add-query"), given.optional("query-sql")];
  if ((title === undefined) !== (sql === undefined)) throw new UsageError("--add-query and --query-sql go together.");
  const query: QuestionQuery | undefined =
    title === undefined
      ? undefined
      : { id: ctx.ids.next(), title, description: null, prompt: title, sql: sql ?? null, keywords: [], parameters: [] };
  const forgotten = new Set(
    given.all("remove-memory").map((id) => known(memories, id, "memory of the member").content),
  );
  const draft: Draft = {
    rules: (before) => [...before.filter((content) => !gone.has(content)), ...given.all("add-rule")],
    memories: (before) => [
      ...before.filter(({ content }) => !forgotten.has(content)),
      ...given.all("add-memory").map((content) => ({ content, tier: "core" as const })),
    ],
    added_queries: query ? [{ entry: entryOf(query), query }] : [],
    removed_queries: given.all("remove-query"),
    ...(await definitionDraft(ctx, given)),
  };
  const named = ["add-rule", "remove-rule", "add-memory", "remove-memory", "remove-query"];
  if (!query && !draft.definitions && named.every((option) => given.all(option).length === 0))
    throw new UsageError("Say what would be saved, say with --add-rule.");
  return draft;
}

/** The memories of the member that asks; nobody's where none is named. */
async function memoriesOf(ctx: Context, given: Given): Promise<Memories> {
  const id = given.optional("member");
  if (id === undefined) {
    if (given.all("remove-memory").length > 0) throw new UsageError("--remove-memory needs --member.");
    return [];
  }
  const { organization_id } = ctx.actor;
  await Member.get(ctx, id);
  return Memory.list({ ...ctx, actor: { organization_id, member_id: id } });
}

function modelOf({ settings, secrets }: Deployment, given: Given): string {
  const model = given.optional("model") ?? RULES_MODEL;
  const { models } = listModels(settings, secrets);
  if (models.some(({ model_id }) => model_id === model)) return model;
  throw new UsageError(
    `There is no model ${model} here. Configured: ${models.map((each) => each.model_id).join(", ")}`,
  );
}

interface Asking {
  draft: Draft | undefined;
  memories: Memories;
}

/** Asks the golden questions, and tells how far it is. */
async function casesOf(deployment: Deployment, ctx: Context, given: Given, asking: Asking): Promise<RehearsedCase[]> {
  const wanted = given.optional("class");
  const questions = (await Golden.listAll(ctx)).filter((each) => wanted === undefined || each.class === wanted);
  if (questions.length === 0) throw new UsageError("There are no such golden questions: `golden add` keeps one.");
  const { settings, secrets } = deployment;
  const cases: RehearsedCase[] = [];
  const found = rehearse({
    questions: questions.map((each) => ({ ...each, db: each.integration_id })),
    open: async (db, signal) => ({
      ...(await openInOrganization(ctx, db, signal)),
      memories: asking.memories.map(({ content, tier }) => ({ content, tier })),
    }),
    ask: throughAnalyst({ model: modelOf(deployment, given), settings, secrets, now: momentOf(given) }),
    draft: asking.draft,
    signal: new AbortController().signal,
  });
  for await (const each of found) {
    cases.push(each);
    progress(given, `${cases.length} of ${questions.length} questions`);
  }
  return cases;
}

/** The golden questions as things are. Bad news where one is not answered right. */
export async function runGolden(deployment: Deployment, given: Given): Promise<unknown> {
  const ctx = await organizationOf(deployment, given);
  const cases = await casesOf(deployment, ctx, given, { draft: undefined, memories: [] });
  const right = cases.filter(({ before }) => before.right).length;
  const shown = cases.map(({ id, question, class: kind, before }) => ({ id, question, class: kind, ...before }));
  const answer = given.json
    ? { questions: cases.length, right, cases: shown }
    : [
        `${right} of ${cases.length} right`,
        ...shown
          .filter((each) => !each.right)
          .map(
            ({ question, answered, figure }) =>
              `  ${question}: ${answered ? (figure ?? "words alone") : "not answered"}`,
          ),
      ].join("\n");
  return right === cases.length ? answer : new BadNews(answer);
}

const told = ({ answered, figure }: RehearsedCase["before"]): string =>
  answered ? (figure ?? "words alone") : "no answer";

/** What the draft would change. It is no bad news that something changes: that is for who saves it to judge. */
export async function rehearseGolden(deployment: Deployment, given: Given): Promise<unknown> {
  const ctx = await organizationOf(deployment, given);
  const memories = await memoriesOf(ctx, given);
  const draft = await draftOf(ctx, given, memories);
  const cases = await casesOf(deployment, ctx, given, { draft, memories });
  const changes = changesOf(cases);
  const changed = cases.filter(({ change }) => change !== "same");
  if (given.json) return { questions: cases.length, changes, cases: changed };
  const counts = Object.entries(changes).map(([change, count]) => `${count} ${change}`);
  const lines = changed.flatMap(({ question, before, after }) => [
    `  ${question}: ${told(before)} → ${after ? told(after) : ""}`,
    ...(before.sql === after?.sql ? [] : [`    ${before.sql ?? "no SQL"}`, `    → ${after?.sql ?? "no SQL"}`]),
  ]);
  return [`${cases.length} questions: ${counts.join(", ")}`, ...lines].join("\n");
}
