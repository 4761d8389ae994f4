import type { MessageMetadata } from "@parley/client";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { useScene } from "./chat-context.ts";
import { wordsOfColumn } from "./figures.ts";
import { periodText } from "./source-line.ts";

/** How the question was read, which days it is about, what was assumed, what to beware of, and what the answer leaves out: below it, in words. */
export function Remarks({ metadata, questionId }: { metadata: MessageMetadata; questionId: string | null }) {
  const say = useChatWords();
  const language = useLanguage();
  const { features, setEditing } = useScene();
  const { interpretation, period, assumptions = [], warnings = [], left_out: leftOut = [] } = metadata;
  const days = period ? periodText(period, language, say) : null;
  if (!interpretation && !days && [...assumptions, ...warnings, ...leftOut].length === 0) return null;
  const words = new Intl.ListFormat(language).format(leftOut.map((word) => `“${word}”`));
  return (
    <dl class="remarks">
      {interpretation && (
        <div>
          <dt>{say("answer.readAs")}</dt>
          <dd class="remark-reading">{interpretation}</dd>
        </div>
      )}
      {period && days && (
        <div>
          <dt>{say("answer.period")}</dt>
          <dd>
            {days} · {wordsOfColumn(period.column)}
          </dd>
        </div>
      )}
      {assumptions.length > 0 && (
        <div>
          <dt>{say("answer.assumed")}</dt>
          {assumptions.map((assumption) => (
            <dd key={assumption}>
              {assumption}
              {features.history && questionId !== null && (
                <>
                  {"\u2002"}
                  <button type="button" class="link not-so" onClick={() => setEditing(questionId, assumption)}>
                    {say("answer.notSo")}
                  </button>
                </>
              )}
            </dd>
          ))}
        </div>
      )}
      {warnings.length > 0 && (
        <div data-kind="warnings">
          <dt>{say("answer.warnings")}</dt>
          {[...new Set(warnings.map(({ message }) => message))].map((message) => (
            <dd key={message}>{message}</dd>
          ))}
        </div>
      )}
      {leftOut.length > 0 && (
        <div data-kind="left-out">
          <dt>{say("answer.leftOut")}</dt>
          <dd>{say("answer.leftOutWords", { words })}</dd>
        </div>
      )}
    </dl>
  );
}
