import { Check, Copy } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy.ts";
import { useAnnounce } from "./live-region.tsx";

/** How long a button says that it has copied, in milliseconds. */
const COPIED_MS = 1600;

export interface CopyButtonProps {
  text: string;
  /** What it copies, if "Copy" does not say enough. */
  label?: string;
}

/** A button that copies a text, and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const say = usePartsWords();
  const announce = useAnnounce();
  const [hasCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!hasCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [hasCopied]);
  const copy = (beside: Element): void =>
    void copyText(text, beside).then((isDone) => {
      setCopied(isDone);
      announce(say(isDone ? "copy.copied" : "copy.failed"));
    });
  return (
    <IconButton
      icon={hasCopied ? Check : Copy}
      label={hasCopied ? say("copy.copied") : (label ?? say("copy.copy"))}
      onClick={({ currentTarget }) => copy(currentTarget)}
    />
  );
}
