/** One window of a throttle: at most `count` in any `seconds`. */
export interface Window {
  count: number;
  seconds: number;
}

/** The one table of throttle policies (D37, D38): what is counted, per what, and how often it may happen. */
export const policies = {
  authenticate: [{ count: 60, seconds: 60 }],
  session: [{ count: 10, seconds: 60 }],
  submission: [
    { count: 10, seconds: 60 },
    { count: 3, seconds: 10 },
  ],
  upload: [{ count: 20, seconds: 60 }],
  voice: [{ count: 6, seconds: 60 }],
  documents: [{ count: 20, seconds: 60 }],
  passage_search: [{ count: 30, seconds: 60 }],
  transcription: [{ count: 20, seconds: 60 }],
  /** Of an admin: connections that are tried, and SQL that is run to see its first rows. */
  connection_test: [{ count: 10, seconds: 60 }],
  preview: [{ count: 20, seconds: 60 }],
  /** Of an admin: evaluations that are asked for; one runs at a time in an organization. */
  evaluation: [{ count: 6, seconds: 60 }],
  /** Of a member: receipts that are verified, which runs their statements again. */
  verification: [{ count: 10, seconds: 60 }],
  /** Durable turns that are kept as failed, with an id of their own (INTEGRATION_NOT_FOUND): they do not count as submissions. */
  failure: [{ count: 40, seconds: 60 }],
} as const satisfies Record<string, readonly Window[]>;

export type Policy = keyof typeof policies;
