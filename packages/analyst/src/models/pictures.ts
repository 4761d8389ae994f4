import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

const isPicture = (part: { type: string; mediaType?: string }) =>
  part.type === "file" && part.mediaType?.startsWith("image") === true;

/** True if a prompt carries a picture. */
export const showsPictures = (prompt: LanguageModelV4Prompt): boolean =>
  prompt.some((message) => message.role === "user" && message.content.some(isPicture));

/** The prompt for a model that sees no pictures: each is replaced by words that say so. */
export const withoutPictures = (prompt: LanguageModelV4Prompt): LanguageModelV4Prompt =>
  prompt.map((message) =>
    message.role !== "user"
      ? message
      : {
          ...message,
          content: message.content.map((part) =>
            part.type === "file" && isPicture(part)
              ? {
                  type: "text" as const,
                  text: `[The attached picture ${part.filename ?? ""} cannot be seen by this model. Tell the person so.]`,
                }
              : part,
          ),
        },
  );
