/** What pages name: next to nothing, so that it may be asked for anew every five minutes. What it loads is kept for ever. */
export * from "./parley-chat.ts";
