import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";

export interface Row {
  id: string;
  href: string;
  title: string;
  /** A line of what it is. */
  note: string;
  /** Marks and figures at the end of the row. */
  end?: ComponentChildren;
}

/** A list of things that open beside it. */
export function Rows({ rows, label }: { rows: readonly Row[]; label: string }) {
  const [here] = useLocation();
  return (
    <ul class="rows" aria-label={label}>
      {rows.map(({ id, href, title, note, end }) => (
        <li key={id}>
          <Link href={href} class="row" aria-current={here === href ? "true" : undefined}>
            <b>{title}</b>
            <span class="row-note">{note}</span>
            <span class="row-end">{end}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A state in a word, with a dot. */
export function Mark({ tone, children }: { tone?: "good" | "bad" | "busy"; children: ComponentChildren }) {
  return (
    <span class="mark" data-tone={tone}>
      {children}
    </span>
  );
}
