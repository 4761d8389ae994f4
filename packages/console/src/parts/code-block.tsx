import type { ComponentChildren } from "preact";
import { usePartsWords } from "../words/parts-words.ts";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  text: string;
  /** What it is written in, as its author calls it. */
  language?: string;
  /** The text in colours, if it is known how. */
  children?: ComponentChildren;
}

/** Text that a machine reads, with a button that copies it. */
export function CodeBlock({ text, language = "", children }: CodeBlockProps) {
  const say = usePartsWords();
  return (
    <div class="code-block">
      <pre tabIndex={0} role="group" aria-label={language || say("code.code")} dir="ltr">
        <code>{children ?? text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
