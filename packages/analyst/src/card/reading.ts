import { shortText } from "@parley/contract/cut-text";
import { tablesRead } from "@parley/datasource/tokens/tables";
import { DatasourceError } from "@parley/datasource/types";
import { stem } from "@parley/interpreter/language/inflection";
import { capitalized, spoken } from "@parley/interpreter/language/words";
import { resultsShown } from "../answer-sql.ts";
import { type AskerLanguage, askerLanguage } from "@parley/core/answer/asker-language";
import type { Outcome, Session } from "../answer-session.ts";
import { NOT_READ, type Understood } from "../understood.ts";
import { type Condition, readStatement, type Shown, type Statement } from "./statement.ts";
import { type StatementWords, STATEMENT_WORDS } from "./statement-words.ts";

const MOST_STATEMENTS_READ = 3;
const READING_CHARACTERS = 400;
const MOST_ASSUMPTIONS = 6;
/** Expressions in words. */
const EXPRESSION_CHARACTERS = 80;

/**
 * What the statements behind a language model's answer ask, in the language of the question, and what they take for granted that
 * nobody has said (D52). Read from the SQL that ran: what cannot be read there is not said.
 */
export function readFromSql(session: Session): Understood {
  const { question } = session;
  const language = askerLanguage(question);
  const results = resultsShown(session).slice(0, MOST_STATEMENTS_READ);
  const readings = results.map((outcome) => ({ outcome, statement: statementOf(outcome) }));
  const said = readings.map(({ outcome, statement }) => readingOf(outcome, statement, language));
  const distinct = [...new Set(said)].filter((text) => text !== "");
  if (distinct.length === 0) return NOT_READ;
  const asked = [
    question.message,
    ...question.history.flatMap(({ role, content }) => (role === "user" ? content : [])),
  ];
  const assumptions = readings.flatMap(({ outcome, statement }) =>
    outcome.saved_query_id === null && statement ? assumptionsOf(statement, asked.join("\n"), language) : [],
  );
  return {
    ...NOT_READ,
    interpretation:
      distinct.length === 1 ? (distinct[0] ?? null) : distinct.map((text, at) => `${at + 1}. ${text}`).join(" "),
    assumptions: [...new Set(assumptions)].slice(0, MOST_ASSUMPTIONS),
  };
}

/** The statement's clauses; null where there are several SELECTs, or what these rules cannot read. */
function statementOf({ sql, dialect }: Outcome): Statement | null {
  try {
    return readStatement(sql, dialect);
  } catch (error) {
    if (error instanceof DatasourceError) return null;
    throw error;
  }
}

const short = (text: string): string => shortText(text, EXPRESSION_CHARACTERS);

function readingOf({ sql, dialect }: Outcome, statement: Statement | null, language: AskerLanguage): string {
  const words = STATEMENT_WORDS[language];
  const tables = words.list(tablesRead(sql, dialect).map(spoken));
  if (tables === "") return "";
  if (!statement) return `${words.readFrom(tables)}.`;
  const grouped = statement.grouped.map(short);
  const figures = statement.shown.filter(
    ({ figure, of, alias }) => figure !== null || !(grouped.includes(short(of)) || grouped.includes(alias ?? "")),
  );
  const what = words.list((figures.length > 0 ? figures : statement.shown).map((each) => shownText(each, words)));
  const conditions = statement.conditions.map((each) => conditionText(each, words));
  const parts = [
    words.of(statement.isDistinct ? words.distinct(what) : what, tables),
    ...(conditions.length > 0 ? [words.where(words.list(conditions))] : []),
    ...(grouped.length > 0 ? [words.each(words.list(grouped))] : []),
    ...(statement.ordered.length > 0
      ? [
          words.sorted(
            words.list(statement.ordered.map(({ by, isDescending }) => words.order(short(by), isDescending))),
          ),
        ]
      : []),
    ...(statement.limit === null ? [] : [words.first(statement.limit)]),
  ];
  return `${shortText(capitalized(parts.join(", ")), READING_CHARACTERS)}.`;
}

function shownText({ figure, of, alias }: Shown, words: StatementWords): string {
  if (figure !== null) return words.figure[figure](short(of));
  if (of === "*") return words.everything;
  return short(alias ?? of);
}

function conditionText(condition: Condition, words: StatementWords): string {
  if ("text" in condition) return short(condition.text);
  const { column, operator, values } = condition;
  return words.condition(
    column,
    operator,
    values.map((value) => words.quoted(short(value))),
  );
}

/** Words with which a question names a time without saying its dates. */
const TIME_WORD =
  /(?<!\p{L})(?:last|past|previous|this|current|recent\p{L}*|since|today|yesterday|so far|ytd|year|quarter|month|week|day|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|diese[nrsm]?|aktuell\p{L}*|seit|heute|gestern|bisher|jahr\p{L}*|quartal\p{L}*|monat\p{L}*|woche\p{L}*|tag\p{L}*|jan\p{L}*|feb\p{L}*|m(?:ar|är)\p{L}*|apr\p{L}*|ma[iy]|ju[nl]\p{L}*|aug\p{L}*|sep\p{L}*|o[ck]t\p{L}*|nov\p{L}*|de[cz]\p{L}*|q[1-4])(?!\p{L})/iu;
const DATE_VALUE = /^(?:19|20)\d{2}(?:-\d{2}){0,2}/;

/** The conditions that nothing of what was asked names. */
function assumptionsOf({ conditions }: Statement, asked: string, language: AskerLanguage): string[] {
  const words = STATEMENT_WORDS[language];
  return conditions
    .filter((condition) => "column" in condition && !isAsked(condition, asked))
    .map((condition) => `${words.assumed(conditionText(condition, words))}.`);
}

function isAsked(condition: Exclude<Condition, { text: string }>, asked: string): boolean {
  const lower = asked.toLowerCase();
  const stems = new Set((lower.match(/\p{L}+/gu) ?? []).map((word) => stem(word)));
  const isWordAsked = (word: string) =>
    stems.has(stem(word)) || (word.length >= LIKE_CHARACTERS && lower.includes(word.slice(0, LIKE_CHARACTERS)));
  const isDate = condition.values.length > 0 && condition.values.every((value) => DATE_VALUE.test(value));
  if (!isDate && condition.column.split(" ").some((word) => word.length > 2 && isWordAsked(word.toLowerCase())))
    return true;
  return condition.values.some((value) => {
    if (DATE_VALUE.test(value)) return lower.includes(value.slice(0, 4)) || TIME_WORD.test(asked);
    if (lower.includes(value.toLowerCase())) return true;
    return (value.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some(isWordAsked);
  });
}

/** Beginnings of words by which a value is named in another form: "German" for "Germany". */
const LIKE_CHARACTERS = 5;
