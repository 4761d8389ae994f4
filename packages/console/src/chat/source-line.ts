import type { AnswerPeriod, Integration } from "@parley/client";
import type { SayInChat } from "../words/chat-words.ts";
import type { Figure } from "./figures.ts";

/** What a sheet says of where its numbers come from; what is not known is not said. */
export interface SourceFacts {
  /** The databases' names; null stands for files that were sent with the question. */
  sources: readonly (string | null)[];
  rows: number | null;
  /** The database had more rows than were read. */
  isTruncated: boolean;
  /** Milliseconds. */
  duration: number | null;
}

/** The facts of a figure's source line. Databases that are not on the list any more have no name. */
export function sourceFacts({ statements, table }: Figure, integrations: readonly Integration[]): SourceFacts {
  const ids = [...new Set(statements.map(({ integration_id: id }) => id))].filter((id) => id !== undefined);
  const sources = ids.flatMap((id) => {
    const name = id === null ? null : integrations.find((each) => each.id === id)?.display_name;
    return name === undefined ? [] : [name];
  });
  const [only] = statements.length === 1 ? statements : [];
  const durations = statements.flatMap(({ duration_ms: ms }) => (ms === undefined ? [] : [ms]));
  return {
    sources,
    rows: table?.row_count ?? only?.row_count ?? table?.rows.length ?? null,
    isTruncated: table?.truncated ?? only?.truncated ?? false,
    duration: durations.length > 0 ? durations.reduce((sum, ms) => sum + ms) : null,
  };
}

/** A duration as people say it: `5 ms`, `1.2 s`, `2 min 5 s`. */
export function durationText(language: string, ms: number): string {
  const unit = (value: number, name: string, digits = 0) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  if (ms < 1000) return unit(Math.round(ms), "millisecond");
  const seconds = ms / 1000;
  if (seconds < 60) return unit(seconds, "second", seconds < 10 ? 1 : 0);
  return `${unit(Math.floor(seconds / 60), "minute")} ${unit(Math.round(seconds % 60), "second")}`;
}

/** The days that an answer is about, as the language writes them: "1 Jan – 31 Dec 2025"; null where neither side is a day. */
export function periodText({ from, to }: AnswerPeriod, language: string, say: SayInChat): string | null {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  const hasEnd = !Number.isNaN(last);
  if (Number.isNaN(first)) return hasEnd ? say("answer.until", { day: days.format(last) }) : null;
  return hasEnd ? days.formatRange(first, last) : say("answer.since", { day: days.format(first) });
}
