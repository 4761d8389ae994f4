/**
 * Loaded before everything else (`node --import`): seeds the bug that the environment variable MUTATION names into the
 * source as it is loaded, so that no hook for it is needed in the source itself.
 */
import { registerHooks } from "node:module";
import { mutations } from "./mutations.ts";

const mutation = mutations.find(({ name }) => name === process.env["MUTATION"]);
if (!mutation) throw new Error(`there is no mutation ${process.env["MUTATION"]}`);
const left = new Set(mutation.changes);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    let source =
      typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined);
    for (const change of mutation.changes) {
      if (!url.endsWith(`/packages/core/src/${change.file}`)) continue;
      if (source.split(change.from).length !== 2) throw new Error(`${change.file} does not have once: ${change.from}`);
      source = source.replace(change.from, () => change.to);
      left.delete(change);
    }
    return mutation.changes.some(({ file }) => url.endsWith(`/${file}`)) ? { ...loaded, source } : loaded;
  },
});

process.on("exit", (code) => {
  if (left.size > 0 && code === 0) throw new Error("the mutation was not seeded: its file was never loaded");
});
