import { routes } from "../../routes.ts";
import { asyncapi } from "../asyncapi.ts";
import { eventComponent, eventSchemas, frameComponent, frameSchemas } from "../components.ts";
import { isJson, type Json } from "../json-schema.ts";
import { allSchemas, openapi } from "../openapi.ts";
import { tags } from "../words/operations.ts";
import { errorsSection } from "./errors.ts";
import { codeLink, escape, prose } from "./html.ts";
import { operationSection } from "./operations.ts";
import { schemaId, schemaSection } from "./schemas.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

const at = (root: unknown, ...keys: string[]): Json =>
  keys.reduce<Json>((found, key) => (isJson(found[key]) ? found[key] : {}), isJson(root) ? root : {});

const nounOf = (id: string): string => id.split(".")[0] ?? "";
const title = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll("_", " ")}`;
const nouns = [...new Set(routes.map(({ id }) => nounOf(id)))];

/** Every section that search looks through is one by itself. */
const searchable = (html: string): string => html.replaceAll("<section id=", '<section class="one" id=');

const start = `<section id="start"><h2>Start</h2>
<p>Your backend exchanges its API key and a member's signature for an access token (<a href="#authentication.create">authenticate</a>), <a href="#chat.create">creates a chat</a>, and sends messages to it by one of three routes. All three are the same turn underneath: events and history are the same.</p>
<ul><li><a href="#chat.stream">A stream</a>: one request, answered as Server-Sent Events.</li><li><a href="#socket">The socket</a>: many chats on one connection; interrupt, edit and delete messages.</li><li><a href="#turn.create">A durable turn</a>: submitted once under a <code>client_request_id</code>, then <a href="#turn.get">awaited</a> or <a href="#turn.events">replayed</a>. The organization needs a published agent.</li></ul>
<p>Documents are read only where <code>scoped_project_ids</code> names their project. Cells of tables are text, numbers too. Times are UTC in ISO 8601, ids are strings, unknown fields are ignored.</p></section>`;

const streams = `<section id="streams"><h2>Streams</h2>
<p>Server-Sent Events: the lines <code>event:</code> and <code>data:</code>, on replays <code>id:</code> too. ${codeLink(schemaId("ChatMetadataEvent"), "chat_metadata")} comes first, ${codeLink(schemaId("MessageEvent"), "message")} or ${codeLink(schemaId("ErrorEvent"), "error")} last. The schemas show an event as its name and its data.</p></section>`;

function socketSection(schemas: Readonly<Record<string, Json>>): string {
  const described = at(asyncapi(), "channels", "socket");
  const shown = (names: readonly string[]) =>
    searchable(names.map((name) => schemaSection([name, schemas[name] ?? {}])).join(""));
  return `<section id="socket"><h2>Socket <code>/v1/chats/ws</code></h2>
<p>Authenticate with the header <code>Authorization: Bearer</code> on the upgrade, or within ten seconds with a first frame <code>authenticate</code>. ${prose(String(described["description"]))} <code>?heartbeat=1</code> asks for heartbeats.</p>
<h2 id="frames">Frames that clients send</h2>${shown([...frameSchemas.keys()].map(frameComponent))}
<h2 id="events">Events of streams and sockets</h2>${shown([...eventSchemas.keys()].map(eventComponent))}</section>`;
}

const link = (id: string, text: string): string => `<a href="#${id}">${text}</a>`;

function navigation(others: readonly string[]): string {
  const operations = nouns.map((noun) => {
    const links = routes
      .filter(({ id }) => nounOf(id) === noun)
      .map(({ id, method, summary }) => link(id, `<small>${method}</small>${prose(summary.split(";")[0] ?? "")}`));
    return `<div><h2>${title(noun)}</h2>${links.join("")}</div>`;
  });
  const named = (names: readonly string[]) => names.map((name) => link(schemaId(name), name)).join("");
  return `<nav aria-label="Contents"><div class="brand">Parley <button id="theme" type="button" hidden>Theme</button></div>
<p hidden><label for="search">Search</label> <input id="search" type="search" placeholder="Press / to search" autocomplete="off"><span class="found" id="found" role="status"></span></p>
${link("start", "Start")}${link("streams", "Streams")}${link("socket", "Socket")}${link("errors", "Errors")}${link("schemas", "Schemas")}
${operations.join("")}<div><h2>Frames</h2>${named([...frameSchemas.keys()].map(frameComponent))}</div><div><h2>Events</h2>${named([...eventSchemas.keys()].map(eventComponent))}</div><div><h2>Schemas</h2>${named(others)}</div></nav>`;
}

/** The reference as one page that needs nothing from elsewhere. */
export function referencePage(): string {
  const document = openapi();
  const schemas = allSchemas();
  const ofSocket = new Set(
    [...frameSchemas.keys()].map(frameComponent).concat([...eventSchemas.keys()].map(eventComponent)),
  );
  const others = Object.keys(schemas)
    .filter((name) => !ofSocket.has(name))
    .toSorted();
  const operations = nouns.map((noun) => {
    const sections = routes
      .filter(({ id }) => nounOf(id) === noun)
      .map((operation) =>
        operationSection(operation, at(document, "paths", operation.path, operation.method.toLowerCase()), schemas),
      );
    return `<section><h2>${title(noun)}</h2><p>${prose(tags[noun] ?? "")}</p>${searchable(sections.join("\n"))}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Parley reference</title><style>${style}</style></head>
<body><a class="skip" href="#main">Skip to the reference</a>${navigation(others)}<main id="main"><h1>Parley reference</h1>
<p>${escape("Questions in plain words, answers as text, charts and tables.")} For machines: <a href="/v1/openapi.json">OpenAPI 3.1</a>, <a href="/v1/asyncapi.json">AsyncAPI 3</a>.</p>
${start}
${operations.join("\n")}
${streams}
${socketSection(schemas)}
${errorsSection()}
<section id="schemas"><h2>Schemas</h2><p>Every object that a client sends or gets.</p>
${searchable(others.map((name) => schemaSection([name, schemas[name] ?? {}])).join("\n"))}</section></main><script>${script}</script></body></html>
`;
}
