/** How the chat stands on its page: in a frame of its own, all of the page, or behind a button in the page's corner. */
export const layouts = ["panel", "page", "bubble"] as const;
export type Layout = (typeof layouts)[number];

/** `auto` is light or dark as the page around the element is by its `color-scheme`. */
export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
