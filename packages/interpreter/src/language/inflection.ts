import { stemmer } from "stemmer";
import { spelledOut } from "./short-forms.ts";

/** Plurals and forms that suffix stripping cannot find. */
const irregular = new Map<string, string>([
  ["people", "person"],
  ["men", "man"],
  ["women", "woman"],
  ["children", "child"],
  ["bought", "buy"],
  ["sold", "sell"],
  ["spent", "spend"],
  ["paid", "pay"],
  ["made", "make"],
  ["taught", "teach"],
  ["wrote", "write"],
  ["written", "write"],
  ["drove", "drive"],
  ["driven", "drive"],
  ["rode", "ride"],
  ["ridden", "ride"],
  ["flew", "fly"],
  ["flown", "fly"],
  ["sang", "sing"],
  ["sung", "sing"],
  ["production", "produce"],
  ["won", "win"],
  ["lost", "lose"],
  ["held", "hold"],
  ["led", "lead"],
  ["gave", "give"],
  ["given", "give"],
  ["taken", "take"],
  ["took", "take"],
  ["departure", "depart"],
  ["departures", "depart"],
  ["sent", "send"],
  ["withdrew", "withdraw"],
  ["withdrawn", "withdraw"],
  ["began", "begin"],
  ["begun", "begin"],
  ["subs", "subscription"],
  ["built", "build"],
  ["born", "birth"],
  ["analyses", "analysis"],
  ["sales", "sale"],
  ["data", "data"],
  ["media", "medium"],
  ["feet", "foot"],
  ["bookings", "book"],
  ["dr", "doctor"],

  ["series", "series"],
  ["status", "status"],
  ["num", "number"],
  ["nbr", "number"],
  ["qty", "quantity"],
  ["amt", "amount"],
  ["avg", "average"],
  ["max", "maximum"],
  ["min", "minimum"],
  ["desc", "description"],
  ["addr", "address"],
  ["dept", "department"],
  ["emp", "employee"],
  ["cust", "customer"],
  ["mgr", "manager"],
  ["temp", "temperature"],
  ["tel", "telephone"],
  ["yr", "year"],
  ["lat", "latitude"],
  ["dob", "birth"],
  ["pct", "percent"],
  ["e-mail", "email"],
  ["e-mails", "email"],
  ["org", "organization"],
  ["ins", "insurance"],
  ["ref", "reference"],
  ["appr", "approved"],
  ["acct", "account"],
  ["inv", "invoice"],
  ["mth", "month"],
  ["prio", "priority"],
  ["loc", "location"],
  ["pos", "position"],
  ["msg", "message"],
  ["usr", "user"],
  ["vol", "volume"],
  ["cnt", "count"],
  ["lng", "longitude"],
  ["txn", "transaction"],
  ["shelves", "shelf"],
  ["halves", "half"],
  ["knives", "knife"],
  ["wolves", "wolf"],
  ["grey", "gray"],
  ["cheque", "check"],
  ["cheques", "check"],
  ["licence", "license"],
  ["licences", "license"],
  ["jewellery", "jewelry"],
  ["tyre", "tire"],
  ["tyres", "tire"],
  ["programme", "program"],
  ["programmes", "program"],
  ["catalogue", "catalog"],
  ["catalogues", "catalog"],
  ["statuses", "status"],
  ["addresses", "address"],
  ["matches", "match"],
]);

/** A rating is no rate, though suffix stripping makes one of it. */
const apart = /^(ratings?|rated)$/;

/** Words that a shared stem would take for one another: a department does not depart, mountaineers are not mountains, and news are not what is new. */
const noun = /^(department|mountaineer|news)s?$/;

/** Spellings of one word: "colour" and "color", "organisation" and "organization", "centre" and "center". */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(col|lab|neighb|behavi|hon|harb|flav|fav|hum|rum|od|vap|arm)our/, "$1or"],
  [/^(cent|theat|fib|calib|lit|(?:kilo|centi|milli)?met)re(s?)$/, "$1er$2"],
  [
    /^(organ|categor|author|special|standard|recogn|util|custom|summar|final|optim|subsid|priorit)is(?=e|ing|ation)/,
    "$1iz",
  ],
  [/^(off|def|pret)ence/, "$1ense"],
  [/^([a-z]{4,})people$/, "$1person"],
  [/^((?:super|ad)vis)ors?$/, "$1er"],
  [/^(?!famil|dail|homil)([a-z]{3,})ily$/, "$1y"],
  [
    /^(fore|sales|crafts|crew|drafts|trades|fire|watch|fisher|alder|handy|noble|states|work|dust|mail|post|ferry|milk)men$/,
    "$1man",
  ],
  [/^(cancel|travel|label|model|enrol|fulfil|total|level)l(?=ed|ing|er)/, "$1"],
  [/^(enrol|fulfil)ment/, "$1lment"],
];

const respelt = (word: string): string =>
  spellings.reduce((spelt, [pattern, other]) => spelt.replace(pattern, other), word);

/** Results that are remembered of a function of words, before they are forgotten together. */
const MOST_REMEMBERED_WORDS = 20_000;

/** A function of words that remembers what it has found. */
export function remembering<Found>(find: (words: string) => Found): (words: string) => Found {
  const known = new Map<string, Found>();
  return (words) => {
    const cached = known.get(words);
    if (cached !== undefined) return cached;
    const found = find(words);
    if (known.size > MOST_REMEMBERED_WORDS) known.clear();
    known.set(words, found);
    return found;
  };
}

/** Reduces an English word to the stem that links its forms ("managers", "managing" → "manag"). */
export const stem = remembering((word) => {
  const lower = word.toLowerCase();
  // "invs" are several of what "inv" is short for.
  const plain = irregular.get(lower) ?? irregular.get(lower.replace(/s$/, "")) ?? respelt(lower.replace(/uses$/, "us"));
  const isSuffixed = /^[a-z]+$/.test(plain) && !plain.endsWith("us");
  const whole = apart.test(plain) ? "rating" : (noun.exec(plain)?.[1] ?? null);
  return whole !== null ? whole : isSuffixed ? stemmer(plain) : plain;
});

/** Splits an identifier into lower-case words: "InvoiceLine", "invoice_line" → ["invoice", "line"]; "site_nm" → ["site", "name"]. */
export const splitIdentifier = (name: string): string[] => spelledOut(wordsAsWritten(name));

/** The words of an identifier as they stand in it, none in full or in English. */
export const wordsAsWritten = (name: string): string[] =>
  name
    // "WiFi" and "RAM_MiB": one word each, with a capital in it
    .replace(/(?<![a-zA-Z])(?:[WH]iFi|SciFi|[KMGT]iB)(?![a-z])/g, (word) => word.toLowerCase())
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/([a-zA-Z])(\d)/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word === "" ? [] : [word.toLowerCase()]));
