/** How people get in here; the only difference between the places that the page is served from. */
export interface PageConfig {
  /** `people`: members of the demo are offered, on this machine. `link`: a product's backend, or an operator, makes a link. */
  sign_in: readonly ("people" | "link")[];
  /** Origins whose pages may call the service; `*` for any. */
  cors_origins: readonly string[];
  /** Origins whose pages may show the framed chat. */
  embed_origins: readonly string[];
}

/** Reads `/app/config.json`. Throws what `fetch` throws, and an error for anything but an answer. */
export async function readConfig(): Promise<PageConfig> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  if (!response.ok) throw new Error(`config.json was answered with ${response.status}`);
  return (await response.json()) as PageConfig; // Written by the same release.
}
