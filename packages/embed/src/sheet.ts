import styles from "./embed.css?inline";

let sheet: CSSStyleSheet | null = null;

/** The styles of all elements, one sheet for all of them. It is adopted, which a page's policy on styles does not forbid. */
export function chatSheet(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}
