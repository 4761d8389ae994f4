import { createBase } from "@parley/core/environment/environment";
import { createFileAccess } from "@parley/core/environment/file-access";
import { createQueueAccess } from "@parley/core/environment/wake-access";
import { createApp } from "../http/app.ts";
import { evaluations } from "../http/evaluations.ts";
import { adminFeedback } from "../http/admin-feedback.ts";
import { goldenQuestions } from "../http/golden-questions.ts";
import { lambda } from "../api-gateway/http-adapter.ts";

const environment = { ...createBase(), ...createFileAccess(), ...createQueueAccess() };

/** How good answers are, for administrators: what members said of them, questions whose right answers are known, and what became of asking those. */
export const handler = lambda(createApp(environment, [...adminFeedback, ...goldenQuestions, ...evaluations]));
