import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { keep, kept } from "../../session/browser-storage.ts";
import { readConfig } from "../../session/config.ts";
import { useEmbedWords } from "./embed-words.ts";
import "./embed-offer.css";

const OFFER_KEY = "parley.embed-offer";

/**
 * A way from the first answer of the demo to the snippet that embeds this chat. This browser remembers that it was followed or put
 * away. Where people are not offered to be somebody, it is never made: `config.json` is asked once.
 */
export function EmbedOffer({ onClose }: { onClose: () => void }) {
  const say = useEmbedWords();
  const [isWanted, setWanted] = useState(() => kept(OFFER_KEY) === null);
  const [isDemo, setDemo] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const learn = ({ sign_in: ways }: Awaited<ReturnType<typeof readConfig>>): void => {
      if (ways.includes("people")) setDemo(true);
      else keep(OFFER_KEY, "never");
    };
    // An offer that cannot be made now is made another time.
    void readConfig().then(learn, () => undefined);
  }, [isWanted]);
  if (!isWanted || !isDemo) return null;
  const end = (): void => {
    keep(OFFER_KEY, "made");
    setWanted(false);
  };
  return (
    <span class="embed-offer">
      <Link href="/admin/embed" class="link" onClick={end}>
        {say("offer")}
      </Link>
      <button
        type="button"
        onClick={() => {
          end();
          onClose();
        }}
      >
        {say("offerClose")}
      </button>
    </span>
  );
}
