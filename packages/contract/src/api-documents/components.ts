import type * as v from "valibot";
import { AdminAgent, adminAgentOperations, AgentCreate, AgentUpdate } from "../admin-agent.ts";
import { Agent, agentOperations } from "../agent.ts";
import { TranscribeUpload, Transcript } from "../audio.ts";
import { AuthenticateRequest, AuthenticationResult } from "../authentication.ts";
import { Chat, ChatCreate, chatOperations, ChatUpdate, StreamedMessage } from "../chat.ts";
import { ColumnMark, ColumnMarking, ColumnMarks, ColumnMarksUpdate, Mark } from "../column-mark.ts";
import {
  Definition,
  DefinitionCreate,
  DefinitionKind,
  definitionOperations,
  DefinitionOrigin,
  DefinitionUpdate,
} from "../definition.ts";
import { ErrorCoded, ErrorFields, ErrorRateLimit, ErrorText } from "../errors.ts";
import { ErrorType } from "../visible-error.ts";
import { ErrorData, ProcessingStatus, SocketEvent, StreamEvent, ToolCall, ToolResult } from "../event.ts";
import { Parameters } from "../fields.ts";
import {
  DocumentCreate,
  documentOperations,
  DocumentPassage,
  DocumentText,
  DocumentStatus,
  DocumentUpdate,
  FoundPassage,
  ProjectDocument,
} from "../document.ts";
import { ClientFrame } from "../frame.ts";
import {
  AnswerChange,
  ChangeCounts,
  Draft,
  DraftDefinition,
  DraftMemory,
  DraftQuery,
  DraftRule,
  EvaluatedAnswer,
  Evaluation,
  EvaluationCase,
  evaluationCaseOperations,
  EvaluationClass,
  EvaluationCreate,
  EvaluationError,
  evaluationOperations,
  EvaluationStatus,
} from "../evaluation.ts";
import { feedbackOperations, FeedbackStatus, FeedbackUpdate, RatedAnswer } from "../feedback.ts";
import {
  GoldenQuestion,
  GoldenQuestionCreate,
  goldenQuestionOperations,
  GoldenQuestionUpdate,
} from "../golden-question.ts";
import { Integration, integrationOperations } from "../integration.ts";
import { adminMemoryOperations, Memory, memoryOperations, MemoryTier, MemoryUpdate, OrderedMemory } from "../memory.ts";
import { Me, MemberRole } from "../me.ts";
import { Member, MemberCreate, memberOperations, MemberUpdate } from "../member.ts";
import {
  AnswerCell,
  AnswerPeriod,
  AnswerSql,
  AnswerWarning,
  Choice,
  CheckedNumber,
  Citation,
  FeedbackRequest,
  FeedbackValue,
  Message,
  MessageEdit,
  MessageMetadata,
  messageOperations,
  MessageRole,
  MessageType,
  Usage,
  Verification,
} from "../message.ts";
import { Model, modelOperations } from "../model.ts";
import {
  AdminProject,
  adminProjectOperations,
  Project,
  ProjectCreate,
  projectOperations,
  ProjectUpdate,
} from "../project.ts";
import {
  Receipt,
  ReceiptDifference,
  ReceiptStatement,
  ReceiptStatus,
  ReceiptVerification,
  ReceiptVersion,
} from "../receipt.ts";
import { Rule, ruleOperations, RuleUpdate } from "../rule.ts";
import {
  PreviewedRows,
  QueryPreview,
  QueryProblem,
  QueryValidate,
  QueryVerdict,
  SavedQuery,
  SavedQueryCreate,
  savedQueryOperations,
  SavedQueryUpdate,
} from "../saved-query.ts";
import { SessionCode, SessionCodeCreate, SessionCreate } from "../session.ts";
import {
  ChangedServer,
  ConnectionTest,
  Engine,
  FileConnection,
  Introspection,
  NewServer,
  PastConnectionTest,
  SchemaColumn,
  SchemaKey,
  SchemaSummary,
  SchemaTable,
  ServerConnection,
  Source,
  SourceCreate,
  SourceError,
  sourceOperations,
  SourceSchema,
  SourceTest,
  SourceUpdate,
  TlsMode,
  UploadedFile,
  WarehouseConnection,
} from "../source.ts";
import { Turn, TurnCreate, TurnDetail, TurnError, TurnStatus } from "../turn.ts";
import { AttachedUpload, Upload, UploadCreate, uploadOperations, UploadStatus } from "../upload.ts";
import {
  Chart,
  ChartType,
  ChartValue,
  Table,
  TableColumn,
  ValueFormat,
  visualizationOperations,
} from "../visualization.ts";
import { VoiceSession, VoiceSessionCreate, VoiceTiming } from "../voice.ts";

type Schema = v.GenericSchema;
interface EventSchema extends Schema {
  entries: { event: { literal: string }; data: Schema };
}

