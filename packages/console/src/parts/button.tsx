import type { LucideIcon } from "lucide-preact";
import type { ButtonHTMLAttributes } from "preact";

export interface ButtonProps extends ButtonHTMLAttributes {
  /** `primary` once a screen at most; `danger` for what cannot be undone. */
  kind?: "primary" | "outline" | "quiet" | "danger";
  icon?: LucideIcon;
}

/** A button with words. */
export function Button({ kind = "outline", icon: Icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" class="button" data-kind={kind} {...rest}>
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes {
  icon: LucideIcon;
  /** What it does: read out, and shown where the pointer rests. */
  label: string;
}

/** A button that is a picture, 28 px square. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} {...rest}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
