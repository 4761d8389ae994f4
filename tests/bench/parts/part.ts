import type { Line } from "../load/report.ts";

interface PartOptions {
  /** A folder for CPU profiles of the service's process. */
  profile?: string | undefined;
  /** A trace to replay instead of the generated one. */
  trace?: string | undefined;
  /** Turns a second to submit in the replay. */
  rate?: number | undefined;
  /** A folder of SQLite files, and questions about them with their SQL. */
  databases?: string | undefined;
  questions?: string | undefined;
  /** Messages of the chat that is purged. */
  messages?: number | undefined;
}

/** One benchmark: it takes about a minute at most, or is run by its name only, and asserts nothing about time. */
export interface Part {
  name: string;
  title: string;
  onlyByName?: true;
  run(options: PartOptions): Promise<Line[]>;
}
