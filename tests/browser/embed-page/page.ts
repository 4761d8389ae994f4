/** What the pages of the embedded chat's tests do to look at themselves; it is there before anything of the page. */
import type { ParleyChatElement } from "@parley/chat";

declare global {
  /** A token of the page's member, as a product's backend gives it. */
  var memberToken: () => Promise<string>;
  /** The element's events as they have come, in order. */
  var heard: { name: string; detail: unknown }[];
  var host: typeof looker;
}

/** What an element looks like, as far as the page around it might change it. */
const looks = [
  "display",
  "position",
  "color",
  "backgroundColor",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "lineHeight",
  "letterSpacing",
  "textTransform",
  "textAlign",
  "padding",
  "margin",
  "borderRadius",
  "cursor",
  "width",
] as const;

const find = (selector = "parley-chat"): ParleyChatElement => {
  const element = document.querySelector<ParleyChatElement>(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  return element;
};

const looker = {
  /** The element that a selector names; by default the first. */
  find,

  /** The detail of an event of the element, once it has come. */
  async heardOf(name: string): Promise<unknown> {
    for (;;) {
      const event = heard.find((one) => one.name === name);
      if (event) return event.detail;
      await new Promise(requestAnimationFrame);
    }
  },

  /** Everything within the element, with what it looks like. How long the query took is in the source line, which is left out. */
  looks(): string[] {
    const all = [...(find().shadowRoot?.querySelectorAll(".embed *") ?? [])];
    return all
      .filter((element) => element.closest(".source-line") === null)
      .map((element) => {
        const style = getComputedStyle(element);
        const values = looks.map((name) => `${name}: ${style[name]}`);
        return `${element.tagName}.${element.getAttribute("class") ?? ""} ${values.join("; ")}`;
      });
  },

  /** What of the page itself an element could have changed. */
  state() {
    return {
      head: document.head.innerHTML,
      root: [...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`),
      rootStyle: document.documentElement.style.cssText,
      body: [...document.body.children].map(({ outerHTML }) => outerHTML),
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      globals: Object.keys(globalThis),
      scroll: scrollY,
    };
  },

  /** Puts so many elements into the page, one after the other, and takes each away when it is ready. */
  async mount(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      const element = document.createElement("parley-chat");
      element.token = memberToken;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      element.addEventListener("parley-ready", resolve);
      document.body.append(element);
      await promise;
      element.remove();
    }
  },

  /** What has the focus within the element. */
  focused: (): string | undefined => find().shadowRoot?.activeElement?.tagName,

  /** A colour that the root of the element has. */
  canvas(): string {
    const root = find().shadowRoot?.querySelector(".parley-root");
    return root ? getComputedStyle(root).backgroundColor : "";
  },
};

globalThis.host = looker;
globalThis.heard = [];
for (const name of ["ready", "question", "answer", "error", "chat", "token-error"] as const) {
  addEventListener(`parley-${name}`, ({ detail }) => heard.push({ name, detail }));
}
addEventListener("DOMContentLoaded", () => {
  // Set before the element is defined.
  for (const element of document.querySelectorAll("parley-chat:not([token-url], .of-react)")) {
    Object.assign(element, { token: memberToken });
  }
});
