import { type Assembled, assemble } from "../assemble/assemble.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { CHANGES_THE_ONE_BEFORE } from "../question.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { continueForm, followUpOf } from "./by-schema.ts";
import { someOfGroups, withFigures, withOtherFigure } from "./figures-beside.ts";
import { countOfRows } from "./rows-behind.ts";
import { moreOfRows } from "./more-of-rows.ts";
import { besideOther, bothValues, periodOf } from "./other-times.ts";
import { asShares } from "./shares.ts";
import { referringBack } from "./pronouns.ts";
import { AT_THE_SAME_TIME } from "./places.ts";
import { OF_A_PERSON } from "./rows-of-pronoun.ts";
import type { Referring } from "./referring.ts";
import { rowsMeant } from "./rows-meant.ts";
import { ofTheSamePeople } from "./same-people.ts";
import { rankedByOther, withNames } from "./names-unsaid.ts";
import { comparesValues, eachOfValues } from "./values-compared.ts";
import { mayLeaveUnsaid, unsaidChange } from "./unsaid.ts";
import { type Wording, wordingOf } from "./wording.ts";

/** How a question goes on from the one before. */
export interface GoingOn {
  before: LogicalForm;
  /** The answers before that, the latest first. */
  longBefore: readonly LogicalForm[];
  wording: Wording;
  /** The rows of the answer before that it speaks of. */
  referring: Referring | null;
}

/** A question after an answer, and how it is read: without the words that only say so, and with names where it has pronouns. */
export function goingOnFrom(
  earlier: readonly LogicalForm[],
  said: string,
  catalog: Catalog,
): { goingOn: GoingOn | null; text: string } | null {
  const same = ofTheSamePeople(said, earlier.toReversed(), catalog);
  const [before, ...longBefore] = same.latestFirst;
  if (before === undefined) return null;
  const wording = wordingOf(
    atTheSameTime(same.text, before),
    before.outputs.some(({ expression }) => isAggregate(expression)) || before.order.some(({ by }) => isAggregate(by)),
  );
  const ranked = wording.replaces ? rankedByOther(wording.text, before, catalog) : null;
  if (ranked !== null) return { goingOn: null, text: ranked };
  const named = withNames(wording, before, catalog);
  const referring = named === null ? referringBack(wording.text, before, catalog) : null;
  const isOpen = named === null && (referring === null || referring.rows === null);
  const further = isOpen ? referringFurther(wording.text, before, longBefore, catalog) : null;
  const goingOn = further ?? { before: referring?.at ?? before, longBefore, referring };
  return { goingOn: { ...goingOn, wording }, text: named ?? goingOn.referring?.text ?? wording.text };
}

/** "show me spend for the same months": in the place of what was told of them. Of the first of a list nothing is told of others. */
const atTheSameTime = (text: string, { limit }: LogicalForm): string =>
  limit === null ? text.replace(AT_THE_SAME_TIME, " instead") : text;

/** Answers before the last one that a pronoun may lead back to. */
const MOST_ANSWERS_BACK = 3;

/**
 * "how many orders do they have" after what share one of them has: a figure is nobody, so they are those of the answer before it. "how
 * much did it make" after the reasons why the first product came back: that product.
 */
