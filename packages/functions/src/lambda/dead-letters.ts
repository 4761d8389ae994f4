import { createBase } from "@parley/core/environment/environment";
import type { SQSEvent } from "aws-lambda";
import { settleDeadLetters } from "../worker/dead-letters.ts";

const environment = createBase();

/** Settles the turns whose queue messages kept failing. */
export const handler = (event: SQSEvent) => settleDeadLetters(environment, event);
