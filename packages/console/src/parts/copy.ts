import { focusedAround } from "./focus.ts";

/**
 * Copies a text. Where the page may not use the clipboard (no HTTPS, an older browser, a frame), by a field that stands for a
 * moment beside the element which asks for it, so that it works in an open dialog, too. Returns whether it has worked.
 */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByField(text, beside);
  }
}

function copyByField(text: string, beside: Element): boolean {
  const { ownerDocument } = beside;
  const field = ownerDocument.createElement("textarea");
  const focused = focusedAround(beside);
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  (beside.parentElement ?? ownerDocument.body).append(field);
  field.select();
  try {
    return ownerDocument.execCommand("copy");
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
