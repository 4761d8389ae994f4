import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

/** Lets a text field grow with its text where the browser does not do so by itself. */
export function useGrowing(field: RefObject<HTMLTextAreaElement>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (growsByItself || !element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [field, text]);
}
