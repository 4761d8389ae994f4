import { adminAgentOperations } from "./admin-agent.ts";
import { agentOperations } from "./agent.ts";
import { audioOperations } from "./audio.ts";
import { authenticationOperations } from "./authentication.ts";
import { chatOperations } from "./chat.ts";
import { columnMarkOperations } from "./column-mark.ts";
import { definitionOperations } from "./definition.ts";
import { docsOperations } from "./docs.ts";
import { documentOperations, documentTextOperations } from "./document.ts";
import { evaluationCaseOperations, evaluationOperations } from "./evaluation.ts";
import { feedbackOperations } from "./feedback.ts";
import { goldenQuestionOperations } from "./golden-question.ts";
import { integrationOperations } from "./integration.ts";
import { meOperations } from "./me.ts";
import { memberOperations } from "./member.ts";
import { adminMemoryOperations, memoryOperations } from "./memory.ts";
import { messageEditOperations, messageOperations } from "./message.ts";
import { modelOperations } from "./model.ts";
import type { Operation } from "./operation.ts";
import { adminProjectOperations, projectOperations } from "./project.ts";
import { receiptOperations, receiptVerifyOperations } from "./receipt.ts";
import { ruleOperations } from "./rule.ts";
import { queryTrialOperations, savedQueryOperations } from "./saved-query.ts";
import { sourceOperations } from "./source.ts";
import { sessionCodeOperations, sessionOperations } from "./session.ts";
import { turnOperations, turnReplayOperations } from "./turn.ts";
import { uploadOperations } from "./upload.ts";
import { visualizationOperations } from "./visualization.ts";
import { voiceOperations } from "./voice.ts";

/** Every HTTP endpoint, in the order of the documentation. */
export const routes: readonly Operation[] = [
  authenticationOperations,
  sessionCodeOperations,
  sessionOperations,
  meOperations,
  integrationOperations,
  projectOperations,
  modelOperations,
  agentOperations,
  savedQueryOperations,
  queryTrialOperations,
  chatOperations,
  messageOperations,
  messageEditOperations,
  receiptOperations,
  receiptVerifyOperations,
  visualizationOperations,
  turnOperations,
  turnReplayOperations,
  uploadOperations,
  memoryOperations,
  adminMemoryOperations,
  ruleOperations,
  memberOperations,
  adminAgentOperations,
  adminProjectOperations,
  documentOperations,
  documentTextOperations,
  sourceOperations,
  definitionOperations,
  columnMarkOperations,
  goldenQuestionOperations,
  feedbackOperations,
  evaluationOperations,
  evaluationCaseOperations,
  voiceOperations,
  audioOperations,
  docsOperations,
].flatMap((operations) => Object.values<Operation>(operations));
