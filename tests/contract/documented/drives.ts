import { agentDrives } from "./agents.ts";
import { authenticationDrives } from "./authentication.ts";
import { chatDrives } from "./chats.ts";
import { collectionDrives } from "./collections.ts";
import { definitionDrives } from "./definitions.ts";
import { evaluationDrives } from "./evaluations.ts";
import { feedbackDrives } from "./feedback.ts";
import { goldenQuestionDrives } from "./golden-questions.ts";
import type { DrivesOf } from "./kit.ts";
import { memberDrives } from "./members.ts";
import { memoryDrives } from "./memories.ts";
import { messageDrives } from "./messages.ts";
import { savedQueryDrives } from "./saved-queries.ts";
import { sourceDrives } from "./sources.ts";
import { turnDrives } from "./turns.ts";
import { uploadAndAudioDrives } from "./uploads-and-audio.ts";
import { bodilessDrives, usualDrives } from "./usual.ts";
import { voiceDrives } from "./voice.ts";

/** By the operation's id. */
const drives: Record<string, DrivesOf> = {
  ...agentDrives,
  ...authenticationDrives,
  ...chatDrives,
  ...collectionDrives,
  ...definitionDrives,
  ...evaluationDrives,
  ...feedbackDrives,
  ...goldenQuestionDrives,
  ...memberDrives,
  ...memoryDrives,
  ...messageDrives,
  ...savedQueryDrives,
  ...sourceDrives,
  ...turnDrives,
  ...uploadAndAudioDrives,
  ...voiceDrives,
};

/** What makes every documented answer of an operation; those that take no body have nothing of their own. */
export const drivesOf: DrivesOf = (kit) => [...usualDrives(kit), ...(drives[kit.operation.id] ?? bodilessDrives)(kit)];
