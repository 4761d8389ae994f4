/**
 * What the beginning of a model's text says of the rest: `announces` what the model will do next, begins to `answer`, or is
 * `open`: that may still show, or these are words with which either begins.
 */
export type Opening = "announces" | "answers" | "open";

/** Characters of an announcement at most: what goes on for longer is an answer that begins like one. */
export const ANNOUNCEMENT_CHARACTERS = 600;
/** How models begin to say what they will do next, in the languages in which most questions are asked. */
const ANNOUNCEMENT =
  /^\s*(?:(?:ok(?:ay)?|sure|certainly|great|good|alright|got it|gut|klar|gern|gerne|natürlich|bien sûr|d'accord|claro)[,.!:]*\s+)?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|i should|(?:first|next|now|then),? (?:i|let)|to answer (?:this|that|your)|(?:looking|checking|querying|fetching|searching)\s|ich (?:werde|schaue|sehe|prüfe|muss|suche|frage|ermittle|berechne|hole|rufe)|lass(?:en sie)? mich|zuerst|zunächst|als (?:erstes|nächstes)|je vais|laissez-moi|commençons|voy a|déjame|primero)/i;

/** Characters within which an announcement shows that it is one. */
const SHOWN_CHARACTERS = 32;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** First words after which a model may as well say what it does next, or what it makes of what it has seen. */
const EITHER = wordsOf(`
  i i'll i'm i've i'd we we'll we've let let's it its it's this that these those to so but and as also still just one
  ok okay yes no sure certainly great good alright right got hmm well perfect excellent interesting thanks wait actually
  first firstly second next now then finally before after since because given based according from while if with using
  looking checking querying fetching searching running trying getting using joining computing calculating counting
  however unfortunately apparently again another both all there here's
  ich wir gut klar gern gerne natürlich okay super prima perfekt interessant moment hm also aber doch leider offenbar da weil
  um nun jetzt dann danach zuerst zunächst zuletzt als noch erst lass lassen schauen sehen suche prüfe es dies diese dieser dieses
  bevor nachdem wenn mit damit beide alle
  je j'ai nous on bien d'accord parfait voyons maintenant ensuite puis d'abord pour mais comme c'est cela ce cette ces laissez laissez-moi
  commençons il elle avant après avec selon
  voy vamos bien claro perfecto ahora luego primero después para pero como esto este esta estos déjame necesito hay veo tengo según con
`);
/** Words that tell nothing yet: the next one does. */
const ARTICLES = wordsOf(
  "the a an my our die der das den ein eine mein meine le la les un une mon ma el los las una mi l",
);
/** What a model speaks of after those when it is still at work. */
const OF_THE_WORK = wordsOf(`
  query queries schema schemas table tables column columns field fields result results data database databases row rows join joins
  error errors output statement sql first second next previous last above other only same tool search filter chart
  abfrage abfragen tabelle tabellen spalte spalten feld felder ergebnis ergebnisse daten datenbank zeile zeilen fehler ausgabe erste
  ersten nächste nächsten letzte letzten vorige suche filter diagramm
  requête requêtes tables colonne colonnes champ champs résultat résultats données base ligne lignes erreur première premier prochaine
  dernière recherche graphique schéma
  consulta consultas tabla tablas columna columnas campo campos resultado resultados datos base fila filas primera siguiente última
  búsqueda gráfico esquema
`);

/** Marks of Markdown before the first word: headings, quotes, lists, emphasis. */
const LEADING_MARKS = /^[\s*_#>\-–•]+/;
const WORD = /^[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/u;
/** Letters whose languages are known here well enough to tell. */
const KNOWN_LETTERS = /^[\p{Script=Latin}\p{M}\p{N}'’-]+$/u;

/** A text's first word in small letters, whether it may still grow, and what comes after it. */
function firstWord(text: string): { word: string; mayGrow: boolean; rest: string } {
  const found = WORD.exec(text)?.[0] ?? "";
  const rest = text.slice(found.length);
  return { word: found.toLowerCase().replaceAll("’", "'"), mayGrow: /^['’-]?$/.test(rest), rest };
}

/** True if the word is one of the list, or may become one. */
const isOf = (list: ReadonlySet<string>, { word, mayGrow }: { word: string; mayGrow: boolean }): boolean =>
  list.has(word) || (mayGrow && [...list].some((known) => known.startsWith(word)));

/** What the beginning of a text says of the rest. Only a sure sign is one: everything else is `open`. */
export function openingOf(text: string): Opening {
  if (text.length <= ANNOUNCEMENT_CHARACTERS && ANNOUNCEMENT.test(text)) return "announces";
  const said = text.replace(LEADING_MARKS, "");
  if (said === "") return "open";
  // A table, or a figure.
  if (/^[|\d]/.test(said)) return "answers";
  const first = firstWord(said);
  if (!KNOWN_LETTERS.test(first.word) || isOf(EITHER, first)) return "open";
  if (!isOf(ARTICLES, first)) return "answers";
  if (first.mayGrow) return "open";
  const second = firstWord(first.rest.replace(/^[\s*_'’]+/, ""));
  // What is no word, such as a figure or a name in quotes, is none of the work.
  if (second.word === "") return second.rest === "" ? "open" : "answers";
  return !KNOWN_LETTERS.test(second.word) || isOf(OF_THE_WORK, second) ? "open" : "answers";
}

/** True if a text cannot be an announcement any more, where no tool can be called and nothing else is to be told apart. */
export const isNoAnnouncement = (text: string): boolean => {
  const opening = openingOf(text);
  return opening === "answers" || (opening === "open" && text.trimStart().length >= SHOWN_CHARACTERS);
};
