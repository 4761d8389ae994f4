import type { LucideIcon } from "lucide-preact";
import type { ComponentChildren } from "preact";

export interface EmptyProps {
  icon?: LucideIcon;
  /** What there is none of. */
  title: string;
  /** What it would be good for. */
  children?: ComponentChildren;
  /** The button that makes the first one. */
  action?: ComponentChildren;
}

/** Where nothing is yet. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div class="empty">
      {Icon && <Icon size={22} strokeWidth={1.5} aria-hidden="true" />}
      <p class="empty-title">{title}</p>
      {children && <p class="empty-hint">{children}</p>}
      {action}
    </div>
  );
}
