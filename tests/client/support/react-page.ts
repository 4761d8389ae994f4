import type { ChatSettings } from "@parley/client/chat-store";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { page } from "./chat-page.ts";

/** The page as a server draws it. */
export const markup = (...of: Parameters<typeof page>): string => renderToString(page(...of));

/** A page that is drawn. */
export interface Mounted {
  /** Draws it with other settings. */
  show: (settings: ChatSettings) => void;
  unmount: () => void;
}

/** The page in a browser; in a container that a server has drawn it goes on from there. */
export function mount(element: unknown, isDrawn: boolean, ...of: Parameters<typeof page>): Mounted {
  const container = element as Element; // The elements of a stand-in for the DOM have types of their own.
  const [client, settings, hold] = of;
  const onRecoverableError = (error: unknown) => {
    throw error;
  };
  const root = isDrawn
    ? hydrateRoot(container, page(client, settings, hold), { onRecoverableError })
    : createRoot(container);
  const show = (other: ChatSettings) => root.render(page(client, other, hold));
  if (!isDrawn) show(settings);
  return { show, unmount: () => root.unmount() };
}
