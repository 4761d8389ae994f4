import { type Language, languages } from "@parley/console/words/words.ts";
import { type Layout, layouts, type Theme, themes } from "./layouts.ts";

/** The attributes that are looked at. */
export const attributeNames = [
  "base-url",
  "chat-id",
  "integration",
  "agent",
  "model",
  "layout",
  "theme",
  "locale",
  "starter",
  "placeholder",
  "token-url",
] as const;

/** What the attributes say. */
export interface Settings {
  baseUrl: string;
  chatId: string | null;
  integration: string | undefined;
  agent: string | undefined;
  model: string | undefined;
  layout: Layout;
  theme: Theme;
  language: Language;
  /** Questions to begin with, in the place of the agent's. */
  starters: readonly string[] | undefined;
  placeholder: string | undefined;
  tokenUrl: string | undefined;
}

const oneOf = <Value extends string>(values: readonly Value[], wanted: string | undefined): Value | undefined =>
  values.find((value) => value === wanted);

/** The language of a BCP 47 tag, English where the chat does not speak it. */
const languageOf = (tag: string): Language => oneOf(languages, tag.toLowerCase().split("-")[0]) ?? "en";

/** The service that this file came from; the page's own where it is part of the page's bundle. */
function ownService(): string {
  const { origin, pathname } = new URL(import.meta.url, location.href);
  return pathname.includes("/app/embed/") ? origin : location.origin;
}

/** Reads the attributes of an element. What is empty or unknown is as if it were not there. */
export function settingsOf(element: HTMLElement): Settings {
  const said = (name: (typeof attributeNames)[number]): string | undefined =>
    element.getAttribute(name)?.trim() || undefined;
  const baseUrl = said("base-url");
  const starters = said("starter")
    ?.split("|")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const around = element.closest<HTMLElement>("[lang]")?.lang ?? document.documentElement.lang;
  return {
    baseUrl: baseUrl === undefined ? ownService() : new URL(baseUrl, document.baseURI).href.replace(/\/+$/, ""),
    chatId: said("chat-id") ?? null,
    integration: said("integration"),
    agent: said("agent"),
    model: said("model"),
    layout: oneOf(layouts, said("layout")) ?? "panel",
    theme: oneOf(themes, said("theme")) ?? "auto",
    language: languageOf(said("locale") ?? around),
    starters,
    placeholder: said("placeholder"),
    tokenUrl: said("token-url"),
  };
}
