import { Eye, EyeOff } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { Button, IconButton } from "./button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import "./field.css";

export interface SecretFieldProps extends FieldProps {
  /** There is one already, which nobody can read any more. */
  isSet: boolean;
  /** The new one; null leaves what is set as it is. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A password or key that can be written and never read: one that is set is replaced or left. */
export function SecretField({ isSet, value, onChange, ...field }: SecretFieldProps) {
  const say = usePartsWords();
  const input = useRef<HTMLInputElement>(null);
  const replace = useRef<HTMLButtonElement>(null);
  const [isShown, setShown] = useState(false);
  const isKept = isSet && value === null;
  const wasKept = useRef(isKept);
  useEffect(() => {
    if (wasKept.current !== isKept) (isKept ? replace : input).current?.focus();
    wasKept.current = isKept;
  }, [isKept]);
  return (
    <Field {...field} isRequired={(field.isRequired ?? false) && !isKept}>
      {(control) =>
        isKept ? (
          <div class="secret">
            <input {...control} class="field-control" readOnly value={say("secret.set")} />
            <Button buttonRef={replace} disabled={control.disabled} onClick={() => onChange("")}>
              {say("secret.replace")}
            </Button>
          </div>
        ) : (
          <div class="secret">
            <div class="secret-input">
              <input
                {...control}
                ref={input}
                class="field-control"
                type={isShown ? "text" : "password"}
                // Else the browser would offer the password of whoever is signed in.
                autocomplete="new-password"
                spellcheck={false}
                value={value ?? ""}
                onInput={({ currentTarget }) => onChange(currentTarget.value)}
              />
              <IconButton
                icon={isShown ? EyeOff : Eye}
                label={say(isShown ? "secret.hide" : "secret.show")}
                onClick={() => setShown(!isShown)}
              />
            </div>
            {isSet && (
              <Button kind="quiet" onClick={() => onChange(null)}>
                {say("secret.keep")}
              </Button>
            )}
          </div>
        )
      }
    </Field>
  );
}
