import type { ChatTurn } from "@parley/client/react";
import { BookOpen, Database } from "lucide-preact";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { isLive } from "./announcements.ts";
import { leadOf } from "./answer-text.ts";
import { useScene } from "./chat-context.ts";
import type { Editing } from "./conversation.ts";
import { Failure } from "./failure.tsx";
import { type Figure, figuresOf } from "./figures.ts";
import { AnswerActions, Attached, Citations, CutShort } from "./lazy-parts.tsx";
import { Progress, Skeleton } from "./progress.tsx";
import { Question } from "./question.tsx";
import { Remarks } from "./remarks.tsx";
import { Sheet } from "./sheet.tsx";

/** The level of a question's heading; headings within its answer are below it. */
const QUESTION_LEVEL = 2;
const drawQuote = (quote: string) => <Markdown text={quote} under={QUESTION_LEVEL + 1} />;
/** How many collections are offered where the data has no answer; the composer has all. */
const OFFERED_PROJECTS = 3;

export interface TurnProps {
  turn: ChatTurn;
  isLast: boolean;
  /** Its question is being edited. */
  editing: Editing | null;
  /** A link leads to this answer. */
  isMarked: boolean;
}

/** A question with all that came of it. Drawn again only when it changes. */
export const Turn = memo(({ turn, isLast, editing, isMarked }: TurnProps) => {
  const heading = `${turn.key}-question`;
  return (
    <article
      class="turn"
      aria-labelledby={heading}
      aria-busy={isLive(turn)}
      data-key={turn.key}
      data-marked={isMarked || undefined}
      tabIndex={-1}
    >
      <Question turn={turn} headingId={heading} editing={editing} />
      {turn.question && turn.question.uploads.length > 0 && <Attached uploads={turn.question.uploads} />}
      <Answer turn={turn} isLast={isLast} />
      {isLast && <div class="log-end" />}
    </article>
  );
});

/** What is said around the text, so that the text says it once. */
function shownElsewhere(turn: ChatTurn, figures: readonly Figure[], showsSql: boolean) {
  const { metadata } = turn.answer ?? {};
  return {
    // A turn that was stopped has no more to tell.
    isAwaited: !metadata && turn.status !== "cancelled" && turn.status !== "failed",
    sql: showsSql ? figures.flatMap(({ statements }) => statements) : [],
    interpretation: metadata?.interpretation,
    lists: [metadata?.assumptions ?? [], metadata?.choices?.map(({ label }) => label) ?? [], turn.followUps],
  };
}

function Answer({ turn, isLast }: { turn: ChatTurn; isLast: boolean }) {
  const { features } = useScene();
  const { answer } = turn;
  const figures = useMemo(() => figuresOf(turn), [turn]);
  const content = answer?.type === "error" ? (turn.partial ?? "") : (answer?.content ?? "");
  const lead = leadOf(content, shownElsewhere(turn, figures, features.sql));
  const isRunning = isLive(turn);
  return (
    <div class="answer">
      {isRunning && <Progress turn={turn} />}
      {lead !== "" && <Markdown text={lead} isStreaming={isRunning} under={QUESTION_LEVEL} />}
      {isRunning && <Skeleton turn={turn} />}
      {figures.map((figure, at) => (
        <Sheet key={figure.key} turn={turn} figure={figure} isFirst={at === 0} />
      ))}
      <End turn={turn} isLast={isLast} />
      {!isRunning && figures.length === 0 && <PlainActions turn={turn} />}
      {!isRunning && isLast && <Sources turn={turn} />}
      {!isRunning && <Choices turn={turn} />}
      {!isRunning && isLast && <Documents turn={turn} />}
      {!isRunning && <FollowUps turn={turn} />}
    </div>
  );
}

