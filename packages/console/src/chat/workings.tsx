import type { MessageMetadata } from "@parley/client";
import type { ChatStep, ChatTurn } from "@parley/client/react";
import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../parts/button.tsx";
import { Sql } from "../parts/sql.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { isLive } from "./announcements.ts";
import type { Catalog } from "./catalog.ts";
import type { Conversation } from "./conversation.ts";
import { sqlResultOf, statementsOfSteps } from "./figures.ts";
import { presentStep, wordsOfTool } from "./present-step.ts";
import { durationText } from "./source-line.ts";

/** Below this width (px) of the chat the panel is a dialog over it. */
const DOCKED_WIDTH = 860;

interface Held<Item> {
  readonly current: Item | null;
}

/** Whether there is room for the panel beside the chat: what it takes itself counts as room. */
function useIsDocked(chat: Held<HTMLElement>, panel: Held<HTMLElement>): boolean {
  const [isDocked, set] = useState(true);
  useLayoutEffect(() => {
    const element = chat.current;
    if (!element) return undefined;
    const measure = () => set(element.clientWidth + (panel.current?.offsetWidth ?? 0) >= DOCKED_WIDTH);
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, [chat, panel]);
  return isDocked;
}

interface Props {
  conversation: Conversation;
  chatElement: Held<HTMLElement>;
}

/** How an answer came about: a panel beside the chat, on narrow screens a dialog over it. */
export function Workings({ conversation, chatElement }: Props) {
  const say = useChatWords();
  const { workings, showWorkings, chat, catalog, features } = conversation;
  const panel = useRef<HTMLElement>(null);
  const isDocked = useIsDocked(chatElement, panel);
  const dialog = useRef<HTMLDialogElement>(null);
  // The newest answer, unless another one was asked for.
  const turn = chat.turns.find(({ key }) => key === workings) ?? chat.turns.at(-1);
  const isOpen = workings !== null && turn !== undefined;
  useEffect(() => {
    const element = dialog.current;
    if (element && isOpen && !element.open) element.showModal();
  }, [isOpen, isDocked]);
  if (!isOpen) return null;
  const close = (): void => showWorkings(null);
  const content = (
    <>
      <header class="workings-top">
        <h2>{say("workings.title")}</h2>
        <IconButton icon={X} label={say("workings.close")} onClick={close} />
      </header>
      <div class="workings-body">
        <WorkingsOf turn={turn} catalog={catalog} showsSql={features.sql} />
      </div>
    </>
  );
  if (isDocked) {
    return (
      <aside ref={panel} class="workings" aria-label={say("workings.title")}>
        {content}
      </aside>
    );
  }
  return (
    <dialog ref={dialog} class="workings-dialog" aria-label={say("workings.title")} onClose={close}>
      {content}
    </dialog>
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
