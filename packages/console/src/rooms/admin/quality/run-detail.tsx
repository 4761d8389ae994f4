import type { Evaluation, EvaluationCase } from "@parley/client";
import { Link, useSearchParams } from "wouter-preact";
import { SelectField } from "../../../parts/field.tsx";
import { Problem } from "../../../parts/problem.tsx";
import { Sql } from "../../../parts/sql.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { useLanguage } from "../../../words/words.ts";
import { CaseList } from "../../evaluation/case-list.tsx";
import { isRunning, useCases, useEvaluation } from "../../evaluation/evaluation-state.ts";
import { Changes } from "../../evaluation/changes.tsx";
import { RunProgress } from "../../evaluation/run-progress.tsx";
import { Tally } from "../../evaluation/tally.tsx";
import { useEvaluationWords } from "../../evaluation/use-evaluation-words.ts";
import { verdictCounts, verdictOf, verdicts } from "../../evaluation/verdict.ts";
import { Remote } from "../../remote.tsx";
import { useGoldenQuestions } from "./golden-questions.ts";
import { useQualityWords } from "./quality-words.ts";
import { compare, draftKind, momentOf } from "./run.ts";

const tones = { right: "good", wrong: "bad", unanswered: "warn", unasked: "quiet" } as const;

/** The run that is open beside the list: what there is to say of it, or that there is none. */
export function useRunDetail(open: string | null, runs: readonly Evaluation[] | undefined) {
  const say = useQualityWords();
  const language = useLanguage();
  const run = useEvaluation(open);
  if (open === null) return null;
  const known = run.data ?? runs?.find(({ id }) => id === open);
  return {
    id: open,
    title: known ? momentOf(known.created_at, language) : say("run.one"),
    content: (
      <Remote query={run}>
        {(found) =>
          found ? (
            <Run key={found.id} run={found} others={runs ?? []} />
          ) : (
            <p class="detail-note">{say("run.unknown")}</p>
          )
        }
      </Remote>
    ),
  };
}

function Run({ run, others }: { run: Evaluation; others: readonly Evaluation[] }) {
  const say = useQualityWords();
  const cases = useCases(run);
  return (
    <div class="detail-parts">
      <Facts run={run} />
      {isRunning(run) && <RunProgress evaluation={run} />}
      {run.error && <Problem failure={run.error} />}
      <Remote query={cases}>{(read) => <Outcome run={run} cases={read.cases} others={others} />}</Remote>
      {run.progress.done === 0 && !isRunning(run) && <p class="detail-note">{say("cases.none")}</p>}
    </div>
  );
}

/** Who had what asked, of which model, and what it cost. */
function Facts({ run }: { run: Evaluation }) {
  const say = useQualityWords();
  const language = useLanguage();
  const { usage, draft } = run;
  const tokens = usage.input_tokens + usage.output_tokens;
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
  const facts = [
    draft && say(`draft.${draftKind(draft)}`),
    say("run.by", { name: run.created_by_name }),
    run.model_id,
    tokens > 0 && say("run.tokens", { count: tokens }),
    usage.cost_usd !== null && usage.cost_usd > 0 && money.format(usage.cost_usd),
  ];
  const text = draft?.rule?.content ?? draft?.memory?.content;
  return (
    <div class="run-facts">
      <p class="detail-note">{facts.filter(Boolean).join(" · ")}</p>
      {text && <blockquote>{text}</blockquote>}
      {draft?.query?.content?.sql && <Sql text={draft.query.content.sql} />}
    </div>
  );
}

interface OutcomeProps {
  run: Evaluation;
  cases: readonly EvaluationCase[];
  others: readonly Evaluation[];
}

function Outcome({ run, cases, others }: OutcomeProps) {
  const say = useQualityWords();
  const sayHere = useEvaluationWords();
  const counts = verdictCounts(cases);
  if (cases.length === 0) return null;
  return (
    <>
      <Tally
        label={say("run.outcome")}
        parts={verdicts.map((name) => ({
          name,
          label: sayHere(`verdict.${name}`),
          count: counts[name],
          tone: tones[name],
        }))}
      />
      {run.changes && (
        <section>
          <h3>{sayHere("impact.title")}</h3>
          <div class="run-changes">
            <Changes evaluation={run} changes={run.changes} />
          </div>
        </section>
      )}
      {run.classes.length > 1 && <Classes run={run} />}
      <Comparing run={run} cases={cases} others={others} />
      <Cases run={run} cases={cases} />
    </>
  );
}

