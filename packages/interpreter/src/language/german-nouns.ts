/**
 * Nouns of everyday business, the singular first, and what they are in English, in the plural where there is one. A star
 * stands before what is the same in singular and plural: the plural is meant.
 */
const nouns = `
  kunde kunden kundin kundinnen = customers; *mitarbeiter mitarbeitern mitarbeiterin mitarbeiterinnen angestellte angestellten = employees
  lieferant lieferanten = suppliers; patient patienten patientin patientinnen = patients; arzt ärzte ärztin ärztinnen = doctors
  *schüler schülern schülerin schülerinnen = students; *lehrer lehrern lehrerin lehrerinnen = teachers; mitglied mitglieder mitgliedern = members
  *benutzer benutzern nutzer nutzern = users; gast gäste gästen = guests; *verkäufer verkäufern = sellers; *vertreter vertretern = representatives
  *fahrer fahrern fahrerin fahrerinnen = drivers; *trainer trainern trainerin trainerinnen = coaches; *besitzer besitzern = owners
  *mieter mietern = tenants; *spender spendern = donors; autor autoren = authors; *teilnehmer teilnehmern = participants; firma firmen unternehmen = companies
  *hersteller herstellern = manufacturers; *händler händlern = dealers; *empfänger = recipients; *manager managern = managers; chef chefs = managers
  person personen leute leuten menschen = people; team teams = teams; abteilung abteilungen = departments; *vorgesetzter vorgesetzte = managers
  filiale filialen = branches; standort standorte standorten = locations; *lager lagern = warehouses; laden läden = stores; region regionen = regions
  niederlassung niederlassungen = branches; depot depots = depots; praxis praxen = practices; verein vereine vereinen club clubs = clubs
  bestellung bestellungen = orders; auftrag aufträge aufträgen = orders; rechnung rechnungen = invoices; zahlung zahlungen = payments
  lieferung lieferungen = deliveries; sendung sendungen = shipments; paket pakete paketen = parcels; verkauf verkäufe verkäufen = sales
  angebot angebote angeboten = quotes; buchung buchungen = bookings; termin termine terminen = appointments; reservierung reservierungen = reservations
  besuch besuche besuchen = visits; vertrag verträge verträgen = contracts; vermietung vermietungen = rentals; abo abos abonnement abonnements = subscriptions
  behandlung behandlungen = treatments; kurs kurse kursen = courses; projekt projekte projekten = projects; aufgabe aufgaben = tasks
  anruf anrufe anrufen = calls; beschwerde beschwerden reklamation reklamationen = complaints; ticket tickets = tickets; anfrage anfragen = requests
  rückgabe rückgaben retoure retouren = returns; erstattung erstattungen rückerstattung rückerstattungen = refunds; schadensfall schadensfälle = claims
  reparatur reparaturen = repairs; spende spenden = donations; fahrt fahrten = trips; installation installationen = installations; wartung wartungen = maintenance
  position positionen = items; bestellposition bestellpositionen auftragsposition auftragspositionen = order items
  rechnungsposition rechnungspositionen = invoice items; sitzung sitzungen = sessions; anmeldung anmeldungen = registrations; vorfall vorfälle = incidents
  produkt produkte produkten = products; *artikel artikeln = items; ware waren = products; kategorie kategorien = categories; warengruppe warengruppen = categories
  fahrzeug fahrzeuge fahrzeugen = vehicles; auto autos = cars; *zimmer zimmern = rooms; raum räume räumen = rooms; buch bücher büchern = books
  maschine maschinen = machines; teil teile teilen = parts; gerät geräte geräten = devices; tier tiere tieren = animals; hund hunde hunden = dogs
  katze katzen = cats; pferd pferde pferden = horses; medikament medikamente medikamenten = medicines; impfung impfungen = vaccinations
  instrument instrumente instrumenten = instruments; prüfung prüfungen = exams; kampagne kampagnen = campaigns; anzeige anzeigen = ads
  kanal kanäle kanälen = channels; klick klicks = clicks; konto konten = accounts; tarif tarife tarifen = plans; marke marken = brands; modell modelle modellen = models
  segment segmente segmenten = segments; gruppe gruppen = groups; branche branchen = industries; priorität prioritäten = priority; thema themen = topics
  *umsatz umsätze umsätzen = revenue; *gewinn gewinne = profit; *kosten = costs; *ausgaben = expenses; *einnahmen = revenue; *erlös erlöse = revenue
  preis preise preisen = prices; gehalt gehälter gehältern = salaries; lohn löhne löhnen = wages; menge mengen = quantities; stückzahl stückzahlen = quantities
  betrag beträge beträgen = amounts; wert werte werten = values; summe = total; anteil anteile = share; anzahl zahl = number; durchschnitt = average; rabatt rabatte = discounts
  *bestand bestände = stock; lagerbestand lagerbestände = stock; budget budgets = budgets; gebühr gebühren = fees; bewertung bewertungen = ratings; note noten = grades
  steuer steuern = taxes; mehrwertsteuer mwst = VAT; miete mieten = rent; *gewicht = weight; *zufriedenheit = satisfaction; entfernung entfernungen strecke strecken = distance
  stadt städte städten = cities; land länder ländern = countries; ort orte orten = towns; adresse adressen = addresses; straße straßen = streets; *entwicklung verlauf = trend
  telefon telefonnummer telefonnummern = phone; *e-mail email mail = email; name namen = names; *alter = age; *geschlecht = gender; vorname vornamen = first names
  nachname nachnamen = last names; *status = status; zustand = status; grund gründe gründen = reasons; art arten = types; tierart tierarten = species; typ typen = types; farbe farben = colours; dauer = duration
  tag tage tagen = days; woche wochen = weeks; monat monate monaten = months; quartal quartale quartalen = quarters; jahr jahre jahren jahres = years
  stunde stunden = hours; minute minuten = minutes; wochentag wochentage wochentagen = weekdays; datum = date; nummer nummern = numbers; ergebnis ergebnisse = results
  zahlungsart zahlungsarten zahlungsmethode zahlungsmethoden zahlungsweise zahlungsweisen = payment methods; bestellwert auftragswert = order value; bestellwerte auftragswerte = order values; plz postleitzahl = postal code`;

