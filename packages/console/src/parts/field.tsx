import { ChevronDown, CircleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import "./field.css";

export interface FieldProps {
  label: string;
  /** How it is to be filled in. */
  hint?: ComponentChildren;
  /** Why what is in it cannot stay. */
  error?: string | null;
  isRequired?: boolean;
  isDisabled?: boolean;
}

/** What the control of a field has to have. */
export interface ControlAttributes {
  id: string;
  required: boolean;
  disabled: boolean;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** A label, a control, and what is to be said about it. */
export function Field({
  label,
  hint,
  error,
  isRequired = false,
  isDisabled = false,
  children,
}: FieldProps & { children: (control: ControlAttributes) => ComponentChildren }) {
  const say = usePartsWords();
  const id = useId();
  const control: ControlAttributes = {
    id,
    required: isRequired,
    disabled: isDisabled,
    "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div class="field">
      <div class="field-label">
        <label for={id}>{label}</label>
        {isRequired && <small aria-hidden="true">{say("field.required")}</small>}
      </div>
      {children(control)}
      {hint && (
        <div id={`${id}-hint`} class="field-hint">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | null | undefined }) {
  return (
    <div id={id} class="field-error" role="alert">
      {error && (
        <>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          {error}
        </>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "email" | "url" | "number" | "search" | "date";
  placeholder?: string;
  maxLength?: number;
  autocomplete?: string;
}

/** One line of text. */
export function TextField({
  value,
  onChange,
  type = "text",
  placeholder,
  maxLength,
  autocomplete,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          {...{ type, placeholder, maxLength, autocomplete, value }}
          class="field-control"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Its height at first; it grows with its text where the browser can. */
  rows?: number;
  placeholder?: string;
  maxLength?: number;
}

/** Lines of text. */
export function TextArea({ value, onChange, rows = 3, placeholder, maxLength, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          {...{ rows, placeholder, maxLength, value }}
          class="field-control"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface SelectFieldProps<Value extends string> extends FieldProps {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few; one of many is a `Combobox`. */
export function SelectField<Value extends string>({ options, value, onChange, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <div class="select">
          <select
            {...control}
            class="field-control"
            value={value}
            onChange={({ currentTarget: { selectedIndex } }) => {
              const option = options[selectedIndex];
              if (option) onChange(option.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}

export interface CheckboxProps extends Omit<FieldProps, "isRequired"> {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Yes or no. */
export function Checkbox({ label, hint, error, isDisabled = false, isChecked, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div class="field">
      <div class="checkbox">
        <input
          type="checkbox"
          id={id}
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <label for={id}>{label}</label>
      </div>
      {hint && (
        <div id={`${id}-hint`} class="field-hint checkbox-hint">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