function referringFurther(
  text: string,
  before: LogicalForm,
  longBefore: readonly LogicalForm[],
  catalog: Catalog,
): Pick<GoingOn, "before" | "longBefore" | "referring"> | null {
  const isFigure =
    before.groups.length === 0 &&
    before.outputs.length > 0 &&
    before.outputs.every(({ expression }) => isAggregate(expression));
  for (const [at, further] of longBefore.slice(0, MOST_ANSWERS_BACK).entries()) {
    if (further.limit !== 1 && (at > 0 || !isFigure) && !OF_A_PERSON.test(text)) continue;
    const referring = referringBack(text, further, catalog);
    if (referring !== null && referring.rows !== null)
      return { before: referring.at ?? further, longBefore: longBefore.slice(at + 1), referring };
  }
  return null;
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
export function continued(goingOn: GoingOn, asked: ReadAfter): Assembled | null {
  const { before, referring } = goingOn;
  if (referring !== null && (referring.rows !== null || referring.isPlace === true)) return null;
  for (const change of [comparedWith, valuesCompared, besideOrInstead, shareOfOne, changedBySchema, unsaid]) {
    const changed = change(before, asked, goingOn);
    if (changed !== null) return changed;
  }
  return null;
}

/** "compare web with phone" after the number of rentals: of that figure, rather than of what comes in. */
function valuesCompared(before: LogicalForm, { catalog, metric, text, sketch }: ReadAfter): Assembled | null {
  if (!comparesValues(sketch) || !before.outputs.some(({ expression }) => isAggregate(expression))) return null;
  const changed = continueForm(before, { ...sketch, versus: false }, { catalog, metric, text });
  return changed === null ? null : eachOfValues(before, changed);
}

/** "what share does Germany have" of revenue by country. */
function shareOfOne(before: LogicalForm, { catalog, metric, text, sketch, context }: ReadAfter): Assembled | null {
  const isOfOne = sketch.share !== null && sketch.tables.length === 0 && sketch.filters.length > 0;
  const shares = isOfOne && sketch.filters.every(({ kind }) => kind === "value") ? asShares(before) : null;
  // Of figures that have no one whole, it is no share of anything else.
  if (
    isOfOne &&
    shares === null &&
    before.groups.length > 0 &&
    /^(?:and )?what share (?:is|was|does|did|has)\b/i.test(text)
  )
    context.notes.lost.push(text);
  return shares === null
    ? null
    : continueForm(shares, { ...sketch, share: null, outputs: [] }, { catalog, metric, text });
}

function changedBySchema(
  before: LogicalForm,
  { catalog, metric, text, sketch }: ReadAfter,
  { wording, longBefore }: GoingOn,
): Assembled | null {
  // "just the Student plan": the plan names no column that is asked for.
  const isNarrowed = wording.narrows && sketch.filters.length > 0;
  const outputs = isNarrowed ? sketch.outputs.filter(({ kind }) => kind !== "column") : sketch.outputs;
  const change = followUpOf(text, { ...sketch, outputs }, wording);
  if (change === null) return null;
  const figure =
    change.bucket === null && change.groups.length === 0 ? null : figureNarrowed(before, longBefore, catalog);
  const changed = continueForm(figure ?? before, change, { catalog, metric, text });
  // "waiting for parts, I mean", which it was: something else is meant by it. "Make it monthly" says what it is to be.
  const isRestricted = wording.replaces && change.bucket === null;
  if (changed !== null && isRestricted && isUnchanged(changed.form, before)) changed.context.notes.lost.push(text);
  const counted = changed !== null && wording.counts ? countOfRows(changed.form, catalog) : null;
  return changed === null || counted === null ? changed : { ...changed, form: counted };
}

/** True for the same question, in whatever order its conditions stand. */
function isUnchanged(...forms: readonly [LogicalForm, LogicalForm]): boolean {
  const [one, other] = forms.map((form) =>
    JSON.stringify({ ...form, via: [], where: form.where.map((each) => JSON.stringify(each)).toSorted() }),
  );
  return one === other;
}

/** "make it monthly" after which of the groups are in Croatia: the figure of these groups. Null after any other answer. */
function figureNarrowed(before: LogicalForm, [further]: readonly LogicalForm[], catalog: Catalog): LogicalForm | null {
  if (
    further === undefined ||
    further.groups.length === 0 ||
    before.outputs.some(({ expression }) => isAggregate(expression))
  )
    return null;
  const isOfGroups = (one: LogicalForm["where"][number]) =>
    one.kind === "within" &&
    !one.negated &&
    JSON.stringify(one.form.groups) === JSON.stringify(keysOfGroups(further, catalog));
  if (before.limit !== null || !before.where.some(isOfGroups)) return null;
  return { ...further, where: [...further.where, ...before.where.filter((one) => !isOfGroups(one))] };
}

const keysOfGroups = (form: LogicalForm, catalog: Catalog) => rowsMeant(form, catalog)?.keys.groups;

function unsaid(
  before: LogicalForm,
  { catalog, text, sketch, context }: ReadAfter,
  { wording }: GoingOn,
): Assembled | null {
  // "average days late": from when to when is no restriction.
  const asked = context.sketch.filters.length === 0 ? { ...sketch, filters: [] } : sketch;
  const alone = mayLeaveUnsaid(text, asked) ? assemble(context) : null;
  const form =
    alone === null
      ? null
      : unsaidChange(before, { text, said: wording.text, sketch: asked, form: alone.form, catalog });
  return alone === null || form === null ? null : changeOf(alone, form);
}

const changeOf = (alone: Assembled, form: LogicalForm): Assembled => ({
  ...alone,
  form,
  assumptions: [...alone.assumptions, CHANGES_THE_ONE_BEFORE],
});

const COMPARES =
  /^(?:and )?(?:how (?:does|did|do) (?:that|this|it|they) compare|compare[ds]?(?: (?:that|this|it|them|those))?|versus|vs\.?|against) ?(?:to|with|against)? (?=\S)/i;

/** "vs 2023", "vs France", "compare that to March 2024": the figures of that time or value beside those before. */
function comparedWith(before: LogicalForm, { text, sketch, catalog, metric, context }: ReadAfter): Assembled | null {
  const [only, ...more] = sketch.filters;
  const isOther = only?.kind === "period" || (only?.kind === "value" && !only.negated);
  if (!COMPARES.test(text) || !isOther || more.length + sketch.tables.length + sketch.groups.length > 0) return null;
  const change = { ...sketch, versus: false, outputs: [], superlatives: [], orders: [] };
  const moved = continueForm(before, change, { catalog, metric, text });
  if (moved === null) return null;
  const other = only.kind === "period" ? periodOf(moved.form) : undefined;
  const form = other === undefined ? bothValues(moved.form, before) : besideOther(before, other, sketch.today);
  return form === null || context.notes.lost.length > 0 ? null : { ...moved, form };
}

/** What is asked beside what was shown, or in its place. Null where it cannot stand there. */
function besideOrInstead(
  before: LogicalForm,
  { catalog, context }: ReadAfter,
  { wording, longBefore }: GoingOn,
): Assembled | null {
  if (!wording.adds && !wording.replaces && !wording.narrows) return null;
  const alone = assemble(context);
  const rows = wording.adds ? rowsMeant(before, catalog) : null;
  const form =
    alone === null
      ? null
      : wording.narrows
        ? someOfGroups(before, alone.form)
        : wording.replaces
          ? withFigureOf([before, ...(wording.goesBack ? longBefore : [])], alone.form, catalog)
          : (withFigures(before, alone.form, catalog) ??
            (rows === null ? null : moreOfRows(before, alone.form, { rows, catalog })));
  return alone === null || form === null ? null : changeOf(alone, form);
}

/** "back to revenue": of the last answer that has groups or rows of which there is such a figure. */
function withFigureOf(answers: readonly LogicalForm[], asked: LogicalForm, catalog: Catalog): LogicalForm | null {
  for (const answer of answers) {
    const changed = withOtherFigure(answer, asked, catalog);
    if (changed !== null) return changed;
  }
  return null;
}
