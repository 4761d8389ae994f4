import path from "node:path";
import { build } from "vite";
import console from "../../../packages/console/vite.config.ts";

/** Builds the page of all parts as the console is built, in a folder. */
export async function buildPartsPage(folder: string): Promise<void> {
  await build({
    ...console,
    configFile: false,
    root: import.meta.dirname,
    base: "/",
    logLevel: "warn",
    build: { ...console.build, outDir: path.join(folder, "page"), emptyOutDir: true },
  });
}
