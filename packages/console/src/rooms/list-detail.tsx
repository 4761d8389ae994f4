import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../parts/button.tsx";
import { useFocusInList } from "../parts/focus.ts";
import { useShellWords } from "../words/shell-words.ts";
import "./list-detail.css";

interface Props {
  children: ComponentChildren;
  /** What is open beside the list; null when nothing is. Its id is told where its title can change. */
  detail: { id?: string; title: string; content: ComponentChildren } | null;
  close: () => void;
  /** Whether what is open needs more room than the list. */
  isWide?: boolean;
}

/** A list, and beside it the one thing that is open. On narrow screens what is open takes the list's place. */
export function ListDetail({ children, detail, close, isWide = false }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const onFocusIn = useFocusInList(list);
  return (
    <div class="list-detail" data-open={detail !== null || undefined} data-wide={isWide || undefined}>
      <div class="list-detail-list" ref={list} onFocusIn={onFocusIn}>
        {children}
      </div>
      {detail && (
        <Detail key={detail.id ?? detail.title} title={detail.title} close={close}>
          {detail.content}
        </Detail>
      )}
    </div>
  );
}

function Detail({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const say = useShellWords();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const detail = section.current;
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (detail?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section ref={section} class="list-detail-detail" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label={say("rail.close")} onClick={close} />
      </header>
      {children}
    </section>
  );
}
