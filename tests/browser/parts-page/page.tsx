import "@parley/console/page.css";
import { LiveRegion } from "@parley/console/parts/live-region.tsx";
import { type Language, LanguageContext } from "@parley/console/words/words.ts";
import { render } from "preact";
import "./page.css";
import { Answer } from "./answer.tsx";

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
        <h1>The parts of the console</h1>
        <Answer />
      </LiveRegion>
    </LanguageContext.Provider>
  );
}

const main = document.querySelector("#root");
if (main) render(<Page />, main);
