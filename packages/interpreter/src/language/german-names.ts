import { compoundOf, germanAdjectives, germanNouns, withUmlauts, wordsIn } from "./german-nouns.ts";

/** German words that are English names of tables and columns, too. */
const inEnglish =
  /^(?:name|status|team|teams|tickets?|patient|budgets?|region|person|note|land|art|alter|tag|tier|lager|ware|waren|laden|typ|autos?|installation|e-?mail|mail|instrument|position|segment|depots?|clubs?|manager|trainer|modell?|best|erst|neu|abo|abos|ort|orte|name|namen|wert|mieten?|marke|chefs?|anzeigen?|note|noten|branche|rang|kosten|steuern?|teil|gast|dauer|grund|zahl|summe|raum|gründe)$/;

/** Words of names that are no nouns of questions. */
const ofNames = wordsIn(`
  bezeichnung = name; beschreibung = description; titel = title; nr = number; erstellt angelegt = created; geändert aktualisiert = updated
  eingestellt = hired; ausgeschieden = left; begonnen gestartet = started; beendet = ended; geboren = born; eintrittsdatum = hire date; ort = town
  rechnungsdatum = invoice date; kosten = cost; menge = quantity`);
/** Said beside others of these words alone: "faellig_am". */
const besideThem = wordsIn(
  "am = on; von = from; bis = to; ist = is; hat = has; und = and; pro = per; ort = town; land = country; art = type; summe = total",
);

function meaningOf(word: string): string | null {
  if (word.length < 3 || inEnglish.test(word)) return ofNames.get(word) ?? null;
  const spelt = withUmlauts(word);
  return ofNames.get(spelt) ?? germanNouns.get(spelt) ?? germanAdjectives.get(spelt) ?? compoundOf(spelt);
}

/** The words of a name in English, where it is German; as they stand in all others. */
export function namesInEnglish(words: readonly string[]): readonly string[] {
  const meant = words.map(meaningOf);
  return meant.every((one) => one === null)
    ? words
    : words.flatMap((word, at) => (meant[at] ?? besideThem.get(word) ?? word).split(" "));
}
