import { wordsIn } from "./german-nouns.ts";

const period = "jahr|monat|woche|quartal";
const done = "gemacht|erzielt|erwirtschaftet|gehabt|verzeichnet|generiert|eingenommen";
const asked = "(?=(?:wie|was|wer|wo|wann|welche[nrsm]?|wessen|ob)\\b)";
const when =
  "(?:im|in|am|seit|vor|bis|zwischen|von|während|letzte[nrsm]?|diese[nrsm]?|vergangene[nrsm]?|gestern|heute|bisher|(?:19|20)\\d\\d)";

/** What we did, at the end of a sentence: "haben wir gestern verkauft". */
const deeds = [
  ["verkauft", "sell"],
  ["geliefert|ausgeliefert", "deliver"],
  ["versendet|verschickt|versandt", "ship"],
  ["ausgegeben", "spend"],
  ["erstattet", "refund"],
  ["verloren", "lose"],
  ["eingestellt", "hire"],
] as const;

/** Whole phrases, in this order; all else is read word by word. */
export const germanPhrases: readonly (readonly [RegExp, string])[] = [
  // What is said before and after a question.
  [/^(?:hallo|guten (?:morgen|tag|abend)|moin|servus|hi|hey)(?: zusammen| allerseits)?[,!.]? +(?=\p{L})/giu, ""],
  [/^(?:bitte|also|ok(?:ay)?|gut|so)[, ]+(?=\p{L})/giu, ""],
  [/[,.]? (?:bitte|danke(?: schön)?|vielen dank|besten dank|denn|eigentlich)(?=[\s?.!]*$)/gi, ""],
  [/\b(?:eigentlich|denn|überhaupt|gerade mal|mal(?= (?:die|den|das|alle|eine?)\b))\s/gi, ""],
  [
    new RegExp(
      `^(?:(?:kannst|könntest|würdest|magst) du|(?:können|könnten|würden) sie|ihr könnt|könnt ihr) (?:mir |uns )?(?:bitte )?(?:mal )?(?:sagen|verraten|zeigen|nennen)\\s*,?\\s*${asked}`,
      "gi",
    ),
    "",
  ],
  [
    /^(?:(?:kannst|könntest|würdest|magst) du|(?:können|könnten|würden) sie|könnt ihr) (?:mir |uns )?(?:bitte )?(?:mal )?(.+?) (?:an)?(?:zeigen|nennen|geben|sagen|auflisten|ausgeben|darstellen|berechnen|heraussuchen|raussuchen|zusammenstellen)(?=[\s?.!]*$)/gi,
    "zeige $1",
  ],
  [
    new RegExp(
      `^(?:(?:ich|wir) (?:möchte|möchten|will|wollen|würde gerne?|würden gerne?|hätte gerne?) (?:gerne? )?(?:wissen|erfahren)|sag(?:e|en sie)? (?:mir|uns)(?: bitte)?|weißt du|wissen sie|mich interessiert|mich würde interessieren)\\s*,?\\s*${asked}`,
      "gi",
    ),
    "",
  ],
  [
    /^(?:ich|wir) (?:brauche|brauchen|benötige|benötigen|möchte|möchten|hätten? gerne?|will|wollen|suche|suchen) (?:bitte |gerne? )?(?=(?:die|den|das|alle|eine?n?|unsere?n?)\b)/gi,
    "zeige ",
  ],
  [
    /^(?:gib|geben sie|zeige?|zeigen sie|erstelle?|erstellen sie)(?: mir| uns)?(?: bitte)? (?:eine |die )?(?:liste|übersicht|aufstellung) (?:aller |der |von |über |mit )(?:allen? |der |den )?/gi,
    "zeige alle ",
  ],
  [/^(?:gib|geben sie|zeigen sie|nennen sie|listen sie|liste)(?: mir| uns)?(?: bitte)?(?: mal)? /gi, "zeige "],
  // Whole sentences.
  [
    /^wie (?:hat|haben|entwickelte?n?) (?:sich )?(?:(?:der|die|das|unsere?) )?(\p{L}+)(?: sich)?((?: [^?.!]{1,40}?)??)(?: entwickelt)?(?=[\s?.!]*$)(?<=entwickelt.*)/giu,
    "$1 nach Monat$2",
  ],
  [
    new RegExp(
      `(\\p{Lu}\\p{L}+),? (?:die|welche) (?:(${when}(?: [^?.!,]{1,30}?)?) )?(?:noch )?(?:nichts|nie etwas|nicht) (bestellt|gekauft|bezahlt|gebucht|gespendet) (?:haben|hat|hatten)`,
      "giu",
    ),
    "$1 who have not $3 $2",
  ],
  ...deeds.map(
    ([said, deed]) =>
      [new RegExp(`\\bhaben wir ((?:[^?.!]{1,50} )??)(?:${said})(?=[\\s?.!]*$)`, "gi"), `did we ${deed} $1`] as const,
  ),
  [
    /\b(haben|hat|hatten) ((?:mehr|weniger) als|mindestens|höchstens|über|unter) ([^?.!]{1,40}?) (ge\p{Ll}{2,}(?:t|en)|ausgegeben|aufgegeben|bestellt|bezahlt|verkauft|verdient)(?=[\s?.!]*$)/giu,
    "$1 $4 $2 $3",
  ],
  // The end of a sentence whose verb says nothing more, and one whose deed stands behind its time.
  [new RegExp(`\\s(?:${done})(?: haben| hat| wurden?)?(?=[\\s?.!]*$)`, "gi"), ""],
  [
    new RegExp(
      `\\b(wurden?|haben|hat|hatten|sind|ist|waren|war) (${when}(?: [^?.!]{1,40})?) (\\p{Ll}*ge\\p{Ll}{2,}(?:t|en)|\\p{Ll}{3,}iert|(?:be|ver|er|ent)\\p{Ll}{2,}(?:t|en))(?: worden)?(?=[\\s?.!]*$)`,
      "giu",
    ),
    "$1 $3 $2",
  ],
  [/\bsich (?=(?:noch )?(?:nie|nicht|im|in|20)|.*(?:angemeldet|eingeloggt|registriert))/gi, ""],
  [/\b(?:nie(?:mals)? |nicht )(?:angemeldet|eingeloggt)\b/gi, "never logged in"],
  [/(\b(?:mitglied|mitarbeiter|angestellt|schüler|lehrer)\p{L}*\b.*)\bgekündigt\b/giu, "$1left"],
  [/\b(?:(?:ist|sind) )?am längsten (?:bei uns|dabei|im unternehmen|in der firma)\b/gi, "has been with us the longest"],
  [/\bnicht mehr (?:auf lager|vorrätig|lieferbar|verfügbar)\b/gi, "out of stock"],
  [/\b(?:noch )?auf lager\b/gi, "in stock"],
  [/(\btiere?n?\b.*)\b(nach|pro|je) art\b/gi, "$1$2 Tierart"],
  // Times.
  [/^und (?:im |das |der |den )?vorjahr(?=[\s?.!]*$)/gi, "and the year before"],
  [/^und (?:im |das |der |den )?vormonat(?=[\s?.!]*$)/gi, "and the month before"],
  [/\b(?:im )?vorjahr(?:es)?\b/gi, "last year"],
  [/\b(?:im )?vormonat(?:s|es)?\b/gi, "last month"],
  [/\b(?:im )?vorquartal(?:s)?\b/gi, "last quarter"],
  [/\b(?:in der )?vorwoche\b/gi, "last week"],
  [/\bvorgestern\b/gi, "2 days ago"],
  [/\b(?:heuer|seit jahresbeginn|seit anfang des jahres)\b/gi, "this year"],
  [/\bseit monatsbeginn\b/gi, "this month"],
  [/\b(?:das |im |in |den )?ganze[ns]? (?=jahr\b)/gi, "in "],
  [
    /\b(?:im |des |das )?(?:(ersten?|1\.)|(zweiten?|2\.)|(dritten?|3\.)|(vierten?|4\.)) quartals?\b(?: des jahres| von| in)?/gi,
    "in quarter $1$2$3$4",
  ],
  [/\bin quarter (?:ersten?|1\.)/gi, "in Q1"],
  [/\bin quarter (?:zweiten?|2\.)/gi, "in Q2"],
  [/\bin quarter (?:dritten?|3\.)/gi, "in Q3"],
  [/\bin quarter (?:vierten?|4\.)/gi, "in Q4"],
  [
    /\b(?:im |des )?(?:ersten?|1\.|ersten) (?:halbjahre?s?|jahreshälfte)\b(?: des jahres| von| in)?/gi,
    "in the first half of",
  ],
  [
    /\b(?:im |des )?(?:zweiten?|2\.) (?:halbjahre?s?|jahreshälfte)\b(?: des jahres| von| in)?/gi,
    "in the second half of",
  ],
  [/\b(?:im jahre?|des jahres) (?=(?:19|20)\d\d\b)/gi, "in "],
  [
    /\b(\d{1,2})\. (?=(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b)/gi,
    "$1 ",
  ],
  [
    /\b(?:vor )(\d+|einem|einer|zwei|drei|vier|fünf|sechs|zehn) (tag|woche|monat|jahr)(?:e?n)?\b(?! als)/gi,
    "vor $1 $2",
  ],
  [/\bvor (\d+) tag\b/gi, "$1 days ago"],
  [/\bvor (\d+) woche\b/gi, "$1 weeks ago"],
  [/\bvor (\d+) monat\b/gi, "$1 months ago"],
  [/\bvor (\d+) jahr\b/gi, "$1 years ago"],
  [
    /\bvo[nm] (?=(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\d)[^?.!,]{0,20}? bis\b)([^?.!,]{1,24}?) bis (?:zum |zu |ende |einschließlich )?/gi,
    "from $1 to ",
  ],
  [/\bim (?:gesamt)?wert von\b/gi, "worth"],
  [/\bim schnitt\b/gi, "on average"],
  [/\b(?:außerhalb|ausserhalb) (?:von |der |des )?/gi, "outside "],
  [/\bneukunden\b/gi, "new customers"],
  // Questions.
  [/\bwie ?viele?\b(?= (?:geld|umsatz|gewinn))/gi, "how much"],
  [/\bwie ?viel (?=(?:haben|hat|wurde|kostet|did) )/gi, "how much "],
  [/\bwie ?viel prozent (?:der|des|von|aller|unserer)\b/gi, "what percentage of"],
  [/\bwie ?viele?\b/gi, "how many"],
  [/\bwie oft\b/gi, "how often"],
  [/\bwie (?:hoch|groß) (?:ist|sind|war|waren)\b/gi, "what is"],
  [/\bwie (?:lange|lang)\b/gi, "how long"],
  [/\b(?:im|am) durchschnitt\b|\bdurchschnittlich\b(?=\s*\?|$)/gi, "on average"],
  [/\bam (?:meisten|häufigsten)\b/gi, "the most"],
  [/\bam wenigsten\b/gi, "the least"],
  [/\b(?:noch )?nie(?:mals)?\b/gi, "never"],
  [/\bgibt es\b|\bgab es\b/gi, "are there"],
  [/\b(?:zeige?|zeig|nenne?|liste)(?: mir| uns)?(?: bitte)?(?: mal)?\b/gi, "show"],
  [/\bvergleiche(?:n sie)?\b/gi, "compare"],
  [/\b(?:haben|hatten|besitzen|führen) wir\b/gi, "do we have"],
  [/\b(umsatz|kosten|bestell|gewinn|kunden|mitglieder)(?:s)?entwicklung\b(?=.*\b(?:nach|pro|je)\b)/gi, "$1"],
  [/\b(umsatz|kosten|gewinn)(?:s)?(?:entwicklung|verlauf|trend)\b/gi, "$1 nach Monat"],
  [/\bumsatzstärkste[nrsm]? (\p{L}+)/giu, "$1 with the highest revenue"],
  [/\bumsatzschwächste[nrsm]? (\p{L}+)/giu, "$1 with the lowest revenue"],
  [/\b(?:mehr|größer|höher) als\b/gi, "more than"],
  [/\b(?:weniger|kleiner|niedriger) als\b/gi, "less than"],
  [/\bmindestens\b/gi, "at least"],
  [/\b(?:höchstens|maximal)\b/gi, "at most"],
  [/\bälter als\b/gi, "older than"],
  [/\bjünger als\b/gi, "younger than"],
  [/\bteurer als\b/gi, "more expensive than"],
  [/\b(?:länger) als\b/gi, "longer than"],
  [/\bim vergleich (?:zu|zum|mit)\b|\bverglichen mit\b/gi, "compared to"],
  [/\b(?:absteigend (?:sortiert|geordnet)|(?:sortiert|geordnet) absteigend|absteigend)\b/gi, "in descending order"],
  [/\b(?:in den |der |in der |des )?(?:letzten|vergangenen) (\d+) /gi, "in the last $1 "],
  [
    new RegExp(
      `\\b(?:im |in der |in dem |den |das |die |der |des )?(?:vergangene|letzte|vorige)[nrsm]? (${period})(?:s|es)?\\b`,
      "gi",
    ),
    "last $1",
  ],
  [
    new RegExp(
      `\\b(?:im |in |in diesem |das |den |die |der |des )?(?:diese[nrsm]?|laufende[nrsm]?|aktuelle[nrsm]?) (${period})(?:s|es)?\\b`,
      "gi",
    ),
    "this $1",
  ],
  [new RegExp(`\\b(?:im |in der |der |des )?nächste[nrsm]? (${period})\\b`, "gi"), "next $1"],
  [/\b(?:anzahl|zahl)(?: (?:der|von|an))?\b/gi, "number of"],
  [/\b(?:gesamtsumme|summe)(?: (?:der|des|von|aller))?\b/gi, "total"],
  [/\banteil (?:der|des|von)\b/gi, "share of"],
  [/\bdurchschnitt (?:der|des|von)\b/gi, "average"],
];

/** Small words. Some are English words, too, and tell no language. */
const small = `
  der die das den dem des = the; ein eine einen einem einer eines = a; und = and; oder = or; nicht = not; kein keine keinen keiner = no
  ohne = without; mit = with; aus = from; von vom = of; im = in; am = on; in = in; bei beim = at; für = for; auf = on; zu zum zur = to
  nach = by; pro = per; je = per; jede jeden jedes jeder = each; seit = since; vor = before; zwischen = between; über = over; unter = under; ab = from
  bis = until; gegen = against; was = what; wer = who; wo = where; wann = when; welche welcher welches welchen welchem = which
  ist = is; sind = are; war = was; waren = were; hat = has; haben = have; hatte = had; hatten = had; wurde = was; wurden = were; wird = is; werden = are
  alle aller allen alles = all; nur = only; nichts = nothing; niemand = nobody; weder = neither; außer = except; davon = of them; noch = still; schon = already; auch = also; mehr = more; weniger = less; wir = we; uns = us
  unser unsere unseren unserer unserem = our; mir = me; bitte = please; heute = today; gestern = yesterday; morgen = tomorrow; insgesamt = in total; bisher = so far
  kostet kosten = cost; verdient verdienen = earn; gekauft = bought; bestellt = ordered; gemietet = rented; gebucht = booked; bezahlt = paid; behandelt = treated
  behandeln = treat; betreuen betreut = handle; ausgegeben = spent; zurückgegeben = returned; beigetreten dazugekommen hinzugekommen = joined; zuletzt = last; aufgegeben = placed; bestbezahlt bestbezahlte = highest paid; vertrieb = sales; ausserhalb = outside; neukunden = new customers; entwickelt = developed; registriert = registered; angemeldet = signed up
  gespendet = donated; gearbeitet = worked; geliefert = delivered; wohnen wohnt leben lebt = live; kommen kommt = come; bringt bringen = bring; gab gibt = is there; arbeiten arbeitet = work
  zwei = 2; drei = 3; vier = 4; fünf = 5; sechs = 6; sieben = 7; acht = 8; neun = 9; zehn = 10; elf = 11; zwölf = 12; fünfzehn = 15; zwanzig = 20; dreißig = 30; fünfzig = 50
  hundert = 100; tausend tsd = thousand; million millionen mio = million; milliarde milliarden mrd = billion; dutzend = 12; prozent = percent; euro = euros
  januar = january; februar = february; märz = march; april = april; mai = may; juni = june; juli = july; august = august; september = september
  deutschland = germany; österreich = austria; schweiz = switzerland; frankreich = france; italien = italy; spanien = spain; polen = poland
  niederlande niederlanden = netherlands; belgien = belgium; dänemark = denmark; schweden = sweden; norwegen = norway; großbritannien = united kingdom
  finnland = finland; ungarn = hungary; tschechien = czechia; irland = ireland; portugal = portugal; europa = europe; wien = vienna; köln = cologne; münchen = munich; zürich = zurich
  montag montags = monday; dienstag dienstags = tuesday; mittwoch mittwochs = wednesday; donnerstag donnerstags = thursday; freitag freitags = friday
  samstag samstags = saturday; sonntag sonntags = sunday; oktober = october; november = november; dezember = december`;

export const germanSmallWords: ReadonlyMap<string, string> = wordsIn(small);