/** Adjectives without their endings. */
const adjectives = `
  offen = open; unbezahlt = unpaid; bezahlt = paid; überfällig = overdue; storniert = cancelled; abgesagt = cancelled; gekündigt = cancelled
  geliefert zugestellt ausgeliefert = delivered; geöffnet eröffnet = opened; versichert = insured; ausverkauft = out of stock; verkauft = sold; aktiv = active; inaktiv = inactive; neu = new; abgeschlossen = completed; geschlossen = closed
  versendet versandt verschickt = shipped; zurückgegeben zurückgeschickt retourniert = returned; erledigt = done; bearbeitet betreut = handled; gelöst = resolved
  dringend = urgent; verspätet = late; pünktlich = on time; fällig = due; erstellt = created; verfügbar = available; defekt kaputt = defective
  gewonnen = won; verloren = lost; durchschnittlich = average; mittler = average; gesamt = total; ausstehend = outstanding; täglich = daily; wöchentlich = weekly
  monatlich = monthly; jährlich = yearly; höchst = highest; niedrigst = lowest; größt = largest; kleinst = smallest; teuerst = most expensive; billigst günstigst = cheapest
  meist = most; wenigst = fewest; best = best; schlechtest = worst; ältest = oldest; jüngst = youngest; neuest = newest
  längst = longest; kürzest = shortest; häufigst = most common; beliebtest = most popular; meistverkauft = best-selling; erst = first; zweit = second; dritt = third; viert = fourth; letzt = last; verschieden unterschiedlich = different`;

/** One line of a list: forms of a word, and what they are in English. */
interface Meaning {
  forms: string[];
  english: string;
}

export const meaningsIn = (list: string): Meaning[] =>
  list.split(/[;\n]/).flatMap((line) => {
    const [forms = "", english = ""] = line.split("=").map((part) => part.trim());
    return forms === "" ? [] : [{ forms: forms.split(" "), english }];
  });

export const wordsIn = (list: string): ReadonlyMap<string, string> =>
  new Map(meaningsIn(list).flatMap(({ forms, english }) => forms.map((form) => [form, english] as const)));

/** "orders" → "order": what the nouns above need. */
const one = (words: string): string =>
  /(?:ss|us|species)$/.test(words)
    ? words
    : words
        .replace(/ies$/, "y")
        .replace(/(ch|sh|x)es$/, "$1")
        .replace(/people$/, "person")
        .replace(/s$/, "");

export const germanNouns: ReadonlyMap<string, string> = new Map(
  meaningsIn(nouns).flatMap(({ forms: [first = "", ...more], english }) => [
    [first.replace("*", ""), first.startsWith("*") ? english : one(english)] as const,
    ...more.map((form) => [form, english] as const),
  ]),
);
export const germanAdjectives: ReadonlyMap<string, string> = wordsIn(adjectives);

/** What the first part of a compound says, where it is no noun: "Gesamtumsatz", "Monatsumsatz". */
const firstParts = wordsIn(`
  gesamt = total; durchschnitts = average; monats = monthly; jahres = yearly; quartals = quarterly; wochen = weekly; tages = daily
  einzel stück = unit; netto = net; brutto = gross; höchst maximal = maximum; mindest = minimum; bestell auftrags = order; liefer = delivery
  verkaufs = sale; einkaufs = purchase; geburts = birth; stamm = regular; zahl = payment; listen = list; stunden = hourly; versand = shipping`);

/** "Rechnungsbetrag": two words that are known, with the letters that join them; null for any other word. */
export function compoundOf(lower: string): string | null {
  for (let at = 3; at <= lower.length - 3; at++) {
    const [first, last] = [lower.slice(0, at), germanNouns.get(lower.slice(at))];
    if (last === undefined) continue;
    const before =
      firstParts.get(first) ?? germanNouns.get(first) ?? germanNouns.get(first.replace(/(?:s|n|en|-)$/, "")) ?? null;
    if (before !== null) return `${one(before)} ${last}`;
  }
  return null;
}

/** "fuer" is "für": a word as it is written with umlauts. */
export const withUmlauts = (lower: string): string =>
  lower
    .replaceAll("ae", "ä")
    .replaceAll("oe", "ö")
    .replace(/(?<![aeq])ue/g, "ü");

/** An adjective whatever its ending; null for any other word. */
export const adjectiveOf = (lower: string): string | null =>
  germanAdjectives.get(lower) ?? germanAdjectives.get(lower.replace(/e[nrsm]?$/, "")) ?? null;
