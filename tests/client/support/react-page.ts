import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { page } from "./chat-page.ts";

/** The page as a server draws it. */
export const markup = (...of: Parameters<typeof page>): string => renderToString(page(...of));

/** The page in a browser; in a container that a server has drawn it goes on from there. Returns what takes it away. */
export function mount(element: unknown, isDrawn: boolean, ...of: Parameters<typeof page>): () => void {
  const container = element as Element; // The elements of a stand-in for the DOM have types of their own.
  if (!isDrawn) {
    const root = createRoot(container);
    root.render(page(...of));
    return () => root.unmount();
  }
  const onRecoverableError = (error: unknown) => {
    throw error;
  };
  const root = hydrateRoot(container, page(...of), { onRecoverableError });
  return () => root.unmount();
}
