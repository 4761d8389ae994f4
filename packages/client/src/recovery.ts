/**
 * What is needed where something does not go its usual way: a call fails, a stream is cut, a turn is stopped, followed or durable.
 * It is loaded in the background with the first call.
 */
export { cancel } from "./cancel.ts";
export { editLife } from "./edit.ts";
export { failureOf } from "./failure.ts";
export { follow } from "./follow.ts";
export { createTurn } from "./turn-routes.ts";
