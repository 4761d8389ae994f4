/** Whether keys that are pressed here are text. */
const isText = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement && ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);

/**
 * What people write stays in the chat: to the page, keys in a shadow root seem to be pressed on the element itself, which looks like
 * none that text is written in, so its single-key shortcuts would act.
 */
export function keepKeysWithin(root: HTMLElement): void {
  for (const type of ["keydown", "keypress", "keyup"] as const) {
    root.addEventListener(type, (event) => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey;
      if (!isCommand && isText(event.composedPath()[0])) event.stopPropagation();
    });
  }
}
