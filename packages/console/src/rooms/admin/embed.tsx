import { useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { contrast } from "../../parts/contrast.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Field } from "../../parts/field.tsx";
import { readConfig } from "../../session/config.ts";
import { Room } from "../../shell/room.tsx";
import { useLanguage } from "../../words/words.ts";
import { Remote } from "../remote.tsx";
import { Segments } from "../segments.tsx";
import { withServerState } from "../server-state.tsx";
import { type Look, snippetOf, usualLook } from "./embed-look.ts";
import { EmbedPreview } from "./embed-preview.tsx";
import { useEmbedWords as useWords } from "./embed-words.ts";
import "./embed.css";

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** The heights (px) to choose from, and how much one step is. */
const LEAST_HEIGHT_PX = 400;
const MOST_HEIGHT_PX = 900;
const HEIGHT_STEP_PX = 20;

/** How other products get the chat: what to paste, whose pages may have it, and how it looks there. */
export const EmbedRoom = withServerState(() => {
  const say = useWords();
  const [look, setLook] = useState<Look>(usualLook);
  const config = useQuery({ queryKey: ["page-config"], queryFn: readConfig });
  return (
    <Room title={say("title")}>
      <p class="room-intro">{say("intro")}</p>
      <Remote query={config}>
        {({ sign_in, cors_origins, embed_origins }) => {
          const isDemo = sign_in.includes("people");
          const tokenUrl = isDemo ? `${location.origin}/_local/token` : "/api/parley-token";
          return (
            <div class="embed-room">
              <section>
                <h2>{say("snippet")}</h2>
                <CodeBlock text={snippetOf(location.origin, tokenUrl, look)} language="HTML" />
                <p>{say(isDemo ? "demoToken" : "backendToken")}</p>
              </section>
              <LookFields look={look} onLook={setLook} />
              <EmbedPreview look={look} />
              <section>
                <h2>{say("origins")}</h2>
                <Origins title={say("pages")} origins={cors_origins} none={say("noPages")} />
                <Origins title={say("frames")} origins={embed_origins} none={say("noFrames")} />
              </section>
            </div>
          );
        }}
      </Remote>
    </Room>
  );
});

interface LookFieldsProps {
  look: Look;
  onLook: (look: Look) => void;
}

/** What of the look can be chosen, and whether text on the accent can be read. */
function LookFields({ look, onLook }: LookFieldsProps) {
  const say = useWords();
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const decimals = new Intl.NumberFormat(useLanguage(), oneDecimal);
  const ratio = contrast("#ffffff", look.accent) ?? 0;
  return (
    <section>
      <h2>{say("look")}</h2>
      <Segments
        label={say("theme")}
        options={(["auto", "light", "dark"] as const).map((value) => ({ value, label: say(value) }))}
        value={look.theme}
        onChange={(theme) => onLook({ ...look, theme })}
      />
      <Field label={say("accent")}>
        {(control) => (
          <input
            {...control}
            type="color"
            value={look.accent}
            onInput={({ currentTarget }) => onLook({ ...look, accent: currentTarget.value })}
          />
        )}
      </Field>
      <p role="status">{say(ratio < READABLE ? "unreadable" : "readable", { ratio: decimals.format(ratio) })}</p>
      <Field label={say("radius")}>
        {(control) => (
          <input
            {...control}
            type="range"
            min={0}
            max={24}
            value={look.radius}
            onInput={({ currentTarget }) => onLook({ ...look, radius: Number(currentTarget.value) })}
          />
        )}
      </Field>
      <Field label={say("height")}>
        {(control) => (
          <input
            {...control}
            type="range"
            min={LEAST_HEIGHT_PX}
            max={MOST_HEIGHT_PX}
            step={HEIGHT_STEP_PX}
            value={look.height}
            onInput={({ currentTarget }) => onLook({ ...look, height: Number(currentTarget.value) })}
          />
        )}
      </Field>
    </section>
  );
}

function Origins({ title, origins, none }: { title: string; origins: readonly string[]; none: string }) {
  const say = useWords();
  return (
    <>
      <h3>{title}</h3>
      {origins.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {origins.map((origin) => (
            <li key={origin}>{origin === "*" ? say("anyOrigin") : <code>{origin}</code>}</li>
          ))}
        </ul>
      )}
    </>
  );
}
