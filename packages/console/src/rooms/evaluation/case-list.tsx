import type { EvaluatedAnswer, EvaluationCase } from "@parley/client";
import { ArrowRight, CircleAlert, CircleCheck, CircleMinus, CircleX } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Sql } from "../../parts/sql.tsx";
import { type ComparedPart, sqlChanges } from "./sql-changes.ts";
import { useEvaluationWords } from "./use-evaluation-words.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

const icons: Readonly<Record<Verdict, typeof CircleCheck>> = {
  right: CircleCheck,
  wrong: CircleX,
  unanswered: CircleMinus,
  unasked: CircleAlert,
};

/** How the service says that an answer is no single figure. */
const ROWS = /^(\d+) rows$/;

interface ListProps {
  cases: readonly EvaluationCase[];
  label: string;
  /** What else is to be said of a question. */
  more?: (asked: EvaluationCase) => ComponentChildren;
}

/** Questions that were asked: each opens to its answers and their SQL. */
export function CaseList({ cases, label, more }: ListProps) {
  return (
    <ul class="cases" aria-label={label}>
      {cases.map((asked) => (
        <li key={asked.question_id}>
          <Case asked={asked}>{more?.(asked)}</Case>
        </li>
      ))}
    </ul>
  );
}

function Case({ asked, children }: { asked: EvaluationCase; children: ComponentChildren }) {
  const say = useEvaluationWords();
  const verdict = verdictOf(asked);
  const Icon = icons[verdict];
  const [isOpen, setOpen] = useState(false);
  const isChanged = asked.after !== null && asked.change !== "same";
  return (
    <details class="case" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="case-verdict" data-verdict={verdict}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          <span class="visually-hidden">{say(`verdict.${verdict}`)}</span>
        </span>
        <span class="case-question">{asked.question || say("case.deleted")}</span>
        {isChanged && <span class="case-change">{say(`change.${asked.change}`)}</span>}
        <Figures asked={asked} />
      </summary>
      {isOpen && (
        <div class="case-body">
          {asked.error && <p class="case-error">{asked.error.message}</p>}
          <Answers asked={asked} />
          {children}
        </div>
      )}
    </details>
  );
}

function Figures({ asked: { before, after, change } }: { asked: EvaluationCase }) {
  const say = useEvaluationWords();
  const figure = (answer: EvaluatedAnswer | null): string => {
    if (!answer?.answered) return say("figure.none");
    const rows = ROWS.exec(answer.figure ?? "")?.[1];
    return rows === undefined ? (answer.figure ?? say("figure.text")) : say("figure.rows", { count: Number(rows) });
  };
  if (!before) return null;
  const isOther = after !== null && (change === "number" || change === "abstains" || change === "answers");
  return (
    <span class="case-figures">
      {isOther && (
        <>
          <s>{figure(before)}</s>
          <ArrowRight size={13} strokeWidth={1.75} aria-label={say("figure.becomes")} />
        </>
      )}
      <b>{figure(after ?? before)}</b>
    </span>
  );
}

function Answers({ asked: { before, after, change } }: { asked: EvaluationCase }) {
  const say = useEvaluationWords();
  if (!before) return null;
  if (!after || change === "same") return <Answer answer={after ?? before} />;
  const isCompared = before.sql !== null && after.sql !== null && before.sql !== after.sql;
  const compared = isCompared ? sqlChanges(before.sql ?? "", after.sql ?? "") : null;
  return (
    <div class="case-sides">
      <section aria-label={say("side.before")}>
        <p class="case-side">{say("side.before")}</p>
        <Answer answer={before} parts={compared?.before} />
      </section>
      <section aria-label={say("side.after")}>
        <p class="case-side">{say("side.after")}</p>
        <Answer answer={after} parts={compared?.after} />
      </section>
    </div>
  );
}

function Answer({
  answer: { text, sql },
  parts,
}: {
  answer: EvaluatedAnswer;
  parts?: readonly ComparedPart[] | undefined;
}) {
  return (
    <>
      {text && <p class="detail-text">{text}</p>}
      {parts ? (
        <pre class="case-sql" tabIndex={0}>
          <code>
            {parts.map(({ text: part, isOnlyHere }, at) => (isOnlyHere ? <mark key={at}>{part}</mark> : part))}
          </code>
        </pre>
      ) : (
        sql !== null && <Sql text={sql} />
      )}
    </>
  );
}