/** A schema that its operation has; an operation's fields are all optional by type. */
function there<Found extends Schema>(schema: Found | undefined): Found {
  if (!schema) throw new Error("the operation has no such schema");
  return schema;
}

/** `text_delta` as `TextDelta`. */
const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

export const eventComponent = (name: string): string => `${pascal(name)}Event`;
export const frameComponent = (name: string): string => `${pascal(name)}Frame`;

/** Every event by its name; `error` is one of turns and of the socket alike. */
export const eventSchemas: ReadonlyMap<string, EventSchema> = new Map(
  [...StreamEvent.options, ...SocketEvent.options].map((event: EventSchema) => [event.entries.event.literal, event]),
);

/** Every frame of clients by its name. */
export const frameSchemas: ReadonlyMap<string, Schema> = new Map(
  ClientFrame.options.map((frame) => [frame.entries.action.literal, frame]),
);

/** What events carry has a name of its own where the contract has none for it. */
const eventParts = Array.from(eventSchemas, ([name, event]): [string, Schema][] => {
  const { data } = event.entries;
  const isNamed = name === "visualization" || data === ErrorData || data === ToolCall || data === ToolResult;
  return [
    ...(isNamed ? [] : ([[`${pascal(name)}Data`, data]] satisfies [string, Schema][])),
    [eventComponent(name), event],
  ];
}).flat();

/** Choices have names, too: generators of clients make types of them. */
const choices = {
  AnswerChange,
  ChartType,
  DefinitionKind,
  DefinitionOrigin,
  DocumentStatus,
  Engine,
  ErrorType,
  EvaluationStatus,
  FeedbackStatus,
  FeedbackValue,
  Mark,
  MemberRole,
  MemoryTier,
  MessageRole,
  MessageType,
  ProcessingStatus,
  ReceiptChange: ReceiptDifference.entries.change,
  ReceiptStatus,
  ReceiptSubject: ReceiptDifference.entries.what,
  TlsMode,
  ToolStatus: ToolResult.entries.status,
  TurnStatus,
  UploadStatus,
} satisfies Record<string, Schema>;

const resources = {
  Agent,
  AdminAgent,
  AuthenticationResult,
  Integration,
  Me,
  CurrentMember: Me.entries.member,
  CurrentOrganization: Me.entries.organization,
  Member,
  Memory,
  Model,
  OrderedMemory,
  Project,
  AdminProject,
  ProjectDocument,
  DocumentPassage,
  DocumentText,
  FoundPassage,
  Rule,
  SavedQuery,
  SessionCode,
  Source,
  ServerConnection,
  FileConnection,
  WarehouseConnection,
  SchemaSummary,
  Introspection,
  SourceError,
  ConnectionTest,
  PastConnectionTest,
  SourceSchema,
  SchemaTable,
  SchemaColumn,
  SchemaKey,
  ColumnMark,
  Definition,
  GoldenQuestion,
  RatedAnswer,
  Evaluation,
  EvaluationProgress: Evaluation.entries.progress,
  EvaluationUsage: Evaluation.entries.usage,
  EvaluationClass,
  EvaluationError,
  ChangeCounts,
  EvaluationCase,
  EvaluatedAnswer,
  QueryVerdict,
  QueryProblem,
  PreviewedRows,
  PreviewedColumn: PreviewedRows.entries.columns.item,
  Transcript,
  VoiceSession,

  Chat,
  Message,
  MessageMetadata,
  VerifiedQuery: MessageMetadata.entries.verified_query.wrapped,
  MessageFailure: MessageMetadata.entries.error.wrapped,
  OpenSchedule: MessageMetadata.entries.open_schedule.wrapped,
  AttachedUpload,
  AnswerCell,
  AnswerPeriod,
  AnswerSql,
  AnswerWarning,
  Choice,
  CheckedNumber,
  DerivedNumber: CheckedNumber.entries.source.wrapped.options[1],
  Verification,
  Citation,
  Usage,
  Receipt,
  ReceiptStatement,
  ReceiptVersion,
  ReceiptVerification,
  ReceiptDifference,

  Turn,
  TurnDetail,
  TurnError,

  Upload,
  UploadHeaders: Upload.entries.upload_headers.wrapped,

  Chart,
  ChartData: Chart.entries.data,
  ChartFormats: Chart.entries.formats.wrapped,
  ValueFormat,
  ChartValue,
  VegaLite: Chart.entries.vega_lite.wrapped,
  Table,
  TableColumn,
} satisfies Record<string, Schema>;

