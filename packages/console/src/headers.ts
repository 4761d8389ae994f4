/** Where the objects of a deployment are: uploads go straight to the bucket, and large tables come from it. */
export interface PageOrigins {
  /** Origins of the bucket, as `https://bucket.s3.eu-central-1.amazonaws.com`. */
  bucket: readonly string[];
  /** Where sockets lead; by default anywhere over TLS, for older Safaris do not take a socket to the same host as 'self'. */
  sockets?: readonly string[];
  /** Origins that may show the framed chat. Nobody may frame the console. */
  frameAncestors?: readonly string[];
}

/**
 * The content security policy of the page: nothing but its own scripts, styles and fonts, no string becomes code or markup, and
 * calls go to its own host and the bucket.
 */
export function contentSecurityPolicy({ bucket, sockets = ["wss:"], frameAncestors = [] }: PageOrigins): string {
  const ancestors = frameAncestors.length > 0 ? frameAncestors.join(" ") : "'none'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...sockets, ...bucket].join(" "),
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** Headers of everything under `/app`: the policy, and what no page of it needs is off. */
export const pageHeaders = (origins: PageOrigins): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(origins),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
});

/**
 * Headers of the embedded chat's files, which pages of any origin may load: they are the same for everybody. A page that isolates
 * itself is told so, too.
 */
export const embedHeaders = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
} as const;

/** How long each kind of file may be kept: names of assets change with what is in them, the page's own name does not. */
export const cacheControl = {
  page: "no-cache",
  /** The newest embedded chat of a major version: five minutes. */
  embed: "public, max-age=300",
  asset: "public, max-age=31536000, immutable",
} as const;

/** The embedded chat of one version, and what it is made of: for ever the same. */
const versioned = /^embed\/(?:\d+\.\d+\.\d+|parts)\//;

/** How long a file may be kept, by its path below `/app/`. */
export function cacheControlOf(path: string): string {
  if (path.startsWith("assets/") || versioned.test(path)) return cacheControl.asset;
  return path.startsWith("embed/") && path !== "embed/frame" ? cacheControl.embed : cacheControl.page;
}

/** Where the framed chat is, below `/app/`, and the built file that it is made of. */
export const frame = { path: "embed/frame", file: "embed/frame.html" } as const;

/**
 * The origins that may show the framed chat, of a list divided by commas, as `EMBED_ORIGINS` has it. Throws for what is not an origin: a
 * pattern would let in more than somebody meant.
 */
export function embedOriginsOf(list: string | undefined): string[] {
  const origins = (list ?? "")
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  for (const origin of origins) {
    const isOrigin = /^https?:\/\/[^/*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin) throw new Error(`EMBED_ORIGINS: ${origin} is not an origin, as https://app.example.com`);
  }
  return origins;
}

/** The page of the framed chat, which hears these origins only: they stand in it. */
export const framePage = (built: string, origins: readonly string[]): string =>
  built.replace('data-origins=""', `data-origins="${origins.join(" ")}"`);
