import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import { unitNamed, unitOf } from "../language/units.ts";
import type { Assembled } from "../assemble/assemble.ts";
import { ofItsOwn } from "../assemble/done-with.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import { isAggregate } from "../form/visit.ts";
import { harmless } from "../read/harmless-words.ts";
import { isPerson } from "../catalog/persons.ts";
import { bestScore } from "../read/reader.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm, Output } from "../form/logical-form.ts";
import type { UnknownWord, Sketch } from "../read/sketch.ts";

/** Words that ask for nothing of their own, whatever stands beside them. */
const fillers =
  /^(names?|titles?|ids?|numbers?|amounts?|values?|dates?|kinds?|types?|sorts?|lists?|entries|entry|results?|details?|info|people|persons?|ones?|things?|items?|someone|anyone|everyone|somebody|anybody|everybody|company|companies|organi[sz]ation|business|shop|store|system|world|time|times|total|totals|overall|altogether|side|back|part|parts|order|orders?|per|ever|yet|still|far|date|stand|look|looks|looking|work|works|worked|working|live|lives|living|lived|come|comes|go|goes|make|makes|made|get|gets|got|belong|belongs|take|takes|took|held|hold|correspond|corresponds|old|whole|single|same|each|every|also|only|really|actually|roughly|exactly|about|approximately|currently|presently|now|already|today|hey|hi|hello|ok|okay|thanks|thank|help|question|wonder|wondering|curious|let|lets|know|see|think|guess|say|says|said|mean|means|offer|offers|offered|process|processed|place|placed|receive|receives|received|create|created|rows?|records?|register|registered|produce|produces|produced|provide|provides|provided|give|given|gave|happen|happened|occur|occurred|appear|appears|members?|statuses|use|uses|using|represented|across|various|individual|specific|particular|certain|particular|various|respective|actual|possible|associated|related|involved|included|contained|covered|found|seen|shown|listed|stored|kept|tracked|counted|needed|required|run|runs|ran|serve|serves|served|operate|operates|operated|start|started|begin|began|whose|what|which|that|this|those|these|available|awards?|handled?|handles|did|done|do|does|instead|please|again|too|participates?|participated|sends?|sent|prescribed?|prescribes|resides?|resided|residing|conducted|performed|enters?|entered|builds?|built|constructed|designed|assigned)$/i;

/** True for a word that asks for nothing, whatever the data holds. */
export const asksNothing = (word: string): boolean => fillers.test(word) || harmless.test(word);

/** True where nothing in the form leaves a row out, ranks or groups: an answer about all rows there are. */
function isUnrestricted(form: LogicalForm): boolean {
  return (
    form.where.length + form.having.length + form.groups.length + form.joins.length === 0 &&
    form.limit === null &&
    form.combine === null &&
    form.per === undefined &&
    form.order.length === 0
  );
}

/** Words that the form has no place for, in the order of the question; words that ask for nothing do not count. */
export const leftOut = (sketch: Sketch): string[] =>
  sketch.unknown.flatMap(({ text }) =>
    fillers.test(text) || text.toLowerCase() === sketch.said.words("a rate of pay")[1]?.toLowerCase() ? [] : [text],
  );

/** "who shipped over 10 tonnes" is not who paid more than 10: tells a unit after a number in which nothing is kept that the form speaks of. */
function unitLost({ filters, said }: Sketch, form: LogicalForm): (word: UnknownWord) => boolean {
  // "an elevation over 30 m" says what is so much.
  const units = new Set(
    filters.flatMap((one) =>
      one.kind === "compare" && one.operand.kind === "number" && isOpen(one.target)
        ? (said.keptIn(one.operand.value) ?? [])
        : [],
    ),
  );
  if (units.size === 0) return () => false;
  const kept = new Set((JSON.stringify(form).match(/(?<="column":")[^"]+/g) ?? []).map(unitOf));
  return ({ text }) => {
    const unit = unitNamed(text.toLowerCase());
    return unit !== undefined && units.has(unit) && !kept.has(unit) && !OF_TIME.test(unit);
  };
}

/** Units in which numbers of days and hours are said, whatever a column of them is called. */
const OF_TIME = /^(?:years|months|weeks|days|hours|minutes|seconds|ms)$/;

/** True where nothing says of which number so much is: "who shipped over 10 tonnes" names no more than a day. */
const isOpen = (target: Mention | null): boolean =>
  target === null || isTable(target) || target.columns[0]?.column.isDate === true;

