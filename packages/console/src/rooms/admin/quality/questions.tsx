import type { GoldenQuestion } from "@parley/client";
import type { UseQueryResult } from "@tanstack/preact-query";
import { ListChecks, Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { textSearch } from "../../../parts/text-search.ts";
import { Room } from "../../../shell/room.tsx";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { SearchField, useSearchText } from "../../search-field.tsx";
import { withServerState } from "../../server-state.tsx";
import { useSources } from "../sources/source-state.ts";
import { GOLDEN_AT_MOST, useGoldenQuestions } from "./golden-questions.ts";
import { useQualityWords } from "./quality-words.ts";
import { QuestionForm } from "./question-form.tsx";
import { QUESTIONS_PATH, Views } from "./views.tsx";
import "./quality.css";

/** The questions whose right answers are known, for administrators. `open` is one's id, or `new`. */
export const QuestionsRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useQualityWords();
  const [, go] = useLocation();
  const questions = useGoldenQuestions();
  const isFull = (questions.data?.length ?? 0) >= GOLDEN_AT_MOST;
  return (
    <Room
      title={say("title")}
      actions={
        <Button kind="quiet" icon={Plus} disabled={isFull} onClick={() => go(`${QUESTIONS_PATH}/new`)}>
          {say("question.add")}
        </Button>
      }
    >
      <ListDetail
        detail={useQuestionDetail(open, questions.data, QUESTIONS_PATH)}
        close={() => go(QUESTIONS_PATH)}
        isWide
      >
        <Views isQuestions />
        <QuestionRows questions={questions} path={QUESTIONS_PATH} isFull={isFull} />
      </ListDetail>
    </Room>
  );
});

/** The golden question that is open beside the list, or the form of a new one. */
export function useQuestionDetail(open: string | null, questions: readonly GoldenQuestion[] | undefined, path: string) {
  const say = useQualityWords();
  const [, go] = useLocation();
  const opened = questions?.find(({ id }) => id === open);
  const done = (question: GoldenQuestion | null): void => go(question ? `${path}/${question.id}` : path);
  if (open === "new")
    return { title: say("question.add"), content: <QuestionForm key="new" question={null} done={done} /> };
  if (opened)
    return {
      id: opened.id,
      title: say("question.one"),
      content: <QuestionForm key={opened.id} question={opened} done={done} />,
    };
  if (open === null || questions === undefined) return null;
  return { title: say("question.one"), content: <p class="detail-note">{say("question.unknown")}</p> };
}

interface Props {
  questions: UseQueryResult<GoldenQuestion[]>;
  path: string;
  isFull: boolean;
}

/** The golden questions, and the field that finds them. */
export function QuestionRows({ questions, path, isFull }: Props) {
  const say = useQualityWords();
  const [, go] = useLocation();
  const [search, setSearch] = useSearchText();
  return (
    <Remote query={questions}>
      {(all) => {
        if (all.length === 0)
          return (
            <Empty
              icon={ListChecks}
              title={say("questions.none")}
              action={
                <Button kind="primary" icon={Plus} onClick={() => go(`${path}/new`)}>
                  {say("questions.first")}
                </Button>
              }
            >
              {say("questions.none.hint")}
            </Empty>
          );
        const isFound = textSearch(search);
        const found = all.filter((each) => isFound([each.question, each.class ?? "", each.sql].join(" ")));
        return (
          <>
            <div class="rows-head">
              <SearchField label={say("questions.search")} value={search} onChange={setSearch} />
            </div>
            {isFull && <p class="rows-none">{say("questions.full", { limit: GOLDEN_AT_MOST })}</p>}
            {found.length === 0 && <p class="rows-none">{say("questions.notFound")}</p>}
            <FoundRows questions={found} path={path} />
          </>
        );
      }}
    </Remote>
  );
}

function FoundRows({ questions, path }: { questions: readonly GoldenQuestion[]; path: string }) {
  const say = useQualityWords();
  const sources = useSources().data;
  const nameOf = (sourceId: string): string | undefined =>
    sources?.find(({ id }) => id === sourceId)?.display_name ?? (sources && say("question.noSource"));
  return (
    <Rows
      label={say("view.questions")}
      rows={questions.map(({ id, question, integration_id, message_id, class: kind }) => ({
        id,
        href: `${path}/${id}`,
        title: question,
        note: [nameOf(integration_id), message_id && say("question.fromFeedback")].filter(Boolean).join(" · "),
        end: kind !== null && <Mark>{kind}</Mark>,
      }))}
    />
  );
}
