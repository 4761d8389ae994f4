import type { RatedAnswer } from "@parley/client";
import { useInfiniteQuery } from "@tanstack/preact-query";
import { Inbox } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Room } from "../../../shell/room.tsx";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { Segments } from "../../segments.tsx";
import { withServerState } from "../../server-state.tsx";
import { FEEDBACK_KEY, useFeedbackWords } from "./feedback-words.ts";
import { MarkedAnswer } from "./marked-answer.tsx";
import "./feedback.css";

const PATH = "/admin/feedback";
const PAGE_ANSWERS = 50;

const statuses = ["open", "done", "all"] as const;
const values = ["all", "negative", "positive"] as const;

/** Which answers are listed; kept in the address. */
interface Filters {
  status: (typeof statuses)[number];
  value: (typeof values)[number];
}

function useFilters(): { filters: Filters; filter: (change: Partial<Filters>) => void; suffix: string } {
  const [address, setAddress] = useSearchParams();
  const filters: Filters = {
    status: statuses.find((each) => each === address.get("status")) ?? "open",
    value: values.find((each) => each === address.get("value")) ?? "all",
  };
  const text = new URLSearchParams({
    ...(filters.status !== "open" && { status: filters.status }),
    ...(filters.value !== "all" && { value: filters.value }),
  }).toString();
  return {
    filters,
    filter: (change) => setAddress({ ...filters, ...change }, { replace: true }),
    suffix: text === "" ? "" : `?${text}`,
  };
}

function useMarkedAnswers({ status, value }: Filters) {
  const { parley } = useSignedIn();
  return useInfiniteQuery({
    queryKey: [...FEEDBACK_KEY, status, value],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await parley.feedback.list(
          {
            limit: PAGE_ANSWERS,
            cursor: pageParam,
            ...(status !== "all" && { status }),
            ...(value !== "all" && { value }),
          },
          { signal },
        )
      ).data,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** What members have said of answers, for administrators. `open` is an answer's id. */
export const FeedbackRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useFeedbackWords();
  const [, go] = useLocation();
  const { filters, filter, suffix } = useFilters();
  const answers = useMarkedAnswers(filters);
  const found = answers.data?.pages.flatMap((page) => page.feedback) ?? [];
  const opened = useOpened(open, found);
  const isMissing = open !== null && !opened && answers.data !== undefined;
  const {
    hasNextPage: hasMore,
    isFetchingNextPage: isFetching,
    isError: hasFailed,
    fetchNextPage: fetchMore,
  } = answers;
  useEffect(() => {
    // What is looked for may be further down.
    if (isMissing && hasMore && !isFetching && !hasFailed) void fetchMore();
  }, [isMissing, hasMore, isFetching, hasFailed, fetchMore]);
  const detail = opened
    ? {
        id: opened.message_id,
        title: opened.question,
        content: <MarkedAnswer key={opened.message_id} answer={opened} />,
      }
    : isMissing && !hasMore && { title: say("title"), content: <p class="detail-note">{say("unknown")}</p> };
  return (
    <Room title={say("title")}>
      <ListDetail detail={detail || null} close={() => go(`${PATH}${suffix}`)} isWide>
        <div class="rows-head">
          <Segments
            label={say("status")}
            value={filters.status}
            onChange={(status) => filter({ status })}
            options={statuses.map((value) => ({ value, label: say(`status.${value}`) }))}
          />
          <Segments
            label={say("value")}
            value={filters.value}
            onChange={(value) => filter({ value })}
            options={values.map((value) => ({ value, label: say(`value.${value}`) }))}
          />
        </div>
        <Remote query={answers}>
          {() => (
            <>
              <AnswerRows answers={found} suffix={suffix} />
              {found.length === 0 && <None isFiltered={filters.status !== "open" || filters.value !== "all"} />}
              {hasMore && (
                <p class="rows-more">
                  <Button disabled={isFetching} onClick={() => void fetchMore()}>
                    {say("more")}
                  </Button>
                </p>
              )}
            </>
          )}
        </Remote>
      </ListDetail>
    </Room>
  );
});

/** The answer that is open. One that the filters do not show any more, because it is done, stays until it is closed. */
function useOpened(open: string | null, found: readonly RatedAnswer[]): RatedAnswer | undefined {
  const [last, setLast] = useState<RatedAnswer | undefined>();
  const listed = found.find(({ message_id }) => message_id === open);
  useEffect(() => {
    if (listed) setLast(listed);
  }, [listed]);
  return listed ?? (last?.message_id === open ? last : undefined);
}

function None({ isFiltered }: { isFiltered: boolean }) {
  const say = useFeedbackWords();
  if (isFiltered) return <p class="rows-none">{say("none.filtered")}</p>;
  return (
    <Empty icon={Inbox} title={say("none")}>
      {say("none.hint")}
    </Empty>
  );
}

function AnswerRows({ answers, suffix }: { answers: readonly RatedAnswer[]; suffix: string }) {
  const say = useFeedbackWords();
  const language = useLanguage();
  return (
    <Rows
      label={say("list")}
      rows={answers.map(({ message_id: id, question, note, answer, feedback, member_name, rated_at }) => ({
        id,
        href: `${PATH}/${id}${suffix}`,
        title: question,
        note: note ?? answer,
        end: (
          <span class="feedback-end">
            <Mark tone={feedback === "positive" ? "good" : "bad"}>{say(`value.${feedback}`)}</Mark>
            <span>{`${member_name}, ${dayOf(rated_at, language)}`}</span>
          </span>
        ),
      }))}
    />
  );
}
