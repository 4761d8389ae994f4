import type { Citation } from "@parley/client";
import { FileText } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useChatWords } from "../words/chat-words.ts";

interface Props {
  citations: readonly Citation[];
  /** Draws a quote as the answer's text is drawn. */
  draw: (quote: string) => ComponentChildren;
}

/** Where in documents an answer comes from, under the numbers that its text has; the words themselves are one click away. */
export function Citations({ citations, draw }: Props) {
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
              <blockquote>{draw(citation.quote)}</blockquote>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
