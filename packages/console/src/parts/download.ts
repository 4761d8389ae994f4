/** How long the browser may take to begin to read a file, in milliseconds. */
const HANDED_OVER_MS = 40_000;

/** Hands a file to the browser, which saves it by the name. */
export function downloadFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), HANDED_OVER_MS);
}
