import { singular } from "./words.ts";

/**
 * Nouns of everyday business, the singular first, and what they are in English, in the plural where there is one. A star
 * stands before what is the same in singular and plural: the plural is meant.
 */
const nouns = `
  kunde kunden kundin kundinnen = customers; *mitarbeiter mitarbeiterin mitarbeiterinnen angestellte angestellten = employees
  lieferant lieferanten = suppliers; patient patienten patientin patientinnen = patients; arzt ärzte ärztin ärztinnen = doctors
  *schüler schülerin schülerinnen = students; *lehrer lehrerin lehrerinnen = teachers; mitglied mitglieder mitgliedern = members
  *benutzer nutzer = users; gast gäste gästen = guests; *verkäufer = sellers; *vertreter = representatives; *fahrer = drivers
  *mieter = tenants; *spender = donors; autor autoren = authors; *teilnehmer = participants; firma firmen unternehmen = companies
  person personen leute leuten menschen = people; team teams = teams; abteilung abteilungen = departments
  filiale filialen = branches; standort standorte standorten = locations; *lager = warehouses; laden läden = stores; region regionen = regions
  bestellung bestellungen = orders; auftrag aufträge aufträgen = orders; rechnung rechnungen = invoices; zahlung zahlungen = payments
  lieferung lieferungen = deliveries; sendung sendungen paket pakete = shipments; verkauf verkäufe verkäufen = sales
  angebot angebote angeboten = quotes; buchung buchungen = bookings; termin termine terminen = appointments
  besuch besuche besuchen = visits; vertrag verträge verträgen = contracts; vermietung vermietungen = rentals
  behandlung behandlungen = treatments; kurs kurse kursen = courses; projekt projekte projekten = projects; aufgabe aufgaben = tasks
  anruf anrufe anrufen = calls; beschwerde beschwerden = complaints; ticket tickets = tickets; rückgabe rückgaben retoure retouren = returns
  reparatur reparaturen = repairs; spende spenden = donations; fahrt fahrten = trips; installation installationen = installations
  produkt produkte produkten = products; *artikel artikeln = items; ware waren = products; kategorie kategorien = categories
  fahrzeug fahrzeuge fahrzeugen = vehicles; auto autos = cars; *zimmer = rooms; raum räume räumen = rooms; buch bücher büchern = books
  maschine maschinen = machines; teil teile teilen = parts; gerät geräte geräten = devices; tier tiere tieren = animals
  *umsatz umsätze umsätzen = revenue; *gewinn gewinne = profit; *kosten = costs; *ausgaben = expenses; *einnahmen = revenue
  preis preise preisen = prices; gehalt gehälter gehältern = salaries; lohn löhne löhnen = wages; menge mengen = quantities
  betrag beträge beträgen = amounts; summe = total; anteil = share; anzahl zahl = number; durchschnitt = average; rabatt rabatte = discounts
  *bestand bestände = stock; budget budgets = budgets; gebühr gebühren = fees; bewertung bewertungen = ratings; note noten = grades
  stadt städte städten = cities; land länder ländern = countries; ort orte orten = towns; adresse adressen = addresses
  telefon telefonnummer telefonnummern = phone; *e-mail email mail = email; name namen = names; *alter = age; *geschlecht = gender
  *status = status; grund gründe gründen = reasons; art arten = types; typ typen = types; farbe farben = colours; dauer = duration
  tag tage tagen = days; woche wochen = weeks; monat monate monaten = months; quartal quartale quartalen = quarters; jahr jahre jahren = years
  stunde stunden = hours; minute minuten = minutes; wochentag wochentage wochentagen = weekdays; datum = date`;

/** Adjectives without their endings. */
const adjectives = `
  offen = open; unbezahlt = unpaid; bezahlt = paid; überfällig = overdue; storniert = cancelled; abgesagt = cancelled
  geliefert = delivered; verkauft = sold; aktiv = active; inaktiv = inactive; neu = new; abgeschlossen = completed; geschlossen = closed
  gewonnen = won; verloren = lost; durchschnittlich = average; mittler = average; gesamt = total; ausstehend = outstanding
  höchst = highest; niedrigst = lowest; größt = largest; kleinst = smallest; teuerst = most expensive; billigst günstigst = cheapest
  meist = most; wenigst = fewest; best = best; schlechtest = worst; ältest = oldest; jüngst = youngest; neuest = newest
  längst = longest; kürzest = shortest; häufigst = most common; beliebtest = most popular; erst = first; letzt = last; verschieden unterschiedlich = different`;

