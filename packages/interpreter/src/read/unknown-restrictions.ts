/** The words of a question by their places. */
type Said = (token: number) => string;
/** What tokens mean here. */
type KindOf = (token: number) => "schema" | "value" | undefined;
type Restriction = (token: number, said: Said, kindOf: KindOf) => boolean;

/** What was done to something, or is being done. */
export const deed = /(?<!^(?:fail|miss|refus|reject|cancell?|skipp|declin))(ing|ed)$/;
/** Spans of time whose days nobody has told. */
export const spans =
  /^(?:term|semester|season|session|financial|fiscal|cycle|sprint|holiday|holidays|christmas|easter|spring|summer|autumn|fall|winter|morning|afternoon|evening|weekend|shift)$/;
/** How it came out: other rows than all that it was done to. */
const outcome = /^(?:failed|missed|refused|rejected|cancell?ed|skipped|declined|un[a-z]{2,}(?:ed|id))$/;
/** What is true of any rows that are counted, or is said of what follows. */
const general =
  /^(?:there|here|available|present|known|held|kept|found|shown|part|within|among|given|taken|seen|made|in|on|at|of)$/;
const endsThere = /^(?:|[?.!]|and|but|now|today|tonight|tomorrow|currently|this|next|right|at)$/;
const copula = /^(?:are|is|were|was)$/;
/** All that is kept, whatever it is called, and the house whose data it is. */
const whole =
  /^(?:data(?:base|set)?|tables?|records?|system|list|network|catalog(?:ue)?|collection|regist(?:er|ry)|files?|fleet|portfolio|range|inventory|stock|house|company|business|firm|organi[sz]ation|group|world|country|place|area|field|past|future|end|beginning|start|middle|meantime|morning|afternoon|evening|night|same|other|rest|following|way|case|order|question|sample|results?|sheet|spreadsheet|bank|school|shop|store|hotel|hospital|university|college|library|club|museum|restaurant|airline|factory|office|clinic|church|chain|team|department)$/;

/** "how many seats are broken", "which seats are loose", "seats that are loose": those alone are meant; "written by Kim" says by whom. */
const isPredicate: Restriction = (token, said, kindOf) => {
  if (!copula.test(said(token - 1)) || general.test(said(token)) || said(token + 1) === "by") return false;
  const isLast = endsThere.test(said(token + 1));
  if (/^(?:that|which)$/.test(said(token - 2)) && isLast) return true;
  // "members who are friends of a coach"
  if (said(token - 2) === "who" && said(token + 1) === "of") return true;
  const isAsked = (said(0) === "how" && said(1) === "many") || (/^(?:which|who)$/.test(said(0)) && isLast);
  return kindOf(token - 2) === "schema" && isAsked && !deed.test(said(token));
};

/** "students absent this week": those alone are asked for, of that time. */
const isState: Restriction = (token, said, kindOf) =>
  (kindOf(token - 1) === "schema" || (copula.test(said(token - 1)) && /^(?:who|that|which)$/.test(said(token - 2)))) &&
  !/^(?:volume|total|amount|value|count|number|sum|figure|activity|growth|history|trend|level|rate)s?$/.test(
    said(token),
  ) &&
  !general.test(said(token)) &&
  !deed.test(said(token)) &&
  /^(?:this|last|today|yesterday|right)$/.test(said(token + 1));

/** "accounts without any usage": those that lack it, whatever it is. */
const isLacked: Restriction = (token, said, kindOf) =>
  kindOf(token + 1) === undefined &&
  /^without$/.test(said(/^(?:any|an?|the|some)$/.test(said(token - 1)) ? token - 2 : token - 1));

/** "satisfaction score by team": a figure of its own, whatever else has a score. */
const isOfFigure: Restriction = (token, said, kindOf) =>
  kindOf(token + 1) === "schema" &&
  /^(?:scores?|ratings?|index|rates?|levels?)$/.test(said(token + 1)) &&
  /[a-z]{4,}(?:tion|ment|ness|ity|ance|ence|ship|th)$/.test(said(token));

/** "which gardener is the kindest": another one than whoever is listed first. */
const isDegree: Restriction = (token, said) =>
  /^(?:the|our|your)$/.test(said(token - 1)) && /^[a-z]{3,}est$/.test(said(token)) && !notDegrees.test(said(token));
const notDegrees =
  /^(?:guest|interest|request|forest|test|contest|protest|harvest|invest|arrest|digest|conquest|inquest|bequest|latest|earliest|newest|west|(?:mid|north|south)west|chest|crest|quest|nest|rest|pest|vest)$/;

