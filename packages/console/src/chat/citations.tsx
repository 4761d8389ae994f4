import type { Citation } from "@parley/client";
import { FileText } from "lucide-preact";
import { Markdown } from "../parts/markdown.tsx";
import { useChatWords } from "../words/chat-words.ts";

/** The level of the list's own heading. */
const HEADING_LEVEL = 3;

/** Where in documents an answer comes from, under the numbers that its text has; the words themselves are one click away. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  const say = useChatWords();
  return (
    <section class="citations">
      <h3>{say("answer.citations")}</h3>
      <ol>
        {citations.map((citation, at) => (
          <li key={at}>
            <details>
              <summary>
                <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
                <span>[{at + 1}]</span>
                <b>{citation.title}</b>
                <span>{citation.place}</span>
              </summary>
              <blockquote>
                <Markdown text={citation.quote} under={HEADING_LEVEL} />
              </blockquote>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