/** How the answer ended, and what there is to know of it. */
function End({ turn, isLast }: { turn: ChatTurn; isLast: boolean }) {
  const { retry } = useScene();
  const { status, answer } = turn;
  const { metadata } = answer ?? {};
  return (
    <>
      {status === "cancelled" && <Stopped turn={turn} />}
      {status === "failed" && <Failure turn={turn} onRetry={isLast ? retry : null} />}
      {metadata?.truncated && <CutShort isWhole={status === "completed"} verification={metadata.verification} />}
      {metadata && <Remarks metadata={metadata} questionId={turn.question?.id ?? null} />}
      {metadata?.citations && metadata.citations.length > 0 && (
        <Citations citations={metadata.citations} draw={drawQuote} />
      )}
    </>
  );
}

/** What can be done with an answer that has no sheet. */
function PlainActions({ turn }: { turn: ChatTurn }) {
  const { answer } = turn;
  if (!answer?.id || answer.type === "error") return null;
  return (
    <div class="answer-actions">
      <AnswerActions turn={turn} answerId={answer.id} />
    </div>
  );
}

/** Why an answer ends where it does. */
function Stopped({ turn: { answer } }: { turn: ChatTurn }) {
  const say = useChatWords();
  const hasText = answer?.type !== "error" && answer?.content;
  return (
    <p class="answer-end">
      {say("answer.stopped")}
      {!hasText && ` ${say("answer.nothing")}`}
    </p>
  );
}

/** Where there is no database to answer from: those that can be asked the same. */
function Sources({ turn: { question, answer } }: { turn: ChatTurn }) {
  const say = useChatWords();
  const { ask, catalog, features, hasSource } = useScene();
  if (answer?.type !== "scope_notice" || question === null || hasSource || !features.sourceChoice) return null;
  if (catalog.integrations.length === 0) return null;
  return (
    <div class="choices" role="group" aria-label={say("composer.source")}>
      {catalog.integrations.map(({ id, display_name: name }) => (
        <Button key={id} icon={Database} onClick={() => ask(question.content, { integrationId: id })}>
          {say("answer.askSource", { name })}
        </Button>
      ))}
    </div>
  );
}

/** Where the data has no answer and no document was asked: the collections to ask the same. Later questions go there, too. */
function Documents({ turn: { question, answer } }: { turn: ChatTurn }) {
  const say = useChatWords();
  const { ask, catalog, features, hasScope } = useScene();
  if (answer?.type !== "scope_notice" || question === null || hasScope || !features.sourceChoice) return null;
  // Of several readings it is asked first which is meant; a single one only leaves words out.
  const offered = (answer.metadata?.choices?.length ?? 0) > 1 ? [] : catalog.projects.slice(0, OFFERED_PROJECTS);
  if (offered.length === 0) return null;
  return (
    <div class="choices" role="group" aria-label={say("composer.projects")}>
      {offered.map(({ id, name }) => (
        <Button key={id} icon={BookOpen} onClick={() => ask(question.content, { scopedProjectIds: [id] })}>
          {say("answer.askSource", { name })}
        </Button>
      ))}
    </div>
  );
}

const choicesOf = ({ answer }: ChatTurn) => answer?.metadata?.choices ?? [];

/** The readings of a question to choose from. */
function Choices({ turn }: { turn: ChatTurn }) {
  const say = useChatWords();
  const { ask } = useScene();
  const choices = choicesOf(turn);
  if (choices.length === 0) return null;
  return (
    <div class="choices" role="group" aria-label={say("answer.choices")}>
      {choices.map(({ label, message }) => (
        <Button key={message} onClick={() => ask(message)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Questions that follow, but for those that are there to choose from. */
function FollowUps({ turn }: { turn: ChatTurn }) {
  const say = useChatWords();
  const { ask, features } = useScene();
  const offered = new Set(choicesOf(turn).map(({ message }) => message));
  const followUps = features.followUps ? turn.followUps.filter((question) => !offered.has(question)) : [];
  if (followUps.length === 0) return null;
  return (
    <div class="follow-ups" role="group" aria-label={say("answer.followUps")}>
      {followUps.map((question) => (
        <button key={question} type="button" class="chip" part="chip" onClick={() => ask(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
