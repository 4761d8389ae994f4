import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createParley, type Parley } from "@parley/client/parley";
import type { UseChat } from "@parley/client/react";
import { build } from "esbuild";
import { Window } from "happy-dom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as page from "./support/react-page.ts";
import { textOf } from "./support/scripts.ts";
import { startTestService, type TestService } from "./support/service.ts";

const here = (place: string): string => path.resolve(import.meta.dirname, place);

/** Libraries that draw, each by what stands for React in a page that uses it. */
const libraries: Record<string, Record<string, string>> = {
  "React 19": {},
  "React 18": {
    react: here("../react-18/node_modules/react"),
    "react-dom": here("../react-18/node_modules/react-dom"),
  },
  Preact: { react: "preact/compat", "react-dom": "preact/compat" },
};

/** Waits until the page is as wished. */
async function until(isWished: () => boolean): Promise<void> {
  while (!isWished()) await new Promise((resolve) => setTimeout(resolve, 10));
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe.each(Object.entries(libraries))("useChat in %s", (_name, alias) => {
  let directory: string;
  let parley: Parley;
  let window: Window;
  let library: typeof page;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "parley-react-"));
    const outfile = path.join(directory, "page.mjs");
    await build({
      entryPoints: [here("support/react-page.ts")],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      alias,
      logLevel: "silent",
    });
    window = new Window({ url: "https://page.example/" });
    Object.assign(globalThis, { window, document: window.document });
    library = (await import(pathToFileURL(outfile).href)) as typeof page; // It was just built from it.
    const { member } = await service.newOrganization();
    parley = createParley({ baseUrl: service.baseUrl, token: member.token });
  });
  afterAll(async () => {
    await window.happyDOM.close();
    Reflect.deleteProperty(globalThis, "window");
    Reflect.deleteProperty(globalThis, "document");
    await rm(directory, { recursive: true, force: true });
  });

  const newContainer = (html = "") => {
    const container = window.document.createElement("main");
    container.innerHTML = html;
    window.document.body.append(container);
    return container;
  };
  type Drawing = Parameters<typeof page.markup>;
  const mount = (container: ReturnType<typeof newContainer>, ...of: Drawing) =>
    library.mount(container, container.innerHTML !== "", ...of);

  it("asks, draws the answer as it comes, and shows it in every place of the page", async () => {
    const container = newContainer();
    let chat: UseChat | undefined;
    const { unmount } = mount(container, parley, {}, (held) => (chat = held));
    await until(() => chat !== undefined);
    chat?.send("table of regions");
    await until(() => container.querySelector("section")?.getAttribute("data-status") === "running");
    await until(() => container.querySelector("section")?.getAttribute("data-status") === "ready");
    await until(() => container.querySelector("p")?.textContent === textOf("table"));
    const chatId = chat?.chatId ?? "";
    unmount();

    const both = newContainer();
    let again: UseChat | undefined;
    const { unmount: leave } = mount(both, parley, { chatId }, (held) => (again = held));
    await until(() => both.querySelectorAll("article").length === 2);
    again?.send("text");
    await until(() => both.querySelectorAll("article").length === 4);
    await until(() => Array.from(both.querySelectorAll("p")).at(-1)?.textContent === textOf("text"));
    expect(again?.turns).toHaveLength(2);
    leave();
  });

  it("creates its chat where the settings say by then, keeps it when it gets its id, and begins another without one", async () => {
    const created: unknown[] = [];
    const client = parley.with({
      fetch: async (address, init) => {
        const request = new Request(address, init);
        if (request.url.endsWith("/create")) created.push(await request.clone().json());
        return fetch(request);
      },
    });
    const container = newContainer();
    let chat: UseChat | undefined;
    const { show, unmount } = mount(container, client, { agentId: "one" }, (held) => (chat = held));
    await until(() => chat !== undefined);
    const [first] = (await parley.agent.list()).agents;
    show({ agentId: first?.id });
    const drawn = chat;
    await until(() => chat !== drawn);
    const { store } = chat ?? {};
    const answer = await chat?.send("text").answer();
    expect(created).toEqual([{ agent_id: first?.id }]);
    await until(() => chat?.status === "ready" && chat.messages.length > 0);
    show({ chatId: chat?.chatId ?? "" });
    // The page then shows it in two places.
    await until(() => container.querySelectorAll("article").length === 2);
    expect(chat?.store).toBe(store);
    expect(chat?.turns[0]?.answer?.id).toBe(answer?.id);
    show({});
    await until(() => chat?.chatId === null);
    expect(chat).toMatchObject({ turns: [], status: "ready" });
    unmount();
  });

  it("keeps the chats that were looked at last, and no more of them", async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, async () => (await parley.chat.create({})).id));
    const container = newContainer();
    let chat: UseChat | undefined;
    const { show, unmount } = mount(container, parley, { chatId: ids[0] }, (held) => (chat = held));
    const stores = new Map<string, unknown>();
    for (const chatId of ids) {
      show({ chatId });
      await until(() => chat?.chatId === chatId && chat.status === "ready");
      stores.set(chatId, chat?.store);
    }
    for (const [chatId, isKept] of [
      [ids[1], true],
      [ids[0], false],
    ] as const) {
      show({ chatId });
      await until(() => chat?.chatId === chatId);
      expect(chat?.store === stores.get(chatId ?? "")).toBe(isKept);
    }
    unmount();
  });

  it("is drawn by a server, and goes on in the browser from there", async () => {
    const { id } = await parley.chat.create({});
    const message = await parley.ask({ chat_id: id, message: "text" }).answer();
    const initialChat = await parley.chat.get({ chat_id: id });
    const calls: string[] = [];
    const counted = parley.with({ onEvent: ({ operation }) => calls.push(operation) });
    const html = library.markup(counted, { initialChat }, () => undefined);
    expect(html).toContain(message.content.slice(0, 12));
    expect(calls).toEqual([]);
    const container = newContainer(html);
    let chat: UseChat | undefined;
    const { unmount } = mount(container, counted, { initialChat }, (held) => (chat = held));
    await until(() => chat !== undefined);
    expect(chat?.turns).toMatchObject([{ answer: { id: message.id } }]);
    expect(calls).toEqual([]);
    unmount();
  });
});