/** Whole phrases, the longer ones first; all else is read word by word. */
export const germanPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bwie ?viele?\b(?= (?:geld|umsatz))/gi, "how much"],
  [/\bwie viele?\b/gi, "how many"],
  [/\bwie (?:hoch|groß) (?:ist|sind|war|waren)\b/gi, "what is"],
  [/\bwie (?:lange|lang)\b/gi, "how long"],
  [/\b(?:im|am) durchschnitt\b|\bdurchschnittlich\b(?=\s*\?|$)/gi, "on average"],
  [/\bam (?:meisten|häufigsten)\b/gi, "the most"],
  [/\bam wenigsten\b/gi, "the least"],
  [/\b(?:noch )?nie(?:mals)?\b/gi, "never"],
  [/\bgibt es\b|\bgab es\b/gi, "are there"],
  [/\b(?:zeige?|zeig|nenne?|liste)(?: mir| uns)?(?: bitte)?\b/gi, "show"],
  [/\b(?:haben|hatten|besitzen|führen) wir\b/gi, "do we have"],
  [/\b(?:mehr|größer|höher) als\b/gi, "more than"],
  [/\b(?:weniger|kleiner|niedriger) als\b/gi, "less than"],
  [/\bälter als\b/gi, "older than"],
  [/\bjünger als\b/gi, "younger than"],
  [/\bteurer als\b/gi, "more expensive than"],
  [/\b(?:länger) als\b/gi, "longer than"],
  [/\bim vergleich (?:zu|zum|mit)\b|\bverglichen mit\b/gi, "compared to"],
  [/\b(?:in den )?letzten (\d+) /gi, "last $1 "],
  [
    /\b(?:im |in der |in dem |den |das |die )?(?:vergangene|letzte|vorige)[nrsm]? (jahr|monat|woche|quartal)\b/gi,
    "last $1",
  ],
  [
    /\b(?:im |in |in diesem |das |den |die )?(?:diese[nrsm]?|laufende[nrsm]?|aktuelle[nrsm]?) (jahr|monat|woche|quartal)\b/gi,
    "this $1",
  ],
  [/\b(?:im |in der )?nächste[nrsm]? (jahr|monat|woche|quartal)\b/gi, "next $1"],
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
  unser unsere unseren unserer unserem = our; mir = me; bitte = please; heute = today; gestern = yesterday; morgen = tomorrow; insgesamt = in total
  kostet kosten = cost; verdient verdienen = earn; gekauft = bought; bestellt = ordered; gemietet = rented; gebucht = booked; bezahlt = paid
  gespendet = donated; gearbeitet = worked; geliefert = delivered; wohnen wohnt leben lebt = live; kommen kommt = come; bringt bringen = bring; gab gibt = is there; arbeiten arbeitet = work
  januar = january; februar = february; märz = march; april = april; mai = may; juni = june; juli = july; august = august; september = september
  deutschland = germany; österreich = austria; schweiz = switzerland; frankreich = france; italien = italy; spanien = spain; polen = poland
  niederlande = netherlands; belgien = belgium; dänemark = denmark; schweden = sweden; norwegen = norway; großbritannien = united kingdom
  oktober = october; november = november; dezember = december`;

const lines = (list: string): { forms: string[]; english: string }[] =>
  list.split(/[;\n]/).flatMap((line) => {
    const [forms = "", english = ""] = line.split("=").map((part) => part.trim());
    return forms === "" ? [] : [{ forms: forms.split(" "), english }];
  });

const wordsOf = (list: string): ReadonlyMap<string, string> =>
  new Map(lines(list).flatMap(({ forms, english }) => forms.map((form) => [form, english] as const)));

export const germanNouns: ReadonlyMap<string, string> = new Map(
  lines(nouns).flatMap(({ forms: [first = "", ...more], english }) => [
    [first.replace("*", ""), first.startsWith("*") ? english : singular(english)] as const,
    ...more.map((form) => [form, english] as const),
  ]),
);
export const germanAdjectives: ReadonlyMap<string, string> = wordsOf(adjectives);
export const germanSmallWords: ReadonlyMap<string, string> = wordsOf(small);
