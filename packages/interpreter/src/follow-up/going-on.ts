import type { Assembled } from "../assemble/assemble.ts";
import { assemble } from "../assemble/assemble.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { continueForm, followUpOf } from "./by-schema.ts";
import { someOfGroups, withFigures, withOtherFigure } from "./figures-beside.ts";
import { moreOfRows } from "./more-of-rows.ts";
import { type Referring, referringBack } from "./pronouns.ts";
import { aboutRows, rowsMeant } from "./rows-meant.ts";
import { type Wording, wordingOf } from "./wording.ts";

/** How a question goes on from the one before. */
export interface GoingOn {
  before: LogicalForm;
  wording: Wording;
  /** The rows of the answer before that it speaks of. */
  referring: Referring | null;
}

/** A question after an answer, and how it is read: without the words that only say so, and with names where it has pronouns. */
export function goingOnFrom(before: LogicalForm, said: string, catalog: Catalog): { goingOn: GoingOn; text: string } {
  const wording = wordingOf(said);
  const referring = referringBack(wording.text, before, catalog);
  return { goingOn: { before, wording, referring }, text: referring?.text ?? wording.text };
}

/** A question as it was read, against what. */
export interface ReadAfter {
  catalog: Catalog;
  text: string;
  metric: MeasureSource | null;
  sketch: Sketch;
  context: Context;
}

/** The form before as a question changes it. Null for a question of its own, or of the rows of the one before. */
export function continued({ before, wording, referring }: GoingOn, asked: ReadAfter): Assembled | null {
  const { catalog, text, metric, sketch, context } = asked;
  if (referring !== null && referring.rows !== null) return null;
  if (wording.adds || wording.replaces || wording.narrows) {
    const alone = assemble(context);
    const form = alone === null ? null : besideOrInstead(before, alone.form, { wording, catalog });
    if (alone !== null && form !== null)
      return { ...alone, form, assumptions: [...alone.assumptions, CHANGES_THE_ONE_BEFORE] };
  }
  const change = followUpOf(text, sketch, wording);
  return change === null ? null : continueForm(before, change, catalog, metric);
}

/** What is asked beside what was shown, or in its place. Null where it cannot stand there. */
function besideOrInstead(
  before: LogicalForm,
  asked: LogicalForm,
  { wording, catalog }: { wording: Wording; catalog: Catalog },
): LogicalForm | null {
  if (wording.narrows) return someOfGroups(before, asked);
  if (wording.replaces) return withOtherFigure(before, asked, catalog);
  const rows = rowsMeant(before, catalog);
  return withFigures(before, asked, catalog) ?? (rows === null ? null : moreOfRows(before, asked, { rows, catalog }));
}

/**
 * A question of its own after an answer: restricted to the rows that the answer spoke of, where it speaks of them. What cannot be
 * told of them is noted as lost.
 */
export function ofRowsBefore(assembled: Assembled, { before, wording, referring }: GoingOn, asked: ReadAfter): void {
  const { form, assumptions, context } = assembled;
  // "excluding returns" of a figure of orders: not the returns.
  if (wording.excludes) context.notes.lost.push(asked.text);
  if (referring === null) return;
  const { rows, pronoun, asksForOthers } = referring;
  // "who owns them": not they themselves.
  const isKnown = rows !== null && !(asksForOthers && form.subject === rows.table.name && form.groups.length === 0);
  const told = isKnown
    ? (moreOfRows(before, form, { rows, catalog: asked.catalog }) ?? aboutRows(form, rows, asked.catalog))
    : null;
  if (told === null) context.notes.lost.push(pronoun);
  else Object.assign(form, told);
  assumptions.push(CHANGES_THE_ONE_BEFORE);
}
