import type { Page } from "playwright-core";
import { databaseFile } from "../support/database-file.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { type ModelRequest, type Reply, startModelServer, textOf } from "../support/model-server.ts";
import { startConsole } from "./console-service.ts";

/** Characters of the longest names there are. */
const NAME_CHARACTERS = 200;

/** Half a character cannot be stored. */
const storable = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");

export const texts = hostileTexts.map(storable);

/** The texts in as many parts, each within `characters`. */
export const inParts = (parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => texts.filter((_text, at) => at % parts === part).join("\n\n"));

/** Each text is the name of something: the next one, from the beginning again after the last. */
function namer() {
  let at = 0;
  return (characters = NAME_CHARACTERS): string =>
    Array.from(texts[at++ % texts.length] ?? "")
      .slice(0, characters)
      .join("");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''").replaceAll("\u0000", "")}'`;
const identifier = (text: string): string => `"${text.replaceAll('"', "").replaceAll("\u0000", "")}"`;

const [COLUMN = "", TABLE = "", VALUE = ""] = ["<img src=x onerror=", "<svg><script>", "<iframe src="].map(
  (beginning) => texts.find((text) => text.startsWith(beginning)) ?? "",
);

/** A database whose table, columns and rows are called what they should not be called. */
const schema =
  (): string => `CREATE TABLE ${identifier(TABLE)} (${identifier(COLUMN)} TEXT, ${identifier(VALUE)} INTEGER);
  ${texts.map((text, at) => `INSERT INTO ${identifier(TABLE)} VALUES (${quoted(text)}, ${at + 1});`).join("\n  ")}`;

const SELECT = `SELECT ${identifier(COLUMN)}, ${identifier(VALUE)} FROM ${identifier(TABLE)} -- ${TABLE}`;

/** How many answers say all texts together: few, so that no member asks too often. */
export const ANSWERS = 2;

/** What the scripted model answers: rows and a chart of all texts at first, and a part of the texts as Markdown. */
async function script({ body }: ModelRequest): Promise<Reply> {
  const question = textOf(body.messages.findLast(({ role }) => role === "user"));
  const part = Number(/^(\d)/.exec(question)?.[1] ?? 0);
  const results = body.messages.slice(body.messages.findLastIndex(({ role }) => role === "user") + 1);
  const calls = results.filter(({ role }) => role === "tool").length;
  if (part === 0 && calls === 0)
    return [{ text: texts.slice(0, 40).join("\n\n") }, { tool: "run_sql", args: { sql: SELECT } }];
  const chart = { result: "r1", chart_type: "bar", label: COLUMN, value: VALUE.replaceAll('"', ""), title: TABLE };
  if (part === 0 && calls === 1) return [{ tool: "make_chart", args: chart }];
  const answer = inParts(ANSWERS)[part] ?? "";
  // In small pieces, as it streams: every beginning of a text is drawn, too.
  return answer.match(/[\s\S]{1,160}/g)?.map((text) => ({ text })) ?? [];
}

/** A console in which everything that people, models and databases have named or written is hostile. */
export async function startHostileScene() {
  const model = await startModelServer(script);
  const site = await startConsole({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  const [Agent, Chat, Document, Integration, Member, Memory, Organization, Project, Query, Rule] = await Promise.all([
    import("@parley/core/agent/agent"),
    import("@parley/core/chat/chat"),
    import("@parley/core/project/document"),
    import("@parley/core/integration/integration"),
    import("@parley/core/member/member"),
    import("@parley/core/memory/memory"),
    import("@parley/core/organization/organization"),
    import("@parley/core/project/project"),
    import("@parley/core/query/query"),
    import("@parley/core/rule/rule"),
  ]);
  const name = namer();
  const tenant = await site.service.newOrganization();
  const { ctx, admin } = tenant;
  await Organization.rename(ctx, name());
  const file = `databases/${tenant.id}/hostile.sqlite`;
  await site.service.environment.files.put(file, await databaseFile(schema()), "application/vnd.sqlite3");
  const config = { engine: "sqlite", file } as const;
  const source = await Integration.create(ctx, { display_name: name(), config });
  const author = { id: admin.id, name: name() };
  for (const content of inParts(8)) {
    await Rule.create(ctx, content, author);
    await Memory.create(admin.ctx, content);
  }
  for (let each = 0; each < 30; each += 1) {
    const starters = [name(500), name(500)];
    await Agent.create(ctx, {
      name: name(),
      description: name(),
      instructions: name(),
      published: true,
      starter_prompts: starters,
    });
    const project = await Project.create(ctx, { name: name(), description: name(), tags: [name(50), name(50)] });
    if (each < 3) {
      const bytes = Buffer.from(inParts(8)[each] ?? "");
      await Document.create({ ...site.service.environment, ...admin.ctx }, project.id, {
        filename: `${name(60).replace(/[\\/\p{Cc}]/gu, "")}.txt`,
        bytes,
        title: name(),
      });
    }
    const sql = `SELECT '{{value}}' AS ${identifier(name(60))} -- ${name().replace(/\s+/g, " ")}`;
    await Query.create(ctx, { title: name(), description: name(), prompt: name(), sql, keywords: [name(100)] }, author);
    await Chat.create(admin.ctx, { title: name() });
    await Member.create(ctx, { email: `hostile-${each}@${tenant.id}.example`, name: name() });
  }
  return {
    ...site,
    tenant,
    source,
    async stop() {
      await site.stop();
      await model.close();
    },
  };
}

/** What of a page somebody's text has made, instead of being text: elements, attributes, addresses, names of globals. */
const MADE_OF_TEXT = `(() => {
  const found = [];
  const elements = "iframe, object, embed, applet, frame, frameset, portal, base, video, audio, img, picture, source, track, template, marquee, math, plaintext, xmp, slot, foreignObject, image, use, animate, set, style, body noscript ~ noscript, meta[http-equiv], input[type=image], [formaction], [srcdoc], [srcset], [ping], [background], [contenteditable=true]:not(.cm-content), #root ~ #root, #parley, form[action]";
  for (const element of document.querySelectorAll(elements)) found.push(element.outerHTML.slice(0, 200));
  for (const { outerHTML, src, href } of document.querySelectorAll("script, link"))
    if (!(src ?? href).startsWith(location.origin + "/app/assets/")) found.push(outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll("*"))
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) found.push(name + "=" + value.slice(0, 100));
      if (/^(?:xlink:)?(?:href|src|action|data|poster)$/.test(name) && !/^(?:https?:\\/\\/|mailto:|\\/|#|blob:)/.test(value)) found.push(name + "=" + value.slice(0, 100));
      if (name === "style" && /url\\(/.test(value)) found.push(name + "=" + value.slice(0, 100));
    }
  for (const link of document.querySelectorAll("a[href^='http']"))
    if (!["noopener", "noreferrer", "nofollow"].every((word) => link.relList.contains(word))) found.push("link " + link.href);
  if (document.querySelectorAll("#root").length !== 1) found.push("two roots");
  if (globalThis.hostileRan !== undefined || {}.hostileRan !== undefined) found.push("a text has run");
  return [...new Set(found), ...globalThis.violations];
})()`;

/** Everything that is wrong with a page, and everything it has asked other hosts for from now on. */
export async function watchHostility(page: Page, origin: string) {
  const strayed: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin) strayed.push(request.url());
  });
  page.on("dialog", (dialog) => {
    strayed.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => strayed.push(`popup: ${popup.url()}`));
  page.on("framenavigated", (frame) => {
    if (new URL(frame.url()).origin !== origin) strayed.push(`navigation: ${frame.url()}`);
  });
  await page.addInitScript(`globalThis.violations = [];
    addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));`);
  return async (): Promise<string[]> => [...(await page.evaluate<string[]>(MADE_OF_TEXT)), ...strayed];
}
