import type { Base, WithFiles, WithWakes } from "@parley/core/environment/context";
import type { Answerer } from "@parley/core/answer/answer";
import { adminAgents } from "@parley/functions/http/admin-agents";
import { adminMemories } from "@parley/functions/http/admin-memories";
import { adminDocuments } from "@parley/functions/http/admin-documents";
import { adminMembers } from "@parley/functions/http/admin-members";
import { adminProjects } from "@parley/functions/http/admin-projects";
import { agents } from "@parley/functions/http/agents";
import { audio } from "@parley/functions/http/audio";
import { auth } from "@parley/functions/http/auth";
import { chats } from "@parley/functions/http/chats";
import { docs } from "@parley/functions/http/docs";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { integrations } from "@parley/functions/http/integrations";
import { me } from "@parley/functions/http/me";
import { memories } from "@parley/functions/http/memories";
import { documents } from "@parley/functions/http/documents";
import { messages } from "@parley/functions/http/messages";
import { models } from "@parley/functions/http/models";
import { projects } from "@parley/functions/http/projects";
import { evaluations } from "@parley/functions/http/evaluations";
import { adminFeedback } from "@parley/functions/http/admin-feedback";
import { goldenQuestions } from "@parley/functions/http/golden-questions";
import { queries } from "@parley/functions/http/queries";
import { rules } from "@parley/functions/http/rules";
import { sessions } from "@parley/functions/http/sessions";
import { adminIntegrations } from "@parley/functions/http/admin-integrations";
import { queryTrials } from "@parley/functions/http/query-trials";
import { receipts } from "@parley/functions/http/receipts";
import { stream } from "@parley/functions/http/stream";
import { turns } from "@parley/functions/http/turns";
import { uploads } from "@parley/functions/http/uploads";
import { voice } from "@parley/functions/http/voice";

export type Everything = Base & WithFiles & WithWakes;

// oxlint-disable-next-line require-yield
const nobodyAnswers: Answerer = async function* () {
  throw new Error("nobody answers here");
};

/** Every endpoint of the contract. Requests that get as far as asking a question fail. */
export const everyEndpoint: readonly Endpoint<Everything>[] = [
  ...auth,
  ...sessions,
  ...me,
  ...integrations,
  ...projects,
  ...models,
  ...agents,
  ...queries,
  ...goldenQuestions,
  ...adminFeedback,
  ...evaluations,
  ...chats,
  ...messages,
  ...documents,
  ...turns,
  ...stream(nobodyAnswers),
  ...uploads,
  ...memories,
  ...adminMemories,
  ...rules,
  ...adminMembers,
  ...adminAgents,
  ...adminProjects,
  ...adminDocuments,
  ...adminIntegrations,
  ...receipts,
  ...queryTrials,
  ...voice,
  ...audio,
  ...docs,
];
