import type { ChatFeatures } from "@parley/console/chat/chat-features.ts";
import { render } from "preact";
import type { ChatMessages } from "./chat-messages.ts";
import { clientOf, type HostToken, type SharedClient } from "./clients.ts";
import { type ChatHandle, EmbeddedChat } from "./embedded-chat.tsx";
import type { Emit } from "./events.ts";
import { keepKeysWithin } from "./keys.ts";
import { attributeNames, settingsOf } from "./settings.ts";
import { chatSheet } from "./sheet.ts";
import { reportUnreadable } from "./readable.ts";

/** A server has no elements, and makes none: importing must not fail there. */
const ElementClass: typeof HTMLElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

const properties = ["token", "features", "messages"] as const;

/** The chat as an element. All of it is in its shadow root: nothing of the page reaches it, and it touches nothing of the page. */
export class ParleyChatElement extends ElementClass {
  static readonly observedAttributes: readonly string[] = attributeNames;

  #token: HostToken | null = null;
  #features: Partial<ChatFeatures> = {};
  #messages: ChatMessages = {};
  #root: HTMLElement | null = null;
  #client: SharedClient | null = null;
  #handle: ChatHandle | null = null;
  /** Asked before the chat was there. */
  #early: string | null = null;
  #isDrawing = false;

  /** A token, or a function that is asked for one: at first, before it expires, and when the service refuses it. */
  get token(): HostToken | null {
    return this.#token;
  }
  set token(token: HostToken | null | undefined) {
    this.#token = token ?? null;
    this.#draw();
  }

  /** What the chat offers; what is not named is on. `shortcuts` alone is off. */
  get features(): Partial<ChatFeatures> {
    return this.#features;
  }
  set features(features: Partial<ChatFeatures> | null | undefined) {
    this.#features = features ?? {};
    this.#draw();
  }

  /** Phrases in the place of the chat's own. */
  get messages(): ChatMessages {
    return this.#messages;
  }
  set messages(messages: ChatMessages | null | undefined) {
    this.#messages = messages ?? {};
    this.#draw();
  }

  /** Asks a question, as soon as the chat is there. Returns false where an answer is on its way, or there is nothing to ask. */
  ask(text: string): boolean {
    if (this.#handle) return this.#handle.ask(text);
    if (this.#early !== null || text.trim() === "") return false;
    this.#early = text;
    return true;
  }

  /** Stops the answer that is on its way, in the database, too. */
  stop(): void {
    this.#handle?.stop();
  }

  /** Shows a new chat. The one that was shown stays in the service. */
  newChat(): void {
    this.#handle?.newChat();
  }

  /** Puts the cursor where questions are written; a chat behind a button opens. */
  override focus(options?: FocusOptions): void {
    if (this.#handle) this.#handle.focus();
    else super.focus(options);
  }

  connectedCallback(): void {
    // What was set before the element was defined is a plain property of it until now.
    for (const name of properties) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#draw();
  }

  /** An element that is put elsewhere at once stays as it is; one that is gone stops listening, and stops no turn. */
  disconnectedCallback(): void {
    setTimeout(() => this.isConnected || this.#clear());
  }

  /** `moveBefore` changes nothing. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    this.#draw();
  }

  #clear(): void {
    if (!this.#root) return;
    render(null, this.#root);
    this.#root.remove();
    this.#root = null;
    this.#client = null;
  }

  readonly #emit: Emit = (name, detail) => {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };

  readonly #onHandle = (handle: ChatHandle | null): void => {
    this.#handle = handle;
    const early = this.#early;
    if (!handle || early === null) return;
    this.#early = null;
    handle.ask(early);
  };

  /** Draws once for all that is changed in a row. */
  #draw(): void {
    if (this.#isDrawing || !this.isConnected) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      if (this.isConnected) this.#drawNow();
    });
  }

  #madeRoot(): HTMLElement {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [chatSheet()];
    const root = document.createElement("div");
    root.className = "parley-root";
    keepKeysWithin(root);
    shadow.append(root);
    return root;
  }

  #drawNow(): void {
    const settings = settingsOf(this);
    const root = (this.#root ??= this.#madeRoot());
    root.lang = settings.language;
    root.dataset["theme"] = settings.theme;
    root.dataset["layout"] = settings.layout;
    this.#client = clientOf(settings.baseUrl, this.#token, settings.tokenUrl);
    render(
      this.#client && (
        <EmbeddedChat
          settings={settings}
          client={this.#client}
          features={this.#features}
          messages={this.#messages}
          emit={this.#emit}
          onHandle={this.#onHandle}
        />
      ),
      root,
    );
    reportUnreadable(root);
  }
}
