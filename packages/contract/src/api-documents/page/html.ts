/** Text as HTML. */
export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What is text of a document; nothing where it is none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Prose in which names stand between backticks. */
export const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** A text as it travels. */
export const wire = (text: string): string => `<pre tabindex="0"><code>${escape(text)}</code></pre>`;

/** A value as JSON, its keys set off. */
export const json = (value: unknown): string => {
  const text = escape(JSON.stringify(value, null, 2));
  return `<pre tabindex="0"><code>${text.replace(/^( *)(&quot;.*?&quot;)(?=: )/gm, "$1<b>$2</b>")}</code></pre>`;
};

export const details = (title: string, body: string): string => `<details><summary>${title}</summary>${body}</details>`;

/** A table; its first column names what each row is about. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const header = head.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map(([first = "", ...rest]) => {
    const cells = rest.map((cell) => `<td>${cell}</td>`).join("");
    return `<tr><th scope="row">${first}</th>${cells}</tr>`;
  });
  return `<div class="wide" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

/** A link within the page, set as code. */
export const codeLink = (id: string, text: string): string => `<a href="#${id}"><code>${escape(text)}</code></a>`;
