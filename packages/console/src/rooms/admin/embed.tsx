import { useQuery } from "@tanstack/preact-query";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { contrast } from "../../parts/contrast.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Field } from "../../parts/field.tsx";
import { readConfig } from "../../session/config.ts";
import { Room } from "../../shell/room.tsx";
import { Remote } from "../remote.tsx";
import { withServerState } from "../server-state.tsx";
import { useEmbedWords as useWords } from "./embed-words.ts";
import "./embed.css";

/** The console's own accent in light (`tokens.css`). */
const ACCENT = "#037879";
const RADIUS_PX = 10;
/** The least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

interface Look {
  accent: string;
  /** Pixels. */
  radius: number;
}

/** What a page needs to have the chat. `tokenUrl` is where its backend, or this machine, gives tokens. */
function snippetOf(service: string, tokenUrl: string, { accent, radius }: Look): string {
  const own = [
    ...(accent === ACCENT ? [] : [`--parley-accent: ${accent}`]),
    ...(radius === RADIUS_PX ? [] : [`--parley-radius: ${radius}px`]),
  ];
  const style = ["display: block", "height: 640px", ...own].join("; ");
  const attributes = { "token-url": tokenUrl, style };
  const said = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<script type="module" src="${service}/app/embed/1/parley-chat.js"></script>
<parley-chat ${said.join(" ")}></parley-chat>`;
}

/** How other products get the chat: what to paste, whose pages may have it, and how it looks there. */
export const EmbedRoom = withServerState(() => {
  const say = useWords();
  const [look, setLook] = useState<Look>({ accent: ACCENT, radius: RADIUS_PX });
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
              <section>
                <h2>{say("look")}</h2>
                <Field label={say("accent")}>
                  {(control) => (
                    <input
                      {...control}
                      type="color"
                      value={look.accent}
                      onInput={({ currentTarget }) => setLook({ ...look, accent: currentTarget.value })}
                    />
                  )}
                </Field>
                <Field label={say("radius")}>
                  {(control) => (
                    <input
                      {...control}
                      type="range"
                      min={0}
                      max={24}
                      value={look.radius}
                      onInput={({ currentTarget }) => setLook({ ...look, radius: Number(currentTarget.value) })}
                    />
                  )}
                </Field>
                <Preview {...look} />
              </section>
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

/** A question and a button as they look with these, and whether the button can be read. */
function Preview({ accent, radius }: Look) {
  const say = useWords();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.style.setProperty("--accent", accent);
    box.current?.style.setProperty("--embed-radius", `${radius}px`);
  }, [accent, radius]);
  const ratio = contrast("#ffffff", accent) ?? 0;
  const words = ratio < READABLE ? "unreadable" : "readable";
  return (
    <div ref={box} class="embed-preview">
      <p>{say("sampleQuestion")}</p>
      <span class="embed-sample">{say("sampleButton")}</span>
      <p role="status">{say(words, { ratio: ratio.toFixed(1) })}</p>
    </div>
  );
}
