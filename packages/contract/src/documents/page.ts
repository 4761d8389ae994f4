import { visibleErrors } from "../errors.ts";
import type { Operation } from "../operation.ts";
import { routes } from "../routes.ts";
import { asyncapi } from "./asyncapi.ts";
import { examplesOf } from "./examples/examples.ts";
import { componentOf } from "./components.ts";
import { failuresOf } from "./failures.ts";
import { jsonSchema } from "./json-schema.ts";
import { descriptions } from "./words/operations.ts";

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** Prose in which names stand between backticks. */
const prose = (text: string) => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
const code = (value: unknown) => `<pre><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`;
const details = (title: string, body: string) => `<details><summary>${prose(title)}</summary>${body}</details>`;

const accessText: Record<Operation["access"], string> = {
  public: "Public",
  api_key: "API key",
  member: "Access token",
  admin: "Access token of an admin",
};

function operationSection(operation: Operation): string {
  const description = descriptions[operation.id];
  const failures = failuresOf(operation)
    .map((failure) => {
      const { status, message } = visibleErrors[failure];
      return `<tr><td>${status}</td><td><code>${failure}</code></td><td>${escape(message)}</td></tr>`;
    })
    .join("");
  return `<section id="${operation.id}"><h3><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escape(operation.path)}</code></h3>
<p>${prose(operation.summary)}.</p>${description ? `<p>${prose(description)}</p>` : ""}
<p class="access">${accessText[operation.access]} · <code>${operation.id}</code></p>
${operation.query ? details("Query", code(jsonSchema(operation.query))) : ""}
${operation.body ? details("Body", code(jsonSchema(operation.body))) : ""}
${operation.body ? details("Example", code(examplesOf(componentOf(operation.body) ?? "")[0])) : ""}
${operation.reply ? details(`Answer ${operation.status}`, code(jsonSchema(operation.reply))) : `<p>Answers ${operation.status}${operation.produces ? `, <code>${operation.produces}</code>` : ""}.</p>`}
${failures ? details("Failures", `<table>${failures}</table>`) : ""}</section>`;
}

function socketSection(): string {
  const { components } = asyncapi() as { components: { messages: Record<string, { name: string; summary: string }> } };
  return Object.values(components.messages)
    .map(({ name, summary }) => `<p><code>${name}</code> ${prose(summary)}</p>`)
    .join("");
}

/** The page's one style sheet. */
export const style = `:root{color-scheme:light dark;--line:#8884}body{font:15px/1.55 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);box-sizing:border-box;font-size:13px}nav a{display:block;padding:.15rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
main{padding:1rem 2rem;max-width:60rem}section{border-top:1px solid var(--line);padding:.5rem 0}pre{overflow:auto;padding:.75rem;background:#8881;border-radius:6px}
.method{font:600 12px monospace;padding:.15rem .4rem;border-radius:4px;background:#8883}.post{background:#2a73}.patch{background:#c803}.delete{background:#c333}.access{opacity:.75}
table{border-collapse:collapse}td{padding:.2rem .8rem .2rem 0;border-top:1px solid var(--line)}summary{cursor:pointer}@media(max-width:50rem){body{display:block}nav{position:static;height:auto}}`;

/** The reference as one page that needs nothing from elsewhere. */
export function referencePage(): string {
  const links = routes
    .map(({ id, method, path }) => `<a href="#${id}"><code>${method}</code> ${escape(path)}</a>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Parley reference</title><style>${style}</style></head>
<body><nav><strong>Parley</strong>${links}<a href="#socket">WebSocket</a></nav><main><h1>Parley reference</h1>
<p>Machine-readable: <a href="/v1/openapi.json">OpenAPI 3.1</a>, <a href="/v1/asyncapi.json">AsyncAPI 3</a>.</p>
${routes.map(operationSection).join("\n")}
<section id="socket"><h2>WebSocket <code>/v1/chats/ws</code></h2>${socketSection()}</section></main></body></html>
`;
}
