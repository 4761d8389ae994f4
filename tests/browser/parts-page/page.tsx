import "@parley/console/page.css";
import dialogStyles from "@parley/console/parts/dialog.css?inline";
import fieldStyles from "@parley/console/parts/field.css?inline";
import tableStyles from "@parley/console/parts/table.css?inline";
import pageStyles from "@parley/console/page.css?inline";
import { LiveRegion } from "@parley/console/parts/live-region.tsx";
import { Toasts } from "@parley/console/parts/toast.tsx";
import { Spoken } from "@parley/console/words/spoken.tsx";
import type { Language } from "@parley/console/words/words.ts";
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
    <Spoken language={language}>
      <LiveRegion>
        <Toasts>
          <h1>The parts of the console</h1>
          <Answer />
          <Form />
          <Overlays />
          <States />
        </Toasts>
      </LiveRegion>
    </Spoken>
  );
}

/** Where the parts are drawn: in the page, or in a shadow root that has its styles from nowhere else. */
function rootOf(main: Element): Element {
  if (!searchParams.has("shadow")) return main;
  const shadow = main.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([pageStyles, dialogStyles, fieldStyles, tableStyles].join("\n"));
  shadow.adoptedStyleSheets = [sheet];
  return shadow.appendChild(document.createElement("main"));
}

const main = document.querySelector("#root");
if (main) render(<Page />, rootOf(main));
