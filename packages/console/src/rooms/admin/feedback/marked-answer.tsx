import type { FeedbackStatus, RatedAnswer } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Check, ListPlus, RotateCcw, Scale, ThumbsDown, ThumbsUp } from "lucide-preact";
import { useState } from "preact/hooks";
import { leadOf } from "../../../chat/answer-text.ts";
import { Button } from "../../../parts/button.tsx";
import { Sql } from "../../../parts/sql.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { useAttempt } from "../../notes/attempt.ts";
import { useFocusAfter } from "../../../parts/focus.ts";
import { ToQuestion, ToRule } from "./answer-forms.tsx";
import { FEEDBACK_KEY, useFeedbackWords } from "./feedback-words.ts";

/** An answer that a member has marked, what they wrote beside it, and what comes of it. */
export function MarkedAnswer({ answer: given }: { answer: RatedAnswer }) {
  const say = useFeedbackWords();
  const language = useLanguage();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [answer, setAnswer] = useState(given);
  const { feedback, member_name: name, member_email: email, rated_at: at, note, sql } = answer;
  const set = async (status: FeedbackStatus): Promise<void> => {
    setAnswer(await parley.feedback.update({ message_id: answer.message_id, status }));
    await cache.invalidateQueries({ queryKey: FEEDBACK_KEY });
  };
  const Icon = feedback === "positive" ? ThumbsUp : ThumbsDown;
  return (
    <div class="detail-parts">
      <p class="feedback-by" data-value={feedback}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {say(`rated.${feedback}`, { name, when: dayOf(at, language) })} <small>{`· ${email}`}</small>
        </span>
      </p>
      {note !== null && <blockquote class="feedback-note-said">{note}</blockquote>}
      <Actions answer={answer} set={set} />
      <section>
        <h3>{say("answer")}</h3>
        <p class="detail-text">{leadOf(answer.answer, { sql: sql.map((text) => ({ sql: text })), lists: [] })}</p>
      </section>
      {sql.length > 0 && (
        <section class="feedback-sql">
          <h3>{say(sql.length === 1 ? "sql" : "sql.many")}</h3>
          {sql.map((text) => (
            <Sql key={text} text={text} />
          ))}
        </section>
      )}
    </div>
  );
}

interface ActionsProps {
  answer: RatedAnswer;
  set: (status: FeedbackStatus) => Promise<void>;
}

/** What can come of a marked answer: a golden question, a rule, or that it has been looked at. */
function Actions({ answer, set }: ActionsProps) {
  const say = useFeedbackWords();
  const [writing, setWriting] = useState<"question" | "rule" | null>(null);
  const { attempt, failure, isBusy } = useAttempt();
  const isDone = answer.status === "done";
  const close = (): void => setWriting(null);
  const toQuestion = useFocusAfter<HTMLButtonElement>(writing === "question");
  const toRule = useFocusAfter<HTMLButtonElement>(writing === "rule");
  if (writing === "question") return <ToQuestion answer={answer} set={set} close={close} />;
  if (writing === "rule") return <ToRule set={set} close={close} />;
  return (
    <div class="feedback-actions">
      <Button icon={ListPlus} buttonRef={toQuestion} onClick={() => setWriting("question")}>
        {say("toQuestion")}
      </Button>
      <Button icon={Scale} buttonRef={toRule} onClick={() => setWriting("rule")}>
        {say("toRule")}
      </Button>
      <Button
        kind={isDone ? "quiet" : "primary"}
        icon={isDone ? RotateCcw : Check}
        disabled={isBusy}
        onClick={() => attempt(() => set(isDone ? "open" : "done"))}
      >
        {say(isDone ? "reopen" : "done")}
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </div>
  );
}
