/** `<parley-chat>`: importing this defines the element. On a server it does nothing. */
import { ParleyChatElement } from "./element.tsx";
import type { ParleyChatEvents } from "./events.ts";

export type { Message } from "@parley/client";
export type { ChatFeatures } from "@parley/console/chat/chat-features.ts";
export type { ChatMessages } from "./chat-messages.ts";
export type { HostToken } from "./clients.ts";
export type { FailureDetail, ParleyChatEvents } from "./events.ts";
export { ParleyChatElement };

declare global {
  interface HTMLElementTagNameMap {
    "parley-chat": ParleyChatElement;
  }
  interface HTMLElementEventMap extends ParleyChatEvents {}
}

const NAME = "parley-chat";

// Two copies of this file may meet on a page: the first one stays.
if ("customElements" in globalThis && !customElements.get(NAME)) customElements.define(NAME, ParleyChatElement);
