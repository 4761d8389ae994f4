import type { CatalogColumn } from "../catalog/catalog.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const BY = /^(?:per|by)$/;

/** "exits per gate", of stays with an exit_gate_id: stays per exit gate. Null where rows are called so, or several keys. */
export const deedsOfKey: Rewriter = (tokens, at, { links, tablesByStem }) => {
  const [deeds, by, noun] = tokens.slice(at, at + 3);
  if (deeds === undefined || noun === undefined || !BY.test(by?.lower ?? "") || tablesByStem.has(deeds.stem))
    return null;
  if (singular(deeds.lower) === deeds.lower) return null;
  const isRole = ({ stems: [role, thing, ...more] }: CatalogColumn) =>
    role === deeds.stem && thing === noun.stem && more.every((one) => one === "id");
  const [only, ...others] = links.flatMap(({ from: [key], to: [target] }) =>
    key !== undefined &&
    target !== undefined &&
    !key.table.isView &&
    target.table.stems.at(-1) === noun.stem &&
    isRole(key)
      ? [key]
      : [],
  );
  if (only === undefined || others.length > 0) return null;
  const rows = plural(only.table.words.join(" ")).split(" ");
  return { tokens: written(tokens.slice(at, at + 3), [...rows, "per", ...only.words.slice(0, 2)]), end: at + 3 };
};

/** "share of recycled paper in all jobs", where a job has a paper: of the jobs, those with such paper. */
export const shareInRows: Rewriter = (tokens, at, { links, tablesByStem }) => {
  if (!/^(?:share|percentage|proportion|percent)$/.test(tokens[at]?.lower ?? "") || tokens[at + 1]?.lower !== "of")
    return null;
  const place = tokens.findIndex(({ lower }, i) => i > at + 2 && lower === "in");
  const things = tokens.slice(at + 2, place);
  const all = /^(?:all|our|the)$/.test(tokens[place + 1]?.lower ?? "") ? 1 : 0;
  const rows = tokens[place + 1 + all];
  const thing = things.at(-1);
  if (place < 0 || things.length < 2 || things.length > 3 || rows === undefined || thing === undefined) return null;
  const [whole, part] = [tablesByStem.get(rows.stem) ?? [], tablesByStem.get(thing.stem) ?? []];
  const isOfOne = links.some(
    ({ from: [key], to: [target], cost }) =>
      cost < 2 &&
      key !== undefined &&
      target !== undefined &&
      key.table.stems.at(-1) === rows.stem &&
      whole.includes(key.table) &&
      target.table.stems.at(-1) === thing.stem &&
      part.includes(target.table),
  );
  if (!isOfOne || tokens[place + 2 + all]?.kind === "word") return null;
  const lead = tokens.slice(at, at + 2);
  return { tokens: [...lead, rows, ...written([rows], ["with"]), ...things], end: place + 2 + all };
};
