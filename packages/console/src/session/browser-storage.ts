/** What this browser keeps under a name; null where it keeps nothing, or storage is forbidden. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether this browser lets the page keep anything. */
export function canKeep(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** Keeps a text for the pages of this browser, or, where storage is forbidden, not at all. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See `kept`.
  }
}

/** Keeps it no longer. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See `kept`.
  }
}
