import type { MessageMetadata } from "@parley/client";
import type { ChatStep, ChatTurn } from "@parley/client/react";
import type { ComponentChildren } from "preact";
import { Drawer } from "../parts/drawer.tsx";
import { Sql } from "../parts/sql.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { isLive } from "./announcements.ts";
import type { Catalog } from "./catalog.ts";
import type { Conversation } from "./conversation.ts";
import { sqlResultOf, statementsOfSteps } from "./figures.ts";
import { presentStep, wordsOfTool } from "./present-step.ts";
import { durationText } from "./source-line.ts";
import "./workings.css";

/** How an answer came about: the newest one, unless another was asked for. */
export function Workings({ conversation }: { conversation: Conversation }) {
  const say = useChatWords();
  const { workings, showWorkings, chat, catalog, features } = conversation;
  const turn = chat.turns.find(({ key }) => key === workings) ?? chat.turns.at(-1);
  return (
    <Drawer
      isOpen={workings !== null && turn !== undefined}
      title={say("workings.title")}
      onClose={() => showWorkings(null)}
    >
      {turn && (
        <div class="workings">
          <WorkingsOf turn={turn} catalog={catalog} showsSql={features.sql} />
        </div>
      )}
    </Drawer>
  );
}

function WorkingsOf({ turn, catalog, showsSql }: { turn: ChatTurn; catalog: Catalog; showsSql: boolean }) {
  const say = useChatWords();
  const { steps, answer } = turn;
  const metadata = answer?.metadata ?? null;
  return (
    <>
      <p class="workings-question">{turn.question?.content}</p>
      <section>
        <h3>{say("workings.steps")}</h3>
        {steps.length === 0 && !isLive(turn) && <p class="workings-none">{say("workings.noSteps")}</p>}
        <ol class="steps">
          {steps.map((step) => (
            <Step key={step.id} step={step} showsSql={showsSql} />
          ))}
          {isLive(turn) && (
            <li class="step" data-status="running">
              <span class="step-dot" aria-hidden="true" />
              {say(presentStep(turn))}
            </li>
          )}
        </ol>
      </section>
      {metadata && <AnswerFacts turn={turn} metadata={metadata} catalog={catalog} />}
      {metadata?.usage && <Cost metadata={metadata} />}
    </>
  );
}

function Step({ step, showsSql }: { step: ChatStep; showsSql: boolean }) {
  const say = useChatWords();
  const language = useLanguage();
  if (step.type === "text") {
    return (
      <li class="step" data-status="note">
        <span class="step-dot" aria-hidden="true" />
        <span>
          <small>{say("workings.note")}</small>
          {step.text}
        </span>
      </li>
    );
  }
  const { call, result } = step;
  const sql = showsSql
    ? (sqlResultOf(result)?.sql ?? (typeof call.args["sql"] === "string" ? call.args["sql"] : null))
    : null;
  return (
    <li class="step" data-status={result?.status ?? "running"}>
      <span class="step-dot" aria-hidden="true" />
      <div class="step-words">
        <b>{say(wordsOfTool(call.tool, result?.status === "success"))}</b>
        <small>{result ? (result.error ?? result.summary) : say("workings.running")}</small>
        {sql !== null && (
          <details>
            <summary>{say("sheet.sql")}</summary>
            <Sql text={sql} />
          </details>
        )}
      </div>
      {result && <span class="step-time">{durationText(language, result.duration_ms)}</span>}
    </li>
  );
}

const Facts = ({ title, facts }: { title: string; facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <section>
    <h3>{title}</h3>
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function AnswerFacts({ turn, metadata, catalog }: { turn: ChatTurn; metadata: MessageMetadata; catalog: Catalog }) {
  const say = useChatWords();
  const language = useLanguage();
  const statements = metadata.sql ?? [];
  const databases = catalog.integrations.filter(({ id }) => statements.some((each) => each.integration_id === id));
  const tables = [
    ...new Set(
      (statements.length > 0 ? statements : statementsOfSteps(turn.steps)).flatMap((each) => each.tables ?? []),
    ),
  ];
  const model = catalog.models.find((each) => each.model_id === metadata.model_id);
  const query = catalog.queries.find(({ id }) => id === metadata.saved_query_id);
  const facts: [string, ComponentChildren][] = [];
  if (metadata.model_id !== undefined) {
    const isBuiltIn = metadata.model_id === "rules";
    facts.push([
      say("workings.model"),
      isBuiltIn ? say("workings.builtIn") : (model?.display_name ?? metadata.model_id),
    ]);
  }
  const listOf = (names: readonly string[]) => new Intl.ListFormat(language, { type: "unit" }).format(names);
  if (databases.length > 0) facts.push([say("workings.database"), listOf(databases.map((each) => each.display_name))]);
  if (tables.length > 0) facts.push([say("workings.tables"), listOf(tables)]);
  if (query) facts.push([say("workings.savedQuery"), query.title]);
  if (typeof metadata.confidence === "number") {
    const share = new Intl.NumberFormat(language, { style: "percent" }).format(metadata.confidence);
    facts.push([say("workings.confidence"), say("workings.confidenceShare", { share })]);
  }
  if (turn.question) {
    const asked = new Date(turn.question.timestamp);
    facts.push([
      say("workings.asked"),
      new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(asked),
    ]);
  }
  return facts.length === 0 ? null : <Facts title={say("workings.answer")} facts={facts} />;
}

function Cost({ metadata: { usage } }: { metadata: MessageMetadata }) {
  const say = useChatWords();
  const language = useLanguage();
  if (!usage) return null;
  const number = new Intl.NumberFormat(language);
  const price = new Intl.NumberFormat(language, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  const { input_tokens: input, output_tokens: output, duration_ms: duration, rows, cost_usd: cost } = usage;
  return (
    <Facts
      title={say("workings.cost")}
      facts={[
        [say("workings.tokens"), say("workings.tokensInOut", { input, output })],
        [say("workings.time"), durationText(language, duration)],
        [say("workings.rows"), number.format(rows)],
        [say("workings.price"), cost === null ? say("workings.priceUnknown") : price.format(cost)],
      ]}
    />
  );
}
