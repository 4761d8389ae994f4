import type { LucideIcon } from "lucide-preact";
import type { ButtonHTMLAttributes, Ref } from "preact";

export interface ButtonProps extends ButtonHTMLAttributes {
  /** `primary` once a screen at most; `danger` for what cannot be undone. */
  kind?: "primary" | "outline" | "quiet" | "danger";
  icon?: LucideIcon;
  buttonRef?: Ref<HTMLButtonElement>;
}

const refuse = (event: Event): void => event.preventDefault();

/** A button that is disabled keeps the focus, which would else fall out of the page: it is told, and does nothing. */
const pressing = ({ disabled, onClick }: ButtonHTMLAttributes) => ({
  disabled: undefined,
  "aria-disabled": disabled ? true : undefined,
  onClick: disabled ? refuse : onClick,
});

/** A button with words. */
export function Button({ kind = "outline", icon: Icon, buttonRef = null, children, ...rest }: ButtonProps) {
  return (
    <button ref={buttonRef} type="button" class="button" data-kind={kind} {...rest} {...pressing(rest)}>
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes {
  icon: LucideIcon;
  /** What it does: read out, and shown where the pointer rests. */
  label: string;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** A button that is a picture, 28 px square. */
export function IconButton({ icon: Icon, label, buttonRef = null, ...rest }: IconButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      {...rest}
      {...pressing(rest)}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