/** How right the answers to each class of questions are. */
function Classes({ run: { classes } }: { run: Evaluation }) {
  const say = useQualityWords();
  return (
    <section>
      <h3>{say("classes")}</h3>
      <ul class="run-classes">
        {classes.map(({ class: name, questions, right_before: before, right_after: after }) => (
          <li key={name ?? ""}>
            <span>{name ?? say("class.none")}</span>
            <meter min={0} max={questions} value={after ?? before} aria-hidden="true" />
            <span class="run-classes-right">{say("state.right", { right: after ?? before, total: questions })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two runs beside each other: which answers have become right since, and which wrong. */
function Comparing({ run, cases, others }: OutcomeProps) {
  const say = useQualityWords();
  const language = useLanguage();
  const [address, setAddress] = useSearchParams();
  const against = others.filter((other) => other.id !== run.id && other.progress.done > 0 && !isRunning(other));
  const chosen = against.find(({ id }) => id === address.get("with"));
  if (against.length === 0 || isRunning(run)) return null;
  const choose = (id: string): void =>
    setAddress(
      (before) => {
        before.delete("with");
        if (id !== "") before.set("with", id);
        return before;
      },
      { replace: true },
    );
  return (
    <section class="run-comparing">
      <SelectField
        label={say("compare")}
        value={chosen?.id ?? ""}
        onChange={choose}
        options={[
          { value: "", label: say("compare.none") },
          ...against.map(({ id, created_at, draft }) => ({
            value: id,
            label: [momentOf(created_at, language), draft && say(`draft.${draftKind(draft)}`)]
              .filter(Boolean)
              .join(" · "),
          })),
        ]}
      />
      {chosen && <Compared cases={cases} with={chosen} />}
    </section>
  );
}

function Compared({ cases, with: other }: { cases: readonly EvaluationCase[]; with: Evaluation }) {
  const say = useQualityWords();
  const then = useCases(other);
  return (
    <Remote query={then}>
      {(read) => {
        const { fixed, broken, same, alone } = compare(cases, read.cases);
        return (
          <>
            <Tally
              label={say("compare.outcome")}
              parts={[
                { name: "fixed", label: say("compare.fixed"), count: fixed.length, tone: "good" },
                { name: "broken", label: say("compare.broken"), count: broken.length, tone: "bad" },
                { name: "same", label: say("compare.same"), count: same, tone: "quiet" },
                { name: "alone", label: say("compare.alone"), count: alone, tone: "warn" },
              ]}
            />
            {broken.length > 0 && <CaseList cases={broken} label={say("compare.broken")} />}
            {fixed.length > 0 && <CaseList cases={fixed} label={say("compare.fixed")} />}
          </>
        );
      }}
    </Remote>
  );
}

const filters = ["all", "misses", "changed"] as const;

/** The questions that were asked: all, those whose answers are not right, or those whose answers the draft changes. */
function Cases({ run, cases }: { run: Evaluation; cases: readonly EvaluationCase[] }) {
  const say = useQualityWords();
  const [address, setAddress] = useSearchParams();
  const there = filters.filter((name) => name !== "changed" || run.draft !== null);
  const chosen = there.find((name) => name === address.get("show")) ?? (run.draft ? "changed" : "all");
  const shown = {
    all: cases,
    misses: cases.filter(({ miss }) => miss),
    changed: cases.filter(({ change }) => change !== "same"),
  };
  const choose = (name: (typeof filters)[number]): void =>
    setAddress(
      (before) => {
        before.set("show", name);
        return before;
      },
      { replace: true },
    );
  return (
    <Tabs
      label={say("cases")}
      title={<h3>{say("cases")}</h3>}
      tabs={there.map((name) => ({
        name,
        label: say(`cases.${name}`, { count: shown[name].length }),
        panel: () =>
          shown[name].length === 0 ? (
            <p class="detail-note">{say(`cases.${name}.none`)}</p>
          ) : (
            <CaseList cases={shown[name]} label={say("cases")} more={(asked) => <Expected asked={asked} />} />
          ),
      }))}
      chosen={chosen}
      onChoose={choose}
    />
  );
}

/** Of an answer that is not right: which SQL is, and where it can be changed. */
function Expected({ asked }: { asked: EvaluationCase }) {
  const say = useQualityWords();
  const golden = useGoldenQuestions().data?.find(({ id }) => id === asked.question_id);
  if (!golden) return null;
  const link = <Link href={`/admin/quality/questions/${golden.id}`}>{say("question.open")}</Link>;
  if (verdictOf(asked) === "right") return <p class="case-link">{link}</p>;
  return (
    <section>
      <h4>{say("question.expected")}</h4>
      <Sql text={golden.sql} />
      <p class="case-link">{link}</p>
    </section>
  );
}