/** Words left over that an answer may not leave out: without them it would be to another question. */
export function mayNotBeLeftOut(sketch: Sketch, { form, context }: Assembled): string[] {
  // "how many people came to the dinner" is not how many dinners there are.
  const { subject } = context;
  const isOthers =
    sketch.said.has("people to count") && subject !== null && !isPerson(subject) && form.groups.length === 0;
  const isPeople = ({ text }: UnknownWord) => isOthers && /^(?:people|persons)$/i.test(text);
  // "how much is left to bill" is not how much was billed.
  const isRest = ({ text }: UnknownWord) => sketch.said.has("what is left") && /^(?:left|remaining)$/i.test(text);
  const [, verb] = sketch.said.words("what is to be done");
  const isToDo = ({ text }: UnknownWord) => text.toLowerCase() === verb?.toLowerCase();
  // "what do tutors earn", of whom no pay is known
  const isEarned = ({ text }: UnknownWord) => /^earn(?:s|ed)?$/i.test(text) && !sketch.said.has("a rate of pay");
  // "products low in stock", where "low" is how urgent a ticket is
  const isMuchOf = ({ text }: UnknownWord) => text === sketch.said.words("much or little of")[1];
  const isUnit = unitLost(sketch, form);
  const isAsked = (word: UnknownWord) =>
    isKindOfRows(word, sketch) ||
    isUnit(word) ||
    isMuchOf(word) ||
    isPeople(word) ||
    isEarned(word) ||
    isValueOfRows(word, sketch) ||
    isRest(word) ||
    isToDo(word);
  const words = sketch.unknown.filter((word) => (!fillers.test(word.text) || isAsked(word)) && word.role !== "here");
  if (words.length === 0) return [];
  // "Which orders used a coupon?" is not answered by all orders.
  const restricts = words.filter((word) => word.token !== 0 || !harmless.test(word.text));
  const shows = form.outputs.some((output) => !isAggregate(output.expression));
  const told = context.sketch.outputs.length;
  const isNamed = context.subject !== null && form.outputs.every(isLabelOf(context.subject));
  if (isUnrestricted(form) && restricts.length > 0 && !(shows && (told >= 2 || (form.outputs.length >= 2 && !isNamed))))
    return restricts.map(({ text }) => text);
  return words
    .filter(
      (word) =>
        isEssential(word) ||
        isAsked(word) ||
        isNumber(word) ||
        isHeadOfCompound(word, sketch) ||
        isRemainder(word, sketch) ||
        isRateOf(word, sketch) ||
        isOfNone(word, sketch) ||
        isOfOtherFigure(word, sketch) ||
        isPlannedFigure(word, sketch) ||
        ranks.test(word.text) ||
        ((word.role === "doing" || /^left$/i.test(word.text)) && isOfAnotherDeed(word, form)) ||
        (!/^\d/.test(word.text) && besideGroup(word, sketch)),
    )
    .map(({ text }) => text);
}

/** A person's first and last name say no more of the question than one name does. */
const isLabelOf =
  ({ name, label }: CatalogTable) =>
  ({ expression }: Output): boolean =>
    expression.kind === "column" &&
    expression.table === name &&
    label.some((column) => column.name === expression.column);

/** What is counted or asked for, and a name that says which rows are meant: nothing else can stand for them. */
const isEssential = ({ role, text }: UnknownWord): boolean =>
  /^(?:nothing|anything|none|nobody|nowhere|neither|nor|behind|ahead|beyond|short|miss|missed|skip|skipped|activity|inactive|dormant|silent|lapsed|refused|declined|failed|stopped|ceased|quit|won|lost|lose|loses|losing|beaten|(?:un)?likely|probably|perhaps|maybe|risky|potential(?:ly)?|birth|birthdays?|better|worse|born|competitors?|competition|rivals?|benchmarks?|tax(?:es)?|vat|speaks?|spoken|fluent|outstanding|unpaid|overdue|owed|owing)$/i.test(
    text,
  ) ||
  ofItsOwn.test(text) ||
  /[a-z] (?:rates?|ratio)$/i.test(text) ||
  role === "counted" ||
  role === "asked" ||
  role === "names";

/** "the longest-lasting contract": which of them is meant. */
const ranks =
  /^(?:long|short|high|low|larg|small|old|young|new|great|fast|slow|strong|weak|heavi|light|deep|tall|wid|rich|poor|busi|quiet|cheap|earli|near|hard|easi)est\b/i;

/** "with 3 or 4 rooms": a number says which rows, how many, or what to compare with. */
const isNumber = ({ text }: UnknownWord): boolean => /^[$€£]?\d/.test(text);

/** "people who churned this year", where only the day on which they signed up is known: that is another question. */
function isOfAnotherDeed({ text, role }: UnknownWord, { where }: LogicalForm): boolean {
  const own = stem(text);
  // "how many tickets did we close": a deed as well, unless it is how any rows come about
  const isBase = role === "doing" && !COMES_ABOUT.test(text);
  return where.some(
    (one) =>
      one.kind === "period" &&
      one.left.kind === "column" &&
      (isBase || /(?:ed|ing)$|^(?:left|quit|went|gone)$/i.test(text)) &&
      splitIdentifier(one.left.column).some(
        (word) => /^(?:start|begin)$/.test(word) || (word.length > 3 && word.endsWith("ed") && stem(word) !== own),
      ),
  );
}

