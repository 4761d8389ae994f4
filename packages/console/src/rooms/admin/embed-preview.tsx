import { useEffect, useRef, useState } from "preact/hooks";
import { renew } from "../../session/session-cookie.ts";
import { useSignedIn } from "../../session/session-context.ts";
import { useLanguage } from "../../words/words.ts";
import { type Look, ownProperties } from "./embed-look.ts";
import { useEmbedWords as useWords } from "./embed-words.ts";

/** The element as its file defines it. */
interface ChatElement extends HTMLElement {
  token: () => Promise<unknown>;
}

/** Fetches what defines the element. It is a file of its own, which other products load, too, and no part of this page. */
const loadElement = (): Promise<unknown> =>
  import(/* @vite-ignore */ `${import.meta.env.BASE_URL}embed/1/parley-chat.js`);

/** The chat itself, as it looks with these: it answers whoever is signed in here. */
export function EmbedPreview({ look }: { look: Look }) {
  const say = useWords();
  const language = useLanguage();
  const { parley } = useSignedIn();
  const place = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<ChatElement | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    loadElement().then(
      () => {
        if (!isCurrent) return;
        const made = document.createElement("parley-chat") as ChatElement; // What was just loaded defines it.
        made.token = () => renew(parley);
        setElement(made);
      },
      () => setMissing(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [parley]);
  useEffect(() => {
    if (!element) return undefined;
    place.current?.append(element);
    return () => element.remove();
  }, [element]);
  useEffect(() => {
    if (!element) return;
    element.setAttribute("theme", look.theme);
    element.setAttribute("locale", language);
    const { style } = element;
    // What is as usual again is not said any more.
    for (const name of Array.from(style)) style.removeProperty(name);
    const said = { display: "block", height: `${look.height}px`, ...ownProperties(look) };
    for (const [name, value] of Object.entries(said)) style.setProperty(name, value);
  }, [element, look, language]);
  return (
    <section class="embed-live" aria-label={say("preview")}>
      <h2>{say("preview")}</h2>
      {isMissing ? <p role="status">{say("noPreview")}</p> : <div ref={place} />}
    </section>
  );
}
