import type { ChatTurn } from "@parley/client/react";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Announce } from "../parts/live-region.tsx";
import { type SayInChat, useChatWords } from "../words/chat-words.ts";
import { firstSentence } from "./answer-text.ts";
import { presentStep } from "./present-step.ts";

/** Milliseconds after which those who hear the page are told what is being done. */
const STEP_MS = 5000;

const live = new Set(["sending", "running", "reconnecting", "stopping"]);

/** True while an answer is on its way. */
export const isLive = ({ status }: Pick<ChatTurn, "status">): boolean => live.has(status);

/** How a turn has ended, in a sentence. Failures speak for themselves: they are alerts. */
function endOf({ status, answer }: ChatTurn, say: SayInChat): string {
  if (status === "cancelled") return say("announce.stopped");
  return status === "failed" ? "" : firstSentence(answer?.content ?? "");
}

/** Has the newest turn read out: that it is being answered, the step after a while, and its first sentence. */
export function useAnnouncements(turn: ChatTurn | undefined, announce: Announce): void {
  const say = useChatWords();
  const [isLong, setLong] = useState(false);
  /** The turn that was seen on its way: history is not read out. */
  const watched = useRef<string | null>(null);
  const isRunning = turn !== undefined && isLive(turn);
  const key = turn?.key;
  useEffect(() => {
    if (!isRunning || key === undefined) return undefined;
    watched.current = key;
    setLong(false);
    announce(say("announce.answering"));
    const timer = setTimeout(() => setLong(true), STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, key, say, announce]);
  const step = isRunning && isLong ? say(presentStep(turn)) : null;
  useEffect(() => {
    if (step !== null) announce(step);
  }, [step, announce]);
  const end = turn && !isRunning && watched.current === key ? endOf(turn, say) : "";
  useEffect(() => {
    if (end !== "") announce(end);
  }, [end, announce]);
}