const COMES_ABOUT =
  /^(?:gain|acquire|land|attract|onboard|bring|record|issue|raise|file|write|enter|book|sell|open|start|welcome|recruit|sign|host|hold|organi[sz]e|arrange|deal|cover|need|want|expect|like)$/i;

/** "customer complaints per product": what is counted are complaints, of which nothing is known. */
const isHeadOfCompound = ({ token, text }: UnknownWord, { tables, outputs, filters }: Sketch): boolean =>
  /[a-z]{4}s$|[a-z]{4}(?:tion|ness|ity|ance|ence|ment)$|^(?:cost|price|value|fee|pay|wage)$/.test(text) &&
  tables.some(
    ({ mention, zone }) =>
      zone === "focus" &&
      mention.end === token &&
      singular(mention.text) === mention.text &&
      (mention.start === 0 ||
        outputs.some(({ kind }) => kind === "count") ||
        // "pending leave requests"
        filters.some((one) => one.kind === "value" && one.mention.start === 0 && one.mention.end === mention.start)),
  );

/** "makers without shelved payouts": those that have others lack none the less what is asked of. */
const isOfNone = ({ token = -1 }: UnknownWord, { tables }: Sketch): boolean =>
  tables.some(({ mention, negated }) => negated && token >= 0 && mention.start === token + 1);

/** "click rate by format": no total of clicks. */
const isRateOf = ({ token = -1, text }: UnknownWord, { outputs }: Sketch): boolean =>
  /^(?:rates?|ratios?|percentages?|quota|frequency)$/i.test(text) &&
  outputs.some((one) => (one.kind === "aggregate" || one.kind === "count") && one.mention?.end === token);

/** "budget left for the spring fair": what is left of a number is another number. */
const isRemainder = ({ token = -1, text }: UnknownWord, { outputs }: Sketch): boolean =>
  /^(?:left|remaining|unspent|leftover)$/i.test(text) &&
  outputs.some(
    (one) =>
      (one.kind === "column" || one.kind === "aggregate") &&
      one.mention !== null &&
      one.mention.columns[0]?.column.isNumber === true &&
      (one.mention.end === token || one.mention.start === token + 1),
  );

/** "sales target", "rent arrears": what was to come in is none of what did; "target user" is somebody. */
const isPlannedFigure = ({ token = -1, text }: UnknownWord, { names }: Sketch): boolean =>
  /^(?:targets?|quotas?|goals?|arrears|backlog|pipeline|commissions?|bonus(?:es)?|royalt(?:y|ies))$/i.test(text) &&
  !names.some(({ start }) => start === token + 1);

/** Below this likeness a word only stands for a column. */
const LIKE = 0.8;

/** "quiz score", where only ratings are kept, which a score may be: of a quiz they are not. */
const isOfOtherFigure = ({ token = -1, text }: UnknownWord, { outputs }: Sketch): boolean =>
  !asksNothing(text) &&
  outputs.some((one) => {
    if (one.kind !== "aggregate" || one.mention === null) return false;
    // "research grants", where only a year of study is known
    if (one.mention.end === token && bestScore(one.mention) < LIKE && !/(?:ing|ed)$/i.test(text)) return true;
    if (one.mention.start !== token + 1 || singular(text) !== text) return false;
    const said = stem(one.mention.text);
    const [best] = one.mention.columns;
    return best !== undefined && !best.column.stems.includes(said) && !best.column.table.stems.includes(said);
  });

/** "value of repairs", "repair value", where nothing says what a repair is worth. */
const isValueOfRows = ({ token = -1, text }: UnknownWord, { tables }: Sketch): boolean =>
  /^value$/i.test(text) &&
  tables.some(
    ({ mention: { start, end }, zone }) => zone === "focus" && (end === token || (start > token && start <= token + 3)),
  );

/** "revenue from business customers": which of them, where nothing says what a customer is. */
const isKindOfRows = ({ token = -1, text }: UnknownWord, { tables }: Sketch): boolean =>
  KINDS_OF_ROWS.test(text) && tables.some(({ mention }) => mention.start === token + 1);

const KINDS_OF_ROWS =
  /^(?:company|organi[sz]ation|business|shop|store|work|working|living|looking|old|single|individual|registered|possible|related|certain|certified|serving|operating|held|used|shown|covered|handled|assigned|built|designed|available|awarded)$/i;

/** "by cost centre" where only "cost" is known: the word belongs to the name of the groups. */
function besideGroup(word: UnknownWord, sketch: Sketch): boolean {
  return (
    word.token !== undefined &&
    !/(ing|ed)$/i.test(word.text) &&
    // "how many customers does each employee support": what each of them does.
    !sketch.said.has("do") &&
    [
      ...sketch.groups.map((group) => group.mention),
      ...sketch.orders.flatMap(({ target }) =>
        target.kind === "column" && bestScore(target.mention) < 0.8 ? [target.mention] : [],
      ),
    ].some((mention) => mention.end === word.token || mention.start === (word.token ?? 0) + 1)
  );
}
