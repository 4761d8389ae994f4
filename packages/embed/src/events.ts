import type { Message } from "@parley/client";

/** What is told of a failure: for programs, for people, and for whoever runs the service. */
export interface FailureDetail {
  code: string;
  message: string;
  debugId: string | null;
}

/** The events of `<parley-chat>`. They bubble, leave shadow roots, and never have a token in them. */
export interface ParleyChatEvents {
  /** The chat can be used: methods act at once. */
  "parley-ready": CustomEvent<null>;
  /** A question was sent. */
  "parley-question": CustomEvent<{ chatId: string | null; text: string }>;
  /** A question was answered. */
  "parley-answer": CustomEvent<Message>;
  /** A question was not answered. */
  "parley-error": CustomEvent<FailureDetail>;
  /** Another chat is shown; null: a new one. */
  "parley-chat": CustomEvent<{ chatId: string | null }>;
  /** The function or address that gives tokens has failed. */
  "parley-token-error": CustomEvent<FailureDetail>;
}

/** The details by the events' names. */
export type EventDetails = {
  [Name in keyof ParleyChatEvents]: ParleyChatEvents[Name] extends CustomEvent<infer Detail> ? Detail : never;
};

/** Says an event of the element. */
export type Emit = <Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]) => void;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What hosts are told of an error, whatever was thrown. */
export function failureDetail(error: unknown): FailureDetail {
  const { code, message, debugId } = Object(error) as Record<string, unknown>;
  return { code: textOf(code) ?? "UNEXPECTED", message: textOf(message) ?? "", debugId: textOf(debugId) };
}
