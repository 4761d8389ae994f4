/** A longer heading is not looked into. */
const LONGEST_HEADING = 200;

/** What a heading's brackets, or signs, say that its figures are counted in, as names of columns say it. */
const units: ReadonlyMap<string, string> = new Map([
  ...pairs("eur", "€ eur euro euros"),
  ...pairs("usd", "$ usd us$ dollars"),
  ...pairs("gbp", "£ gbp pounds"),
  ...pairs("jpy", "¥ jpy"),
  ...pairs("percent", "% pct percent"),
  ...pairs("minutes", "min mins minutes"),
  ...pairs("hours", "h hr hrs hours std"),
  ...pairs("seconds", "s sec secs seconds"),
  ...pairs("sqm", "m² m2 sqm qm"),
  ...pairs("kg", "kg kgs kilos"),
  ...pairs("liters", "l litres liters"),
]);

function pairs(name: string, said: string): [string, string][] {
  return said.split(" ").map((each) => [each, name]);
}

/** What stands in brackets and says nothing but how a column is answered: "(Y/N)", "(1-5)", "(yes or no)", "(optional)". */
const answerForm =
  /^(?:y ?\/ ?n|yes ?(?:\/|or) ?no|ja ?\/ ?nein|j ?\/ ?n|x|optional|required|\d{1,3} ?(?:-|–|to) ?\d{1,3}(?: scale)?|tick|select one|please specify)$/i;
const bracket = /[([]([^()[\]]{1,40})[)\]]/;

/** "Paid?" is none. */
const isQuestion =
  /^(?:how|which|what|who|where|when|why|do|did|would|have|are|is|could|will|can) .*(?:\?|\b(?:you|your|us|our|we)\b)|^your /i;

/**
 * The texts that the names of a table's columns are made of: headings as people write them, with their units last and in letters
 * ("% margin", "Weight [kg]", "Cost (€)"), and for a question of a form what it asks about ("Which department did you visit?").
 * Two that would be the same say more, or stay headings.
 */
export function headingNames(headings: readonly string[]): string[] {
  const names = headings.map(namesOf);
  const isOnce = (at: 0 | 1) => {
    const counts = new Map<string, number>();
    for (const each of names) counts.set(each[at].toLowerCase(), (counts.get(each[at].toLowerCase()) ?? 0) + 1);
    return (name: string) => counts.get(name.toLowerCase()) === 1;
  };
  const [isShortOnce, isLongOnce] = [isOnce(0), isOnce(1)];
  return names.map(([short, long], at) =>
    isShortOnce(short) ? short : isLongOnce(long) ? long : (headings[at] ?? ""),
  );
}

/** The name of one heading, and a longer one. */
function namesOf(heading: string): [short: string, long: string] {
  if (heading.length > LONGEST_HEADING) return [heading, heading];
  const { text, unit } = apart(heading.trim());
  const abouts = isQuestion.test(text) ? askedAbout(text) : [text, text];
  const [short = text, long = text] = abouts.map((about) => [about, unit].filter(Boolean).join(" "));
  return [short, long];
}

/** A heading without the brackets that say a unit or a form, and the unit. */
function apart(heading: string): { text: string; unit: string } {
  const inside = bracket.exec(heading)?.[1]?.trim() ?? "";
  const without = heading.replace(bracket, " ").trim();
  const unit = units.get(inside.toLowerCase().replace(/^in /, ""));
  if (unit !== undefined && without !== "") return { text: without, unit };
  if (answerForm.test(inside) && without !== "") return { text: without, unit: "" };
  const sign = /^%\s*(.+)$|^(.*\S)\s*(?<! in )([%€£$])$|^(.+) in ([%€£$])$/.exec(heading);
  const [, afterPercent, before, last, beforeIn, lastIn] = sign ?? [];
  const measured = afterPercent ?? beforeIn ?? before;
  return measured === undefined
    ? { text: heading, unit: "" }
    : { text: measured, unit: units.get(lastIn ?? last ?? "%") ?? "percent" };
}

const you = "(?:you|u|they|he|she|we)";
/** Questions of forms, and what each is about; the first that fits is taken. */
const questions: readonly RegExp[] = [
  // "Which department did you visit?"
  new RegExp(`^(?:which|what) (.{2,60}?) (?:do|did|does|have|has|are|were|would|will|can) ${you}\\b.{0,80}$`, "i"),
  // "What is your age group?"
  /^(?:what|who|which|where|when) (?:is|are|was|were)(?: the)? (?:your |name of (?:the |your ))?(.{2,80})$/i,
  // "How long did you wait?"
  new RegExp(`^how (?:long|often|much time) (?:do|did|does|have|had) ${you} (?:have to )?(.{2,80})$`, "i"),
  // "How many children do you have?"
  new RegExp(`^how (?:many|much) (.{2,60}?) (?:do|did|does|have|are|were) ${you}\\b.{0,80}$`, "i"),
  // "How would you rate the food?"
  new RegExp(`^how (?:would|do|did|are) ${you} (?:rate|find|like|judge|describe|score) (.{2,80})$`, "i"),
  // "Would you recommend us to a friend?", "Do you own a car?"
  new RegExp(`^(?:would|do|did|have|has|will|can|could|are|were) ${you} (?:like to |ever )?(.{2,80})$`, "i"),
  // "What could we do better?"
  new RegExp(`^(?:what|how|where|when) (?:could|can|should|would|do|did) ${you} (.{2,80})$`, "i"),
  /^your (.{2,80})$/i,
];
/** "How satisfied are you with our service?" is about satisfaction with it. */
const degree = new RegExp(`^how (\\p{L}{2,20}) (?:is|are|was|were|do|did) ${you}?(?: feel)?(.{0,120})$`, "iu");
const degrees: ReadonlyMap<string, string> = new Map([
  ["satisfied", "satisfaction"],
  ["happy", "happiness"],
  ["likely", "likelihood"],
  ["important", "importance"],
  ["confident", "confidence"],
  ["interested", "interest"],
  ["easy", "ease"],
  ["clean", "cleanliness"],
  ["old", "age"],
  ["tall", "height"],
]);
/** What nobody says again when asking about an answer. */
const idle = /\b(?:a|an|the|your|our|us|we|you|please)\b/gi;

function askedAbout(text: string): [short: string, long: string] {
  const asked = text.replace(/\?.*$/, "").trim();
  const plain = (words: string) => words.replace(idle, " ").replaceAll(/\s+/g, " ").trim() || text;
  const [, adjective = "", rest = ""] = degree.exec(asked) ?? [];
  const noun = degrees.get(adjective.toLowerCase());
  if (noun !== undefined) return [noun, plain(`${noun} ${rest}`)];
  const found = questions.map((question) => question.exec(asked)?.[1]).find((about) => about !== undefined);
  return [plain(found ?? asked), plain(asked)];
}
