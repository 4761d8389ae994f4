import { policies, type Window } from "./policies.ts";

/** The windows that a submission must have room in. An edit is counted as one, but never refused (D37). */
export const submissionWindows = (isEdit: boolean): readonly Window[] => (isEdit ? [] : policies.submission);