const requests = {
  AuthenticateRequest,
  SessionCodeCreate,
  SessionCreate,
  ChatCreate,
  ChatUpdate,
  StreamedMessage,
  Parameters,
  FeedbackRequest,
  MessageEdit,
  TurnCreate,
  OpenScheduleRequest: TurnCreate.entries.open_schedule.wrapped,
  AttachedFile: TurnCreate.entries.attached_files.wrapped.item,
  UploadCreate,
  UploadAnnouncement: UploadCreate.entries.files.pipe[0].item,
  TranscribeUpload,
  SavedQueryCreate,
  SavedQueryUpdate,
  AgentCreate,
  AgentUpdate,
  MemberCreate,
  MemberUpdate,
  ProjectCreate,
  ProjectUpdate,
  DocumentCreate,
  DocumentUpdate,
  QueryValidate,
  QueryPreview,
  SourceCreate,
  SourceUpdate,
  SourceTest,
  ColumnMarking,
  ColumnMarksUpdate,
  DefinitionCreate,
  DefinitionUpdate,
  GoldenQuestionCreate,
  GoldenQuestionUpdate,
  FeedbackUpdate,
  EvaluationCreate,
  Draft,
  DraftRule,
  DraftMemory,
  DraftQuery,
  DraftDefinition,
  NewServer,
  ChangedServer,
  UploadedFile,
  MemoryUpdate,
  MemoryReorder: there(memoryOperations.reorder.body),
  AdminMemoryCreate: there(adminMemoryOperations.create.body),
  AdminMemoryReorder: there(adminMemoryOperations.reorder.body),
  RuleUpdate,
  VoiceSessionCreate,
  VoiceTiming,
  VoiceMarks: VoiceTiming.entries.marks,
} satisfies Record<string, Schema>;

const replies = {
  AgentList: there(agentOperations.list.reply),
  IntegrationList: there(integrationOperations.list.reply),
  ProjectList: there(projectOperations.list.reply),
  ModelList: there(modelOperations.list.reply),
  SavedQueryPage: there(savedQueryOperations.list.reply),
  ChatPage: there(chatOperations.list.reply),
  ChatDetail: there(chatOperations.get.reply),
  FeedbackResult: there(messageOperations.feedback.reply),
  FeedbackMetadata: there(messageOperations.feedback.reply).entries.metadata,
  RowPage: there(visualizationOperations.rows.reply),
  UploadList: there(uploadOperations.create.reply),
  MemoryList: there(memoryOperations.list.reply),
  SourceList: there(sourceOperations.list.reply),
  ColumnMarks,
  DefinitionPage: there(definitionOperations.list.reply),
  GoldenQuestionPage: there(goldenQuestionOperations.list.reply),
  EvaluationPage: there(evaluationOperations.list.reply),
  EvaluationStarted: there(evaluationOperations.create.reply),
  EvaluationCasePage: there(evaluationCaseOperations.cases.reply),
  RatedAnswerPage: there(feedbackOperations.list.reply),
  RuleList: there(ruleOperations.list.reply),
  AdminAgentPage: there(adminAgentOperations.list.reply),
  MemberPage: there(memberOperations.list.reply),
  AdminProjectPage: there(adminProjectOperations.list.reply),
  DocumentPage: there(documentOperations.list.reply),
  DocumentList: there(documentOperations.create.reply),
  PassageList: there(documentOperations.search.reply),
  Confirmation: there(chatOperations.remove.reply),
} satisfies Record<string, Schema>;

const errors = {
  ErrorText,
  ErrorCoded,
  ErrorCodedDetail: ErrorCoded.entries.detail,
  ErrorFields,
  ErrorField: ErrorFields.entries.detail.item,
  ErrorContext: ErrorFields.entries.detail.item.entries.ctx.wrapped,
  ErrorRateLimit,
} satisfies Record<string, Schema>;

const frames = Array.from(frameSchemas, ([name, schema]): [string, Schema] => [frameComponent(name), schema]);

/** The named schemas whose names stand in this file; those of events and frames are made of theirs. */
export const writtenComponents = {
  ...choices,
  ...resources,
  ...requests,
  ...replies,
  ...errors,
  ErrorData,
  ToolCall,
  ToolArguments: ToolCall.entries.args,
  ToolResult,
};

/** Every schema with a name of its own in the documents: each object that a client sends or gets. */
export const components: Readonly<Record<string, Schema>> = {
  ...writtenComponents,
  ...Object.fromEntries(eventParts),
  ...Object.fromEntries(frames),
};

/** Schemas that say the same as one with a name. */
export const aliases: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [there(messageOperations.remove.reply), "Confirmation"],
  [there(memoryOperations.remove.reply), "Confirmation"],
  [there(ruleOperations.remove.reply), "Confirmation"],
  [there(adminAgentOperations.remove.reply), "Confirmation"],
  [there(sourceOperations.remove.reply), "Confirmation"],
  [there(definitionOperations.remove.reply), "Confirmation"],
  [there(goldenQuestionOperations.remove.reply), "Confirmation"],
  [there(adminProjectOperations.remove.reply), "Confirmation"],
  [there(documentOperations.remove.reply), "Confirmation"],
  [there(savedQueryOperations.remove.reply), "Confirmation"],
]);

/** The component that a schema is, if it is one. */
const names = new Map([...Object.entries(components).map(([name, schema]) => [schema, name] as const), ...aliases]);
export const componentOf = (schema: Schema): string | undefined => names.get(schema);
