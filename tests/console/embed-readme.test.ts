import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { allFeatures } from "@parley/console/chat/chat-features.ts";
import { expect, it } from "vitest";
import { layouts, themes } from "../../packages/embed/src/layouts.ts";
import { attributeNames } from "../../packages/embed/src/settings.ts";

const packages = path.join(import.meta.dirname, "../../packages");
const textOf = (file: string): string => readFileSync(path.join(packages, file), "utf8");
const readme = textOf("embed/README.md");

/** All that a pattern's group finds, once each and in order. */
const foundIn = (text: string, pattern: RegExp): string[] =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name))].toSorted();

it("the README of <parley-chat> has its attributes, layouts, themes and features", () => {
  for (const name of [...attributeNames, ...layouts, ...themes]) expect(readme).toContain(`\`${name}\``);
  for (const name of Object.keys(allFeatures)) expect(readme).toMatch(new RegExp(`\\b${name}\\b`));
});

it("the README of <parley-chat> has its events, and no others", () => {
  const events = foundIn(textOf("embed/src/events.ts"), /"(parley-[a-z-]+)": /g);
  expect(foundIn(readme, /^\| `(parley-[a-z-]+)` \|/gm)).toEqual(events);
});

it("the README of <parley-chat> has the properties of its theme, and no others", () => {
  const named = foundIn(readme, /`(--parley-[a-z-]+?)(?:-\d)?`/g);
  expect(named).toEqual(foundIn(textOf("console/src/tokens.css"), /var\((--parley-[a-z-]+?)(?:-\d)?,/g));
});

it("the README of <parley-chat> has the parts that hosts may style", () => {
  const sources = readdirSync(path.join(packages, "console/src/chat"), { recursive: true, encoding: "utf8" });
  const code = sources.filter((name) => name.endsWith(".tsx")).map((name) => textOf(`console/src/chat/${name}`));
  const parts = foundIn(code.join("\n"), /\bpart="([a-z]+)"/g);
  const [, sentence = ""] = /`::part\(([^]*?)\.\n/.exec(readme) ?? [];
  expect(foundIn(sentence.replaceAll(")", "`"), /(?:^|`)([a-z]+)`/g)).toEqual(parts);
});
