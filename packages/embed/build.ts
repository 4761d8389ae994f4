/** `npm run build:chat [-- folder]`: the package as it is published, in `dist` or that folder: the element, its React component, and their types. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { buildModules, writePapers } from "../client/packaging.ts";
import { asPackage } from "./vite.config.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const outDir = resolve(process.argv[2] ?? here("dist"));
const entry = { "parley-chat": here("src/parley-chat.ts"), react: here("src/react.ts") };

// Whatever it is where this runs: in development, elements carry where they stand in the sources.
process.env["NODE_ENV"] = "production";
await build({ ...asPackage(entry), build: { ...asPackage(entry).build, outDir } });
await buildModules({
  cwd: here("."),
  entry,
  outDir,
  dts: { emitDtsOnly: true },
  deps: { alwaysBundle: [/^@parley\//] },
  clean: false,
});
writePapers({
  from: here("."),
  outDir,
  exports: {
    ".": { types: "./parley-chat.d.ts", default: "./parley-chat.js" },
    "./react": { types: "./react.d.ts", default: "./react.js" },
  },
  // The element is defined by whichever of its files is imported.
  sideEffects: true,
});
