import path from "node:path";
import { build } from "esbuild";

const here = (file: string): string => path.join(import.meta.dirname, file);

/** Where each React is. */
const folders = { "18": here("../react-18/node_modules"), "19": here("../../node_modules") } as const;

/** A React page with `<ParleyChat>`, as one script. The element itself comes from the service. */
export async function reactScript(version: keyof typeof folders): Promise<string> {
  const folder = folders[version];
  const { outputFiles } = await build({
    entryPoints: [here("embed-react-page/page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "react",
    tsconfigRaw: {},
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { react: path.join(folder, "react"), "react-dom": path.join(folder, "react-dom") },
    plugins: [
      {
        name: "element-from-service",
        setup(own) {
          own.onResolve({ filter: /^\.\/parley-chat\.ts$/ }, () => ({ path: "element", namespace: "service" }));
          own.onLoad({ filter: /^element$/, namespace: "service" }, () => ({ contents: "" }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}
