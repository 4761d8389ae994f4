import type { Chart as ChartPayload, MessageMetadata, Table as TablePayload } from "@parley/client";
import type { ChatTurn } from "@parley/client/react";
import { Check, TriangleAlert } from "lucide-preact";
import type { RefObject } from "preact";
import { Suspense } from "preact/compat";
import { useRef, useState } from "preact/hooks";
import { NumberFigure } from "../parts/number-figure.tsx";
import { Sql } from "../parts/sql.tsx";
import { type Tab, Tabs } from "../parts/tabs.tsx";
import { type SayInChat, useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { useScene } from "./chat-context.ts";
import { type Figure, type Statement, wordsOfColumn } from "./figures.ts";
import { Chart, Receipt, Table } from "./lazy-parts.tsx";
import { SheetActions } from "./sheet-actions.tsx";
import { durationText, sourceFacts } from "./source-line.ts";
import { useAllRows } from "./use-all-rows.ts";
import { useDownloads } from "./use-downloads.ts";

type View = "chart" | "number" | "numbers" | "table" | "sql";

interface Props {
  turn: ChatTurn;
  figure: Figure;
  /** What is known of the whole answer stands on its first sheet: whether it was checked, its receipt, its verdict and its link. */
  isFirst: boolean;
}

/** A longer reading is no title. */
const LONGEST_TITLE = 80;

/** What a sheet is called: as its chart is, as its question was read, else by the columns of its table. */
function titleOf({ chart, table, number }: Figure, reading: string, language: string, say: SayInChat): string {
  if (chart?.title) return chart.title;
  // A saved query is read as its quoted title.
  if (reading && reading.length <= LONGEST_TITLE) return reading.replace(/^“(.+)”$|\.$/s, "$1");
  if (number) return wordsOfColumn(number.label);
  const columns = table?.headers.slice(0, 4).map(wordsOfColumn) ?? [];
  return columns.length > 1 ? new Intl.ListFormat(language, { type: "unit" }).format(columns) : say("sheet.result");
}

/** A result and where it is from: chart, table and SQL of the same rows, and below them their source. */
export function Sheet({ turn, figure, isFirst }: Props) {
  const say = useChatWords();
  const language = useLanguage();
  const { features } = useScene();
  const [chosen, choose] = useState<View | null>(null);
  const drawing = useRef<HTMLElement>(null);
  const { chart, table, number, numbers, statements } = figure;
  const reading = (isFirst && turn.answer?.metadata?.interpretation) || "";
  const title = titleOf(figure, reading, language, say);
  const tabs: Tab<View>[] = [];
  if (chart)
    tabs.push({
      name: "chart",
      label: say("sheet.chart"),
      panel: () => <Drawing chart={chart} table={table} drawing={drawing} />,
    });
  if (number) {
    tabs.push({
      name: "number",
      label: say("sheet.number"),
      panel: () => <NumberFigure {...number} label={title} figureRef={drawing} />,
    });
  }
  if (numbers.length > 0)
    tabs.push({ name: "numbers", label: say("sheet.numbers"), panel: () => <NumberRow numbers={numbers} /> });
  // A table of one cell says no more than the number does.
  if (table && !(number && table.headers.length === 1 && table.rows.length === 1)) {
    tabs.push({ name: "table", label: say("sheet.table"), panel: () => <Rows table={table} label={title} /> });
  }
  if (features.sql && statements.length > 0) {
    tabs.push({ name: "sql", label: say("sheet.sql"), panel: () => <Statements statements={statements} /> });
  }
  const [first] = tabs;
  if (!first) return null;
  const shown = tabs.some(({ name }) => name === chosen) ? (chosen ?? first.name) : first.name;
  return (
    <section class="sheet" part="sheet" aria-label={title} data-view={shown}>
      <Tabs label={say("sheet.views")} title={<h3>{title}</h3>} tabs={tabs} chosen={shown} onChoose={choose} />
      <footer class="sheet-foot" part="footer">
        <SourceLine figure={figure} answer={isFirst ? turn.answer : null} />
        <SheetActions
          {...{ turn, figure, title, isFirst, drawing }}
          isDrawn={shown === "chart" || shown === "number"}
        />
      </footer>
    </section>
  );
}

/** Numbers that belong together, beside each other. */
const NumberRow = ({ numbers }: Pick<Figure, "numbers">) => (
  <div class="number-row">
    {numbers.map((number, at) => (
      <NumberFigure key={at} {...number} label={wordsOfColumn(number.label)} />
    ))}
  </div>
);

interface DrawingProps {
  chart: ChartPayload;
  table: TablePayload | null;
  drawing: RefObject<HTMLElement>;
}

function Drawing({ chart, table, drawing }: DrawingProps) {
  const column = table?.columns?.find(({ name }) => name === chart.data.y_axis_label);
  const unit = column?.unit ?? chart.formats?.value.unit;
  return (
    <div class="sheet-chart" part="chart">
      <Suspense fallback={<div class="sheet-waiting" />}>
        <Chart chart={chart} unit={unit} figureRef={drawing} />
      </Suspense>
    </div>
  );
}

/** The rows that came with the answer, and a way to all of them. */
function Rows({ table, label }: { table: TablePayload; label: string }) {
  const { rows, footer } = useRows(table, label);
  return (
    <div class="sheet-table" part="table">
      <Suspense fallback={<div class="sheet-waiting" />}>
        <Table
          label={label}
          headers={table.headers}
          rows={rows}
          {...(table.columns && { columns: table.columns })}
          footer={footer}
        />
      </Suspense>
    </div>
  );
}

/** The rows that are there, and what is said of those that are not. */
function useRows(table: TablePayload, title: string) {
  const say = useChatWords();
  const { features, notify } = useScene();
  const { rows, count, isCut, isLoading, showAll } = useAllRows(table);
  const downloads = useDownloads({ title });
  const shown = rows.length;
  const isMissing = count > shown;
  if (!isMissing && !isCut) return { rows, footer: null };
  const words = isMissing ? say(isCut ? "sheet.firstOfCut" : "sheet.first", { shown, count }) : null;
  const download = () => void downloads.csv(table).catch(() => notify(say("sheet.failed")));
  const footer = (
    <span class="sheet-cut">
      {words ?? say("sheet.firstOfMore", { count })}
      {isMissing && (
        <button type="button" class="link" disabled={isLoading} onClick={showAll}>
          {say("sheet.showAll")}
        </button>
      )}
      {isMissing && features.export && (
        <button type="button" class="link" onClick={download}>
          {say("sheet.downloadAll")}
        </button>
      )}
    </span>
  );
  return { rows, footer };
}

const Statements = ({ statements }: { statements: readonly Statement[] }) => (
  <div class="sheet-sql">
    {statements.map(({ sql }, at) => (
      <Sql key={at} text={sql} />
    ))}
  </div>
);

/** Where the numbers come from: database, rows, time, whether they were checked, and the receipt where there is one. */
function SourceLine({ figure, answer }: { figure: Figure; answer: ChatTurn["answer"] }) {
  const say = useChatWords();
  const language = useLanguage();
  const { catalog } = useScene();
  const { sources, rows, isTruncated, duration } = sourceFacts(figure, catalog.integrations);
  return (
    <ul class="source-line">
      {sources.map((name) => (
        <li key={name ?? ""}>{name ?? say("sheet.uploads")}</li>
      ))}
      {rows !== null && (
        <li>{isTruncated ? say("sheet.firstRows", { count: rows }) : say("sheet.rows", { count: rows })}</li>
      )}
      {duration !== null && <li>{durationText(language, duration)}</li>}
      <Checked verification={answer?.metadata?.verification} />
      {answer?.metadata?.receipt_id !== undefined && answer.id !== null && <ReceiptOpener messageId={answer.id} />}
    </ul>
  );
}

/** That every number of the text has its place in the rows, or was put right, or that some have none, which the text then names. */
function Checked({ verification }: Pick<MessageMetadata, "verification">) {
  const say = useChatWords();
  if (verification === undefined || verification.numbers.length === 0) return null;
  const { status } = verification;
  if (status === "not_applicable") return null;
  const Icon = status === "unverified" ? TriangleAlert : Check;
  return (
    <li class="checked" data-status={status} title={say(`sheet.${status}Hint`)}>
      <Icon size={13} strokeWidth={2} aria-hidden="true" />
      {say(`sheet.${status}`)}
    </li>
  );
}

/** The receipt, which shows the statements: where those are not shown, that there is one. */
function ReceiptOpener({ messageId }: { messageId: string }) {
  const say = useChatWords();
  const { features } = useScene();
  const [isOpen, setOpen] = useState(false);
  if (!features.sql) return <li>{say("sheet.receipt")}</li>;
  return (
    <li>
      <button type="button" class="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say("sheet.receipt")}
      </button>
      {isOpen && <Receipt messageId={messageId} onClose={() => setOpen(false)} />}
    </li>
  );
}
