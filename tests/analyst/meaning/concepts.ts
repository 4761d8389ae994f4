/** What words mean here, each a direction of its own: words of one list mean the same. */
const CONCEPTS: readonly (readonly string[])[] = [
  ["refund", "money back", "reimbursed", "goods", "returned"],
  ["holiday", "vacation", "annual leave", "days off"],
  ["laptop", "notebook", "computer", "device"],
  ["ship", "delivery", "parcel", "postage"],
  ["sick", "ill", "doctor", "unwell"],
];

/** A scripted model that knows which words mean the same, in eight dimensions: what it has no word of points elsewhere. */
export const conceptsOf = (text: string): number[] => {
  const lower = text.toLowerCase();
  const vector = CONCEPTS.map((words) => words.filter((word) => lower.includes(word)).length);
  return [...vector, vector.every((count) => count === 0) ? 1 : 0, 0, 0];
};
