import path from "node:path";
import { build } from "vite";
import console from "../../packages/console/vite.config.ts";

/** Builds a page of these tests as the console is built: `page` is its folder here, and `out` where it goes. */
export async function buildPage(page: string, out: string): Promise<void> {
  await build({
    ...console,
    configFile: false,
    root: path.join(import.meta.dirname, page),
    base: "/",
    logLevel: "error",
    build: { ...console.build, outDir: out, emptyOutDir: true },
  });
}
