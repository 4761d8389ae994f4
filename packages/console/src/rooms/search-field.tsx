import { useEffect, useState } from "preact/hooks";

/** Milliseconds without a key after which what was typed is looked for. */
const TYPING_PAUSE_MS = 200;

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Where a list is searched; it looks when the typing pauses. */
export function SearchField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => onChange(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <input
      type="search"
      class="rows-search"
      aria-label={label}
      placeholder={label}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
}

/** What is searched for; it stays in the page's address, so that Back and reload keep it. */
export function useSearchText(): [string, (text: string) => void] {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get("search") ?? "");
  useEffect(() => {
    const address = new URL(location.href);
    if (text === "") address.searchParams.delete("search");
    else address.searchParams.set("search", text);
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }, [text]);
  return [text, setText];
}
