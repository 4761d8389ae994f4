import { contrast } from "@parley/console/parts/contrast.ts";

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** What is written in which colour on which, of those that hosts can set. */
const pairs = [
  ["ink", "canvas"],
  ["ink", "sheet"],
  ["muted", "canvas"],
  ["muted", "sheet"],
  ["accent", "sheet"],
  ["on-accent", "accent"],
  ["danger", "sheet"],
  ["good", "sheet"],
] as const;

/** What was said already, on this page. */
const reported = new Set<string>();

/** Says once on the developer's console which colours of a host's own theme are hard to read. */
export function reportUnreadable(root: HTMLElement): void {
  const style = getComputedStyle(root);
  const isSet = (name: string): boolean => style.getPropertyValue(`--parley-${name}`).trim() !== "";
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const colourOf = (name: string): string => {
    probe.style.setProperty("color", `var(--${name})`);
    return getComputedStyle(probe).color;
  };
  for (const [text, ground] of pairs) {
    if (!isSet(text) && !isSet(ground)) continue;
    const ratio = contrast(colourOf(text), colourOf(ground));
    const words = `<parley-chat>: --parley-${text} on --parley-${ground} has a contrast of ${ratio?.toFixed(2)}:1; to be read it needs ${READABLE}:1`;
    if (ratio === null || ratio >= READABLE || reported.has(words)) continue;
    reported.add(words);
    console.warn(words);
  }
  probe.remove();
}
