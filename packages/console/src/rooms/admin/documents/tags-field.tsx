import { X } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { IconButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { useDocumentsWords } from "./documents-words.ts";

/** Tags that a collection may have, and characters of each. */
const TAGS_AT_MOST = 20;
const TAG_CHARACTERS = 50;

interface Props {
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  error: string | undefined;
}

/** Words that a collection is found by: Enter or a comma adds one, the backspace in an empty field takes the last away. */
export function TagsField({ tags, onChange, error }: Props) {
  const say = useDocumentsWords();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const tag = text.trim();
    setText("");
    if (tag !== "" && !tags.includes(tag) && tags.length < TAGS_AT_MOST) onChange([...tags, tag]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isAdding = event.key === "," || (event.key === "Enter" && text.trim() !== "");
    if (isAdding) {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "" && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return (
    <Field
      label={say("tags")}
      hint={say("tags.hint", { used: tags.length, limit: TAGS_AT_MOST })}
      error={error ?? null}
      isDisabled={false}
    >
      {(control) => (
        <div class="chosen">
          {tags.length > 0 && (
            <ul>
              {tags.map((tag) => (
                <li key={tag}>
                  {tag}
                  <IconButton
                    icon={X}
                    label={say("tags.remove", { name: tag })}
                    onClick={() => {
                      onChange(tags.filter((each) => each !== tag));
                      input.current?.focus();
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            class="field-control"
            maxLength={TAG_CHARACTERS}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
          />
        </div>
      )}
    </Field>
  );
}
