import { NotFoundError, type DocumentPassage, type Parley } from "@parley/client";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { type Failure, failureOf, Problem } from "../parts/problem.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { markRanges, rangesOf } from "./mark-quote.ts";
import { type OpenedDocument, openDocument, type ReadDocument, readFurther } from "./read-document.ts";
import "./document-reader.css";

interface Props {
  parley: Parley;
  opened: OpenedDocument;
  /** Draws Markdown, with its headings below those of passages, which are of the third level. */
  draw: (text: string) => ComponentChildren;
  onClose: () => void;
}

type State = { read: ReadDocument } | { failure: Failure; isGone: boolean } | "reading";

/** A document as it is searched, opened at what was quoted of it, which is marked. */
export function DocumentReader({ parley, opened, draw, onClose }: Props) {
  const say = useChatWords();
  const [state, setState] = useState<State>("reading");
  const [attempt, setAttempt] = useState(0);
  const { project_id, document_id, passage } = opened;
  useEffect(() => {
    const leaving = new AbortController();
    setState("reading");
    openDocument(parley, opened, leaving.signal).then(
      (read) => setState({ read }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ failure: failureOf(error), isGone: error instanceof NotFoundError });
      },
    );
    return () => leaving.abort();
  }, [parley, project_id, document_id, passage, attempt]);
  return (
    <Dialog isOpen title={opened.title} onClose={onClose}>
      <div class="document-reader" aria-busy={state === "reading"}>
        {state === "reading" && <p class="document-state">{say("document.reading")}</p>}
        {state !== "reading" && "failure" in state && (
          <>
            {state.isGone ? (
              <p class="document-state" role="alert">
                {say("document.gone")}
              </p>
            ) : (
              <Problem failure={state.failure} onRetry={() => setAttempt(attempt + 1)} />
            )}
          </>
        )}
        {state !== "reading" && "read" in state && (
          <Passages
            read={state.read}
            quote={opened.quote ?? ""}
            draw={draw}
            further={async (where) => setState({ read: await readFurther(parley, opened, state.read, where) })}
          />
        )}
      </div>
    </Dialog>
  );
}

interface PassagesProps {
  read: ReadDocument;
  quote: string;
  draw: Props["draw"];
  further: (where: "before" | "after") => Promise<void>;
}

function Passages({ read, quote, draw, further }: PassagesProps) {
  const say = useChatWords();
  const { document, first, total, passages, quoted } = read;
  if (total === 0) return <p class="document-state">{say(`document.${document.status}`)}</p>;
  const end = first + passages.length;
  return (
    <>
      {quote !== "" && quoted === null && <p class="document-state">{say("document.notFound")}</p>}
      {first > 0 && <Further label={say("document.before")} read={() => further("before")} />}
      {passages.map((passage, at) => (
        <PassageText
          key={first + at}
          passage={passage}
          isNewPlace={passages[at - 1]?.place !== passage.place}
          draw={/\.md$/i.test(document.filename) ? draw : null}
          quote={first + at === quoted ? quote : null}
        />
      ))}
      {end < total && <Further label={say("document.after")} read={() => further("after")} />}
    </>
  );
}

/** Reads on, and says what kept it from doing so. */
function Further({ label, read }: { label: string; read: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await read();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => void go()}>
        {label}
      </Button>
      {failure && <Problem failure={failure} onRetry={() => void go()} />}
    </>
  );
}

/** A passage's text without the heading that it begins with, which its place says. */
function below({ place, text }: DocumentPassage): string {
  const last = place.split(" › ").at(-1) ?? "";
  return text.startsWith(`${last}\n`) ? text.slice(last.length + 1).trim() : text;
}

interface PassageProps {
  passage: DocumentPassage;
  isNewPlace: boolean;
  /** Null: its text stands as it is. */
  draw: Props["draw"] | null;
  /** What was quoted of it; null: nothing. */
  quote: string | null;
}

/** A passage. The one that was quoted has the focus, and its words are marked and in sight. */
function PassageText({ passage, isNewPlace, draw, quote }: PassageProps) {
  const say = useChatWords();
  const section = useRef<HTMLElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (quote === null || !section.current || !words.current) return undefined;
    const ranges = rangesOf(words.current, quote);
    const remove = markRanges(ranges);
    section.current.focus({ preventScroll: true });
    show(section.current, ranges[0]);
    return remove;
  }, [quote]);
  const text = below(passage);
  const place = passage.place !== "" && isNewPlace && <h3>{passage.place}</h3>;
  const drawn = (
    <div ref={words} class="document-words">
      {draw ? draw(text) : <p dir="auto">{text}</p>}
    </div>
  );
  if (quote === null)
    return (
      <section class="document-passage">
        {place}
        {drawn}
      </section>
    );
  return (
    <section ref={section} class="document-passage" data-quoted tabIndex={-1} aria-label={say("document.quoted")}>
      <p class="document-mark">{say("document.quoted")}</p>
      {place}
      {drawn}
    </section>
  );
}

/** Part of the room's height that stays above what is shown. */
const ABOVE = 0.25;

/** Brings what was quoted into sight, a little below the top, in what scrolls around it. */
function show(section: HTMLElement, range: Range | undefined): void {
  const room = section.closest(".dialog-body");
  if (!room) return;
  const shown = section.getBoundingClientRect();
  const quoted = range?.getBoundingClientRect() ?? shown;
  const around = room.getBoundingClientRect();
  // From the passage's beginning, unless what was quoted is then too far down.
  const top = quoted.top - shown.top < around.height / 2 ? shown.top : quoted.top;
  room.scrollTop += top - around.top - around.height * ABOVE;
}
