import "@parley/console/page.css";
import { LiveRegion } from "@parley/console/parts/live-region.tsx";
import { Toasts } from "@parley/console/parts/toast.tsx";
import { type Language, LanguageContext } from "@parley/console/words/words.ts";
import { render } from "preact";
import "./page.css";
import { Answer } from "./answer.tsx";
import { Form, Overlays, States } from "./controls.tsx";

const { searchParams } = new URL(location.href);
const language: Language = searchParams.get("language") === "de" ? "de" : "en";
const root = document.documentElement;
root.lang = language;
root.dir = searchParams.get("direction") ?? "ltr";
root.style.colorScheme = searchParams.get("theme") ?? "light";

function Page() {
  return (
    <LanguageContext.Provider value={language}>
      <LiveRegion>
        <Toasts>
          <h1>The parts of the console</h1>
          <Answer />
          <Form />
          <Overlays />
          <States />
        </Toasts>
      </LiveRegion>
    </LanguageContext.Provider>
  );
}

const main = document.querySelector("#root");
if (main) render(<Page />, main);