/** "with an electric bell", "because of a torn label", "have a garden key": what stands there is the bell, whatever else is electric. */
const isHeadOfPhrase: Restriction = (token, said, kindOf) =>
  /^(?:an?|the)$/.test(said(token - 2)) &&
  /^(?:with|for|by|from|about|than|into|through|via|have|has|had|own|owns|need|needs|use|uses|want|wants)$/.test(
    said(token - 3),
  ) &&
  (kindOf(token - 1) !== "schema" || (deed.test(said(token - 1)) && /^(?:|[?.!])$/.test(said(token + 1)))) &&
  !deed.test(said(token));

/** "tulips in the greenhouse": those that are there, and no others. */
const isPlace: Restriction = (token, said) =>
  said(token - 1) === "the" &&
  /^(?:in|inside|at|outside|behind|near|on)$/.test(said(token - 2)) &&
  /^(?:|[?.!])$/.test(said(token + 1)) &&
  !whole.test(said(token)) &&
  !deed.test(said(token));

/** "bulbs soaked last week", "bulbs insured for over 500": what was done to them, of which nothing is kept. */
const isDoneThen: Restriction = (token, said, kindOf) =>
  deed.test(said(token)) &&
  !general.test(said(token)) &&
  kindOf(token - 1) === "schema" &&
  (/^(?:last|this|yesterday|today)$/.test(said(token + 1)) ||
    (said(token + 1) === "on" && weekday.test(said(token + 2))) ||
    isForAmount(token + 1, said));

const weekday = /^(?:an?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week(?:day|end)s?)$/;

/** "for more than 500", but for a time: "for over 20 hours" may be what a number is kept of. */
function isForAmount(token: number, said: Said): boolean {
  if (said(token) !== "for") return false;
  const after = [1, 2, 3, 4, 5].map((next) => said(token + next)).join(" ");
  return (
    /^(?:(?:more|less) than |over |under |above |below |at (?:least|most) )?\d/.test(after) &&
    !/ (?:second|minute|hour|day|week|month|year)s?\b/.test(after)
  );
}

/** "tulips picked up at the gate", "tulips sent to a friend": where nothing of what follows is known, either. */
const isDoneElsewhere: Restriction = (token, said, kindOf) => {
  if (!deed.test(said(token)) || general.test(said(token)) || kindOf(token - 1) !== "schema") return false;
  const next = /^(?:up|off|out|away|down|over|back)$/.test(said(token + 1)) ? token + 2 : token + 1;
  if (!/^(?:at|by|in|to|with|on|from|through|into|because|due)$/.test(said(next))) return false;
  const after = [1, 2, 3, 4, 5, 6].map((more) => next + more);
  return (
    after.some((at) => /^[a-z]{3,}$/.test(said(at))) &&
    after.every((at) => kindOf(at) === undefined && !/\d|^(?:them|it|him|her|us)$/.test(said(at)))
  );
};

/** "who opened our leaflet": what it was done with. */
const isObject: Restriction = (token, said) =>
  said(token - 1) === "our" && /(?:ed|through|via|from|about|with|by)$/.test(said(token - 2));

/** "lessons where the pupil slept": how it went. */
const isHowItWent: Restriction = (token, said, kindOf) =>
  deed.test(said(token)) &&
  kindOf(token - 1) === "schema" &&
  /^(?:|[?.!])$/.test(said(token + 1)) &&
  (said(token - 2) === "where" || said(token - 3) === "where");

/** "on the waiting list": which list it is. */
const isList: Restriction = (token, said) =>
  /^lists?$/.test(said(token + 1)) && /^(?:the|an?|our)$/.test(said(token - 1));

/** "in early March", "in the middle of 2024", "before the end of it": a part of that time, and not all of it. */
const isPartOfTime: Restriction = (token, said) => {
  if (!/^(?:early|late|mid|middle|end|beginning|start)$/.test(said(token))) return false;
  const next = said(token + 1) === "of" ? token + 2 : token + 1;
  return NAMES_OF_TIMES.test(said(said(next) === "the" ? next + 1 : next));
};
const NAMES_OF_TIMES =
  /^(?:(?:19|20)\d\d|q[1-4]|jan(?:uary)?|feb(?:ruary)?|march|mar|april|apr|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|last|this|next|previous|week|month|quarter|year)$/;

const restrictions: readonly Restriction[] = [
  isPartOfTime,
  (token, said) => outcome.test(said(token)),
  (token, said) => /^(?:this|our|entire|whole|these)$/.test(said(token - 1)) && spans.test(said(token)),
  isOfFigure,
  isPredicate,
  isState,
  isLacked,
  isDegree,
  isHeadOfPhrase,
  isPlace,
  isDoneThen,
  isDoneElsewhere,
  isObject,
  isList,
  isHowItWent,
];

/** True for an unknown word that says which rows are meant: nothing else can stand for it. */
export const isRestriction: Restriction = (token, said, kindOf) =>
  restrictions.some((holds) => holds(token, said, kindOf));
