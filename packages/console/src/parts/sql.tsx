import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { CodeBlock } from "./code-block.tsx";
import type { ColouredText } from "./sql/colours.ts";

/** Longer statements stay in one colour. */
const COLOURED_CHARACTERS_AT_MOST = 50_000;

type Colour = (sql: string) => readonly ColouredText[];

let colour: Colour | null = null;
let fetching: Promise<Colour> | null = null;

/** Fetches the grammar of SQL once, when the browser has nothing else to do. */
function fetchColours(): Promise<Colour> {
  fetching ??= new Promise<void>((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 1),
  )
    .then(() => import("./sql/colours.ts"))
    .then((module) => (colour = module.colourSql));
  return fetching;
}

const drawn = (texts: readonly ColouredText[]): ComponentChildren =>
  texts.map(({ text, kind }, at) =>
    kind ? (
      <span key={at} data-kind={kind}>
        {text}
      </span>
    ) : (
      text
    ),
  );

/** A statement in colours, which come when they have been fetched, and a button that copies it. */
export function Sql({ text }: { text: string }) {
  const say = usePartsWords();
  const [canColour, setColour] = useState(colour !== null);
  useEffect(() => {
    let isGone = false;
    // Without its colours it can be read as well.
    fetchColours().then(
      () => isGone || setColour(true),
      () => (fetching = null),
    );
    return () => {
      isGone = true;
    };
  }, []);
  const coloured = canColour && text.length <= COLOURED_CHARACTERS_AT_MOST ? colour?.(text) : undefined;
  return (
    <CodeBlock text={text} language={say("sql.sql")}>
      {coloured && drawn(coloured)}
    </CodeBlock>
  );
}
