import { arrangementPhrases } from "./rephrase-arrangements.ts";
import { conditionPhrases } from "./rephrase-conditions.ts";
import { countPhrases } from "./rephrase-counts.ts";
import { dealingPhrases } from "./rephrase-dealings.ts";
import { everydayPhrases } from "./rephrase-everyday.ts";
import { figurePhrases } from "./rephrase-figures.ts";
import { growthPhrases, growthRankPhrases } from "./rephrase-growth.ts";
import { leadInPhrases } from "./rephrase-lead-ins.ts";
import { moreThanBeforePhrases } from "./rephrase-more-than-before.ts";
import { notePhrases } from "./rephrase-notes.ts";
import { possibleOf } from "./possible-patterns.ts";
import { groupRankPhrases, rankPhrases } from "./rephrase-ranks.ts";
import { requestPhrases } from "./rephrase-requests.ts";
import { sameDayPhrases, timePhrases } from "./rephrase-times.ts";
import { speedPhrases } from "./rephrase-speeds.ts";
import { turnedPhrases } from "./rephrase-turned.ts";
import { weekdayPhrases } from "./rephrase-weekdays.ts";

/** Ways of asking that mean the same as a plainer one, which is read instead. Names and numbers stay as they are. */
export const plainer: readonly (readonly [RegExp, string])[] = [
  ...leadInPhrases,
  ...requestPhrases,
  ...arrangementPhrases,
  ...sameDayPhrases,
  ...conditionPhrases,
  ...timePhrases,
  ...notePhrases,
  ...turnedPhrases,
  ...weekdayPhrases,
  ...growthRankPhrases,
  ...moreThanBeforePhrases,
  ...speedPhrases,
  // A file that was sent is a table by its name.
  [/(?<=[\w-])\.(?:csv|tsv|xlsx|json|parquet)\b/gi, ""],
  [/\b(month|quarter|week|year|day)[- ](?:over|on|to)[- ]\1\b(?! date)/gi, "$1 over $1"],
  [/,? (month|quarter|week|year|day)[- ]by[- ]\1\b(?! (?:growth|change|comparison))/gi, " by $1"],
  [/\b(month|quarter|week|year|day)[- ]by[- ]\1\b/gi, "$1 over $1"],
  // "the campaigns that brought in the most leads"
  [
    /\b(?:brings?|brought)(?: in)? (?:us )?the (most|fewest) (?!money\b|revenue\b|sales\b|income\b|profits?\b|earnings\b|of\b)(?=[a-z]+s\b)/gi,
    "have the $1 ",
  ],
  [/\b([a-z]+s) who (?:are )?(?:work|working) (full|part)[- ]time\b/gi, "$2-time $1"],
  [/\bfull time (?=[a-z]+s\b)/gi, "full-time "],
  [
    /\bpaid the (?:highest|largest|biggest|greatest) (?:total )?(?:amount|sum)(?: of money)?(?: so far)?(?=[\s?.!]*$)/gi,
    "paid the most",
  ],
  [
    /\b(?:top|best|highest)[- ]paying (customers?|clients?|members?|guests?|users?|subscribers?|tenants?|accounts?)\b/gi,
    "$1 who paid the most",
  ],
  // "each vet and the practice where they work": what each belongs to
  [
    /\b((?:the|which|what) [a-z]+),? (?:that |which |where )?(?:they|each(?: of them| one)?|he|she) (?:works?|is based|are based|belongs?|is employed)(?: at| in| for| to)?(?=[\s?.!]*$)/gi,
    "$1",
  ],
  [/\bwith an? worth (?:of )?(?=(?:more|less|over|under|above|below|at)\b)/gi, "worth "],
  // "orders worth more than 2500", "invoices with a value over 500": what is paid for each of them
  [
    /\b(orders?|invoices?|bills?|purchases?|sales|bookings?|deals?|quotes?|payments?|donations?) (?:worth|with an? (?:order |total |invoice )?value(?: of)?) (?=(?:more|less|over|under|above|below|at least|at most)\b)/gi,
    "$1 ",
  ],
  [/\b(?:m\/m|mom)\b/gi, "month over month"],
  [/\b(?:q\/q|qoq)\b/gi, "quarter over quarter"],
  [/\b(?:y\/y|yoy)\b/gi, "year over year"],
  // What buyers and sellers call their papers.
  [/\bPOs\b/g, "purchase orders"],
  [/\bSOs\b/g, "sales orders"],
  // "PO-10001" is how one of them is numbered.
  [/\bPO\b(?! box|[-/#]?\d)/gi, "purchase order"],
  [/\brep(s?)\b(?=\.?(?:\s|[?,.!]|$))/gi, "representative$1"],
  [/\b(?:on )?(?:what|which) (?:days? of the week|week ?days?|days? in the week)\b/gi, "which weekday"],
  [/\b(each|every|per|by) day of the week\b/gi, "$1 weekday"],
  [/\b(?:on )?(what|which) (hours?|times?) of (?:the )?day\b/gi, "which hour"],
  [
    /\b(?:best|strongest|top|record)[- ](month|quarter|year|week|day|weekday)\b(?: (?:ever|so far|of all time|on record|in sales|for sales|by sales|for revenue|by revenue))?/gi,
    "which $1 had the highest revenue",
  ],
  [
    /\b(?:worst|weakest)[- ](month|quarter|year|week|day|weekday)\b(?: (?:ever|so far|of all time|on record|in sales|for sales|by sales|for revenue|by revenue))?/gi,
    "which $1 had the lowest revenue",
  ],
  [/\b(?:what|which)(?:'s| is| was| were| has been)? (?:our |the )?which\b/gi, "which"],
  ...groupRankPhrases,
  // "which single product": one is what is asked for
  [
    /\b(which|what) (?:one )?single (?=[a-z]+(?: [a-z]+)? (?:has|had|is|was|generated|made|brought|sold|earned)\b)/gi,
    "$1 ",
  ],
  [/\bhead counts?\b/gi, "headcount"],
  [/\b(?<!\bof )leavers(?=.* (?:by|per)\b)/gi, "number of employees who left"],
  [/\bleavers\b/gi, "employees who left"],
  [/\b(?:new )?(?:joiners|starters)\b/gi, "employees who joined"],
  [/\b(?:hires|new hires|recruits)\b/gi, "number of employees hired"],
  [
    /\b(?!(?:the|our|an?|is|of)\b)(\w+) (?:split|distribution|mix) (?:of|among|across|for) (?:the |our |all )*(\w+)/gi,
    "number of $2 by $1",
  ],
  [/\b(?:distribution|split|breakdown) of (?:the |our |all )*(\w+) (?:by|across|over|per)\b/gi, "number of $1 by"],
  [/^how much (?:money )?(?:is|was) (?:currently |now )?(?:overdue|past due)\b/i, "total overdue amount"],
  [/\boverdue (?:total|sum)\b/gi, "total overdue amount"],
  [/\b(?:all[- ]time|lifetime) (?=revenue|sales|total)/gi, "total "],
  [/\bwho (?:is|are) the most (loyal|active|frequent) (\w+)\b/gi, "$2 with the most orders"],
  [/\b(on[- ]time|late) (\w+)(?: |-)(?:rate|share|percentage)\b/gi, "share of $2 $1"],
  [/\bon-time\b/gi, "on time"],
  // "how many of them rented something", "what did they buy mostly"
  [/\b(rented|booked|borrowed|returned|reported|donated) (?:something|anything)\b/gi, "$1"],
  [/^((?:and )?what (?:do|does|did) .+) mostly(?=\s*[?.!]*\s*$)/i, "$1 most"],
  // "which clinics sent us the most cases": what they have, rather than what we sent
  [/\b(?:sent|sends?|gave|gives?|brought|brings?) us the (most|fewest|least) (?=[a-z]+s\b)/gi, "had the $1 "],
  [/\b(?:(?:has |have |had )?paid (?:us |you )?|pays? (?:us|you) )the (most|least)\b/gi, "spent the $1"],
  [
    /\b((?:customers?|clients?|members?|guests?|users?|subscribers?|tenants?|accounts?|donors?|compan(?:y|ies)|industr(?:y|ies)|sectors?|segments?|countr(?:y|ies)|cit(?:y|ies)|regions?|towns?|markets?) (?:that |who )?|^who )pays? the (most|least)(?= (?:in|last|this|since|on average|overall)\b|\s*[?.!]*\s*$)/gi,
    "$1spent the $2",
  ],
  [
    /^((?:which|what) (?:jobs?|roles?|positions?|job titles?|occupations?|professions?|teams?|departments?)) pays? (?:the )?(?:most|best)(?=\s*[?.!]*\s*$)/i,
    "$1 has the highest average salary",
  ],
  [
    /^((?:which|what) (?:jobs?|roles?|positions?|job titles?|occupations?|professions?|teams?|departments?)) pays? (?:the )?(?:least|worst)(?=\s*[?.!]*\s*$)/i,
    "$1 has the lowest average salary",
  ],
  // "makes the most money for us" is what comes in; without us it may be what somebody is paid.
  [
    /\b(?:brings?|brought|makes?|made|earns?|earned) (?:us )?(?:in )?(?:the )?(most|least)(?: (?:money|revenue))? for (?:us|the \w+)\b/gi,
    "brought in the $1",
  ],
  [
    /\b(?:(?:makes?|made|earns?|earned) (?:the )?(most|least) money|(?<=^(?:who|(?:which|what) (?:employees?|coach(?:es)?|teachers?|trainers?|tutors?|instructors?|drivers?|workers?|guides?|nurses?|doctors?|vets?|managers?|agents?|colleagues?)) )(?:earns?|earned) (?:the )?(most|least))(?: (?:per|an|each) hour)?\b/gi,
    "brought out the $1$2",
  ],
  [
    /\b(?:brings?|brought|makes?|made|handles?|handled|process(?:es|ed)?|collects?|collected) (?:us )?(?:in )?(?:the )?(most|least) (?:money|revenue)\b/gi,
    "brought in the $1",
  ],
  [
    /\b(?:are|is|were|was) still (?:with us|here|around|employed|working here|in the company)\b|\bstill work(?:s|ing)? here\b/gi,
    "are active",
  ],
  // "our three oldest tutors still with us"
  [
    /(?<=[a-z]) still (?:with us|working here|working for us|employed(?: here| by us)?)(?=\s*[?.!]*\s*$)/gi,
    " who are active",
  ],
  [
    /,? (?:including|counting|also counting) (?:those|the ones|customers|people) (?:with(?:out)? )(?:none|any|no \w+)\b/gi,
    "",
  ],
  [
    /\b((?:over|above|more than|under|below|less than|at least|at most|up to) )?(\d+) years? (?:old|of age)\b/gi,
    "aged $1$2",
  ],
  // A stretch of time that reaches to today has no other side: over it is in it.
  [
    /\b(?:over|across|throughout|through) (?:the course of )?(?:the |these |this |our )?(?=(?:(?:last|past|previous|preceding|current) )(?:\w+ )?(?:day|week|month|quarter|year)s?\b(?!')|year (?:19|20)\d\d\b)/gi,
    "in the ",
  ],
  [/\b(?:in total|altogether|overall|combined) (?:across|over) (?:the |our |all )*(?!(?:each|every)\b)/gi, "in "],
  [/\bper capita\b/gi, "per person"],
  // The worst of what one would rather have less of is the most of it.
  [
    /^((?:(?:(?!\bby\b).)*\b|.*\b(?=[a-z-]+ (?:rate|share|percentage)\b))(?:returns?|refunds?|cancell?ations?|churn|no-?shows?|late|delay(?:ed|s)?|overdue|unpaid|errors?|failures?|defects?|complaints?|incidents?|breakdowns?|accidents?|absences?|bounce|scrap|waste|costs?|debts?|waiting)\b.*),? \bworst first(?=\s*(?:[,;?.!]|$))/gi,
    "$1, highest first",
  ],
  [/^((?:average |mean |total )?(?:costs?|price) per [^,]*),? \bbest first(?=\s*(?:[,;?.!]|$))/gi, "$1, lowest first"],
  [/,? \b(?:best|most|biggest|largest|greatest) first(?=\s*(?:[,;?.!]|$))/gi, ", highest first"],
  [/,? \b(?:worst|fewest|least|smallest) first(?=\s*(?:[,;?.!]|$))/gi, ", lowest first"],
  [/\bweek days?\b(?! by\b)/gi, "weekday"],
  [/\bright now\b/gi, "now"],
  [/\b(?:because of|owing to|on account of)\b/gi, "for"],
  // What is due to end is still to come.
  [
    /\bdue to (?!(?:be|start|begin|end|expire|arrive|leave|depart|return|renew|close|open|finish|retire|go|come|ship)\b)/gi,
    "for ",
  ],
  [
    /^((?:(?!(?:how|what|which|show|list|the|average|who)\b)[a-z-]+ ){0,2}[a-z]{3,}s) total(?=\s*(?:[?.!]|$)| (?:last|this|in|since|for|by|per)\b)/i,
    "total $1",
  ],
  // "weekly wage bill", "total salary bill": all of them
  [/\btotal ((?:(?:hourly|weekly|monthly|yearly|annual) )?(?:salary|wage|pay)) bills?\b/gi, "total $1"],
  [/\b((?:(?:hourly|weekly|monthly|yearly|annual) )?(?:salary|wage|pay)) bills?\b/gi, "total $1"],
  [/\bin the (?:year|month) to date\b/gi, "year to date"],
  [/\bsince (?:the )?(?:beginning|start) of (?:the|this) (year|month|quarter|week)\b/gi, "this $1"],
  [/\bsince (?:the )?(?:beginning|start) of (?=(?:19|20)\d\d\b)/gi, "since "],
  [/\bso far this (year|month|quarter|week)\b|\bthis (year|month|quarter|week) so far\b/gi, "this $1$2"],
  [/\bthe (year|month|quarter|week) before last\b/gi, "$1 before last"],
  [
    /^(?:(?:what|which|when|show|give me|tell me)\b(?:'s| is| was| me)* )?(?:the |our |my )?(?:date of (?:the |our )?)?(first|last|latest|most recent|earliest|newest) (order|purchase|sale|invoice|booking|shipment|payment|ticket|session|visit|delivery|subscription|return|hire)(?: date| day)\b/gi,
    "when was the $1 $2",
  ],
  [/\b(running|cumulative|accumulated|rolling) (?:total|sum)(?: of)?\b/gi, "cumulative"],
  [/\b((?:\w+est|best|worst|top(?: \d+)?) (?:orders?|total amount)) of (?=each\b|every\b)/gi, "$1 in "],
  [/\b(?:an?|the) (?:breakdown|overview|summary) of\b/gi, ""],
  [
    /^(?:what (?:is|are) |show |give |find )?(?:me )?(?:the |an )?alphabetical(?:ly ordered|ly sorted)? list of (.+?)[?.!]*$/gi,
    "list $1 in alphabetical order",
  ],
  [
    /^(list|show|give|find|display|tell|what)( me)? (?:the |all |any |some )*information (?:of|on|about|regarding|for|(?:do you have|do we have|is there) (?:on|about|regarding|for)) (?=(?:all|the|every|each|any|our)\b|\w+s\b)/gi,
    "show all information of ",
  ],
  // What is said before the question itself.
  [
    /^(?:(?:a )?quick(?: question)?|question|urgent(?:ly)?|important|hey|hi|hello|asap|fyi|please)\s*[:,!–-]+\s*(?=\p{L})/giu,
    "",
  ],
  [
    /^(?:(?:hi|hello|hey|ok|okay|so|well|please|and)[,!]? )*(?:(?:can|could|would|will) (?:you|someone|anybody) (?:please |kindly )?(?:just )?(?:tell|let) (?:me|us)(?: know)?|(?:i|we)(?:'d| would)? (?:just )?(?:want|need|like|have) to (?:know|find out|see|learn)|(?:just |please )?(?:tell|let) (?:me|us)(?: know)?|do you know|i(?: am|'m)? wonder(?:ing)?|(?:my|our|the) (?:boss|manager|board|team|ceo|cfo|director|management|colleagues?) (?:wants?|needs?|would like|asks?) (?:(?:me )?to )?(?:know|see|find out|get)) (?:about )?(?=(?:(?:in|at|on|to|from|for|by) (?:what|which|whom)|what|which|who|whose|whom|how|when|where|list|show|find|give|the number of|number of|total|average)\b)/giu,
    "",
  ],
  [/\bexcl\.(?=\s)/gi, "excluding"],
  [/\bincl\.(?=\s)/gi, "including"],
  [/(?<!\bor )\bless (?=the (?!than\b))/gi, "excluding "],
  // "20 max"
  [
    /(?<=\s)([$€£]?\d[\d.,]*k?) (max(?:imum)?|min(?:imum)?)(?=\s*(?:[?.!,)]|$|(?:by|per|for each|sorted|ordered)\b))/gi,
    "$2 of $1",
  ],
  [/(?<=\s)(\d+(?:\.\d+)?) ?[-–~] ?(?!0)(\d+(?:\.\d+)?)(?=[\s?!,)]|$)/g, "$1 to $2"],
  // "300+", "from 300 upwards"
  [/(?<=\s)([$€£]?\d[\d.,]*k?)\+(?=\s|[?.!,]|$)/g, "$1 or more"],
  [/\bfrom ((?!(?:19|20)\d\d\b)[$€£]?\d[\d.,]*k?) (?:and )?(?:up|upwards?|onwards?)\b/gi, "of at least $1"],
  // "list each town once"
  [
    /^(list|show|give|name|display)( me)? (?:each|every) ([a-z].*?),? (?:only |just |exactly )?once(?=\s*[?.!]*\s*$)/gi,
    "$1$2 different $3",
  ],
  ...rankPhrases,
  ...growthPhrases,
  ...figurePhrases,
  ...everydayPhrases,
  ...dealingPhrases,
  ...countPhrases,
];

const possibleIn = possibleOf(plainer.map(([pattern]) => pattern));

/** The question in plainer words, where there are any. */
export function rephrase(text: string): string {
  let [result, possible] = [text, possibleIn(text)];
  for (let at = possible.indexOf(true); at >= 0; at = possible.indexOf(true, at + 1)) {
    const [pattern, words] = plainer[at] ?? [];
    const put = pattern === undefined || words === undefined ? result : result.replace(pattern, words);
    if (put === result) continue;
    [result, possible] = [put, possibleIn(put)];
  }
  return result.trim() === "" ? text : result;
}
