/** What the service says where a model said nothing after its last result. */
export const NO_WORDS = "The table shows the last result; the model did not put an answer into words.";
/** The same where there is no result. */
export const NO_ANSWER = "The model gave no answer. Please ask again, perhaps in other words.";
