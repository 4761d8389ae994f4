import type { Citation } from "@parley/client";
import { FileText } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { DocumentReader } from "./lazy-parts.tsx";

interface Props {
  citations: readonly Citation[];
  /** Draws a quote as the answer's text is drawn. */
  draw: (quote: string) => ComponentChildren;
}

/** Where in documents an answer comes from, under the numbers that its text has; the words, and the document itself, are one click away. */
export function Citations({ citations, draw }: Props) {
  const say = useChatWords();
  const { parley } = useScene();
  const [opened, open] = useState<Citation | null>(null);
  return (
    <>
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
              <Button
                kind="quiet"
                aria-label={say("citation.openAt", { title: citation.title, place: citation.place })}
                onClick={() => open(citation)}
              >
                {say("citation.open")}
              </Button>
            </li>
          ))}
        </ol>
      </section>
      {opened && <DocumentReader parley={parley} opened={opened} draw={draw} onClose={() => open(null)} />}
    </>
  );
}
