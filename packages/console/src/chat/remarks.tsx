import type { MessageMetadata } from "@parley/client";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { useScene } from "./chat-context.ts";

/** How the question was read, what was assumed, and what of it the answer leaves out: below the answer, in words. */
export function Remarks({ metadata, questionId }: { metadata: MessageMetadata; questionId: string | null }) {
  const say = useChatWords();
  const language = useLanguage();
  const { features, setEditing } = useScene();
  const { interpretation, assumptions = [], left_out: leftOut = [] } = metadata;
  if (!interpretation && assumptions.length === 0 && leftOut.length === 0) return null;
  const words = new Intl.ListFormat(language).format(leftOut.map((word) => `“${word}”`));
  return (
    <dl class="remarks">
      {interpretation && (
        <div>
          <dt>{say("answer.readAs")}</dt>
          <dd class="remark-reading">{interpretation}</dd>
        </div>
      )}
      {assumptions.length > 0 && (
        <div>
          <dt>{say("answer.assumed")}</dt>
          {assumptions.map((assumption) => (
            <dd key={assumption}>
              {assumption}
              {features.history && questionId !== null && (
                <button type="button" class="link not-so" onClick={() => setEditing(questionId, assumption)}>
                  {say("answer.notSo")}
                </button>
              )}
            </dd>
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
