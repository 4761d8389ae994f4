"use client";
import type { ChatFeatures } from "@parley/console/chat/chat-features.ts";
import {
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import "./parley-chat.ts";
import type { ChatMessages } from "./chat-messages.ts";
import type { HostToken } from "./clients.ts";
import type { ParleyChatElement } from "./element.tsx";
import type { EventDetails } from "./events.ts";
import type { Layout, Theme } from "./layouts.ts";

/** The attributes and properties of `<parley-chat>`, and its events as functions of their details. */
export interface ParleyChatProps extends Omit<HTMLAttributes<HTMLElement>, "onError" | "children"> {
  /** A token, or a function that is asked for one; another function on each drawing is the same client. */
  token?: HostToken;
  features?: Partial<ChatFeatures>;
  messages?: ChatMessages;
  baseUrl?: string;
  chatId?: string;
  integration?: string;
  agent?: string;
  model?: string;
  layout?: Layout;
  theme?: Theme;
  locale?: string;
  starter?: string;
  placeholder?: string;
  tokenUrl?: string;
  onReady?: (detail: EventDetails["parley-ready"]) => void;
  onQuestion?: (detail: EventDetails["parley-question"]) => void;
  onAnswer?: (detail: EventDetails["parley-answer"]) => void;
  onError?: (detail: EventDetails["parley-error"]) => void;
  onChat?: (detail: EventDetails["parley-chat"]) => void;
  onTokenError?: (detail: EventDetails["parley-token-error"]) => void;
  /** The element, for its methods. */
  chatRef?: Ref<ParleyChatElement>;
}

const events = {
  onReady: "parley-ready",
  onQuestion: "parley-question",
  onAnswer: "parley-answer",
  onError: "parley-error",
  onChat: "parley-chat",
  onTokenError: "parley-token-error",
} as const satisfies Record<string, keyof EventDetails>;
type Listener = keyof typeof events;
const listeners = Object.keys(events) as Listener[]; // the keys of our own table

/** A server has no layout: React 18 would say so. */
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** `<parley-chat>` for React 18, 19 and Preact. A server draws the empty element. */
export function ParleyChat({ baseUrl, chatId, tokenUrl, chatRef, className, ...props }: ParleyChatProps): ReactElement {
  const { token, features, messages, ...rest } = props;
  const own = useRef<ParleyChatElement>(null);
  const latest = useRef(props);
  useBeforePaint(() => {
    latest.current = props;
  });
  const fixed = typeof token === "function" ? null : token;
  useBeforePaint(() => {
    const element = own.current;
    if (!element) return;
    // One function for as long as the element lives asks whichever was given last.
    const ask: HostToken = (why) => {
      const { token: now } = latest.current;
      return typeof now === "function" ? now(why) : now;
    };
    element.token = fixed === null ? ask : fixed;
  }, [fixed]);
  useBeforePaint(() => {
    if (own.current) own.current.features = features;
  }, [features]);
  useBeforePaint(() => {
    if (own.current) own.current.messages = messages;
  }, [messages]);
  useImperativeHandle(chatRef, () => own.current as ParleyChatElement, []); // it is there by then
  useBeforePaint(() => {
    const element = own.current;
    const stop = new AbortController();
    for (const name of listeners) {
      const tell = (event: Event): void => {
        const listener = latest.current[name] as ((detail: unknown) => void) | undefined;
        listener?.((event as CustomEvent<unknown>).detail); // the element's own events
      };
      element?.addEventListener(events[name], tell, stop);
    }
    return () => stop.abort();
  }, []);
  const attributes = Object.entries(rest).filter(([name]) => !(name in events));
  return createElement("parley-chat", {
    ...Object.fromEntries(attributes),
    ref: own,
    // React 18 writes it as it is.
    class: className,
    "base-url": baseUrl,
    "chat-id": chatId,
    "token-url": tokenUrl,
  });
}
