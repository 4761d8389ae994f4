import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { stem } from "../language/inflection.ts";
import type { Sketch } from "../read/sketch.ts";

/** A question read by itself, after an answer. */
export interface ReadAlone {
  text: string;
  /** As it was put, before turns of phrase were written in plain words. */
  said: string;
  sketch: Sketch;
  /** What it asks for where it is a question of its own. */
  form: LogicalForm;
  catalog: Catalog;
}

/** True where a question has the name of a table, or a good part of it. */
export function isNamedIn(text: string, { stems }: CatalogTable): boolean {
  const words = new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem));
  return stems.some((one) => words.has(one));
}
