import { join } from "node:path";
import { embedOriginsOf } from "@parley/console/headers";
import type { Front } from "../api-gateway/front.ts";
import type { Cloud } from "../cloud-options.ts";
import { builtConsole, ConsoleNotBuilt } from "./build.ts";
import type { DemoPeople } from "./demo-people.ts";
import { localSignIn } from "./local-sign-in.ts";
import { localToken } from "./local-token.ts";
import type { PageFiles } from "./page-file.ts";
import { consoleSite } from "./site.ts";

const root = join(import.meta.dirname, "../../../..");

interface Terminal {
  say: (line: string) => void;
  complain: (line: string) => void;
}

/**
 * Begins to build the console, if it must be, while the rest of the service starts. `front` waits for it. A page that cannot be
 * built is one complaint; the API is there all the same.
 */
export function beginConsole({ say, complain }: Terminal) {
  const ending = new AbortController();
  const files = builtConsole({ root, signal: ending.signal, say }).catch((error: unknown): PageFiles | undefined => {
    if (!(error instanceof ConsoleNotBuilt)) throw error;
    if (!ending.signal.aborted)
      complain(`The console could not be built, the API starts without it:\n${error.message}`);
    return undefined;
  });
  // Whoever waits for it is told; nobody may be, when the start fails before.
  files.catch(() => undefined);

  return {
    /** The page, and the demo's sign-in, in front of the routes. */
    async front({ baseUrl, endpoints }: Pick<Cloud, "baseUrl" | "endpoints">, people: DemoPeople): Promise<Front> {
      const site = consoleSite({
        files: await files,
        bucket: new URL(endpoints.s3).origin,
        port: Number(new URL(baseUrl).port),
        signIn: ["people", "link"],
        corsOrigins: (process.env["CORS_ORIGINS"] ?? "*").split(",").map((origin) => origin.trim()),
        embedOrigins: embedOriginsOf(process.env["EMBED_ORIGINS"]),
      });
      const [signIn, token] = [localSignIn(people), localToken(people)];
      return async (request, response) =>
        (await site(request, response)) || (await token(request, response)) || signIn(request, response);
    },
    /** Ends a build that is under way, and leaves nothing of it. */
    async abandon(): Promise<void> {
      ending.abort();
      await files.catch(() => undefined);
    },
  };
}
