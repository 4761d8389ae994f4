import type { Verification } from "@parley/client";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";

interface Props {
  /** It ended at the limit; no other end is said. */
  isWhole: boolean;
  verification: Verification | undefined;
}

/** That an answer was too long, and what its text could not say itself. */
export function CutShort({ isWhole, verification }: Props) {
  const say = useChatWords();
  return (
    <>
      {isWhole && <p class="answer-end">{say("answer.cutShort")}</p>}
      {verification?.status === "unverified" && <Unverified verification={verification} />}
    </>
  );
}

/** Which numbers were found in nothing that was read, of an answer that was cut off before it could say so itself. */
function Unverified({ verification: { numbers } }: { verification: Verification }) {
  const say = useChatWords();
  const language = useLanguage();
  const unfounded = [...new Set(numbers.flatMap(({ text, source }) => (source === null ? [text] : [])))];
  const list = new Intl.ListFormat(language).format(unfounded);
  return (
    <p class="answer-unverified" role="note">
      {list === "" ? say("answer.unverified") : say("answer.unverifiedNumbers", { numbers: list })}
    </p>
  );
}
