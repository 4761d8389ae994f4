import type { FeedbackStatus, RatedAnswer } from "@parley/client";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { later } from "../../../parts/later.tsx";
import { useToast } from "../../../parts/toast.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { NoteForm } from "../../notes/note-card.tsx";
import { useFeedbackWords } from "./feedback-words.ts";

const QuestionForm = later(() => import("../quality/question-form.tsx").then((part) => part.QuestionForm));

interface WritingProps {
  /** Marks the answer as done. */
  set: (status: FeedbackStatus) => Promise<void>;
  close: () => void;
}

/** Makes a golden question of an answer: its question is kept with the SQL that is right. */
export function ToQuestion({ answer, set, close }: WritingProps & { answer: RatedAnswer }) {
  const say = useFeedbackWords();
  const toast = useToast();
  const { message_id, question, sql, integration_id } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="feedback-writing">
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {say("toQuestion.title")}
        </h3>
        <Button kind="quiet" onClick={close}>
          {say("close")}
        </Button>
      </header>
      <QuestionForm
        question={null}
        rated={{ message_id, question, sql: sql.at(-1) ?? "", integration_id }}
        done={() => {
          close();
          toast({ text: say("toQuestion.done") });
          // The question is kept, whatever becomes of the mark.
          set("done").catch(() => undefined);
        }}
      />
    </section>
  );
}

/** Makes a rule of what an answer has shown. */
export function ToRule({ set, close }: WritingProps) {
  const say = useFeedbackWords();
  const toast = useToast();
  const { parley } = useSignedIn();
  return (
    <NoteForm
      content=""
      placeholder={say("toRule.placeholder")}
      discard={close}
      save={async (content) => {
        await parley.rule.create({ content });
        close();
        toast({ text: say("toRule.done") });
        // The rule holds, whatever becomes of the mark.
        set("done").catch(() => undefined);
      }}
    />
  );
}
