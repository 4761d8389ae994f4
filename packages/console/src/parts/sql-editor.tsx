import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { MySQL, PostgreSQL, sql, SQLite, type SQLDialect } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, type EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";

/** The databases that SQL is written for. */
export type SqlEngine = "postgres" | "mysql" | "sqlite" | "duckdb" | "redshift" | "athena";

/** Where something is wrong; lines and characters count from 1. */
export interface SqlPlace {
  line: number | null;
  column: number | null;
}

const dialects: Readonly<Record<SqlEngine, SQLDialect>> = {
  postgres: PostgreSQL,
  mysql: MySQL,
  sqlite: SQLite,
  duckdb: PostgreSQL,
  redshift: PostgreSQL,
  athena: PostgreSQL,
};

interface Props {
  /** The text at first; from then on the editor keeps its own. */
  value: string;
  onChange: (value: string) => void;
  /** What is written here, for those who cannot see it. */
  label: string;
  hint: string;
  engine: SqlEngine;
  /** Tables and their columns, to complete them. */
  tables: Readonly<Record<string, string[]>>;
  problem: SqlPlace | null;
}

/** As statements are coloured elsewhere. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "500" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": {
    fontFamily: "var(--mono)",
    lineHeight: "1.65",
    minHeight: "156px",
    padding: "12px 4px",
    caretColor: "var(--ink)",
  },
  ".cm-scroller": { overflow: "auto", maxHeight: "50vh" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".cm-parameter": { borderRadius: "4px", backgroundColor: "var(--accent-soft)" },
  ".cm-parameter, .cm-parameter *": { color: "var(--ink)", fontWeight: "500" },
  ".cm-problem": { textDecoration: "underline wavy var(--danger)", textUnderlineOffset: "3px" },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip": {
    overflow: "hidden",
    border: "1px solid var(--hair)",
    borderRadius: "8px",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12.5px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px 3px 6px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
});

const language = (engine: SqlEngine, tables: Props["tables"]): Extension =>
  sql({ dialect: dialects[engine], schema: tables, upperCaseKeywords: true });

const parameterMarks = new MatchDecorator({
  regexp: /\{\{\s*\w+\s*\}\}/g,
  decoration: Decoration.mark({ class: "cm-parameter" }),
});

/** Marks every `{{parameter}}`. */
const parameters = ViewPlugin.define(
  (view) => ({
    marks: parameterMarks.createDeco(view),
    update(update: ViewUpdate) {
      this.marks = parameterMarks.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);

/** What is typed over a selection. Left to it, the browser keeps the old text's look by inline styles, which the policy forbids. */
const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/** Underlines from the problem's place to the end of its word. */
function underlined(state: EditorState, problem: Props["problem"]): DecorationSet {
  if (!problem || problem.line === null || problem.line > state.doc.lines) return Decoration.none;
  const line = state.doc.line(problem.line);
  const from = Math.min(line.from + Math.max(0, (problem.column ?? 1) - 1), line.to);
  const word = state.wordAt(from);
  const to = Math.max(word?.to ?? line.to, Math.min(from + 1, line.to));
  return from < to ? Decoration.set(Decoration.mark({ class: "cm-problem" }).range(from, to)) : Decoration.none;
}

/**
 * An editor for one statement of SQL. Tab moves on, as in every other field. It lives in a shadow root of its own, where its
 * styles need no permission of the page's policy.
 */
export function SqlEditor({ value, onChange, label, hint, engine, tables, problem }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const parts = useRef({ language: new Compartment(), problem: new Compartment() });
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const editor = new EditorView({
      root,
      parent: root,
      doc: value,
      extensions: [
        history(),
        bracketMatching(),
        autocompletion(),
        syntaxHighlighting(colours),
        look,
        parameters,
        typingOver,
        placeholder(hint),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        parts.current.language.of(language(engine, tables)),
        parts.current.problem.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed.current(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
    // The editor keeps its own text from here on.
  }, [label, hint]);

  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(language(engine, tables)) });
  }, [engine, tables]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks = EditorView.decorations.of(underlined(editor.state, problem));
    editor.dispatch({ effects: parts.current.problem.reconfigure(marks) });
  }, [problem]);

  return <div ref={host} class="sql-editor" data-problem={problem ? true : undefined} />;
}
