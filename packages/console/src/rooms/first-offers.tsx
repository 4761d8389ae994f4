import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { keep, kept } from "../session/browser-storage.ts";
import { readConfig } from "../session/config.ts";
import { useEmbedWords } from "./admin/embed-words.ts";
import "./first-offers.css";

const OFFER_KEY = "parley.offer";

/** What is offered, one after the other. */
const OFFERS = ["workings", "embed", "none"] as const;
type Offer = (typeof OFFERS)[number];

const keptOffer = (): Offer => OFFERS.find((offer) => offer === kept(OFFER_KEY)) ?? "workings";

interface Props {
  isAdmin: boolean;
  showWorkings: () => void;
  onClose: () => void;
}

/**
 * Where the first answer of the demo leads: to how it was decided, then, for an administrator, to the snippet that embeds this chat. Each is
 * offered until it was followed or put away, which this browser remembers. Where people are not offered to be somebody, none is made:
 * `config.json` is asked once.
 */
export function FirstOffers({ isAdmin, showWorkings, onClose }: Props) {
  const say = useEmbedWords();
  const [offer, setOffer] = useState(keptOffer);
  const [isDemo, setDemo] = useState(false);
  const isWanted = offer === "workings" || (offer === "embed" && isAdmin);
  const move = (next: Offer): void => {
    keep(OFFER_KEY, next);
    setOffer(next);
  };
  useEffect(() => {
    if (!isWanted) return;
    const learn = ({ sign_in: ways }: Awaited<ReturnType<typeof readConfig>>): void => {
      if (ways.includes("people")) setDemo(true);
      else keep(OFFER_KEY, "none");
    };
    // An offer that cannot be made now is made another time.
    void readConfig().then(learn, () => undefined);
  }, [isWanted]);
  if (!isWanted || !isDemo) return null;
  const follow = (): void => {
    move("embed");
    showWorkings();
  };
  const decline = (): void => {
    move(offer === "workings" ? "embed" : "none");
    onClose();
  };
  return (
    <span class="first-offer">
      {offer === "workings" ? (
        <button type="button" class="link" onClick={follow}>
          {say("offerWorkings")}
        </button>
      ) : (
        <Link href="/admin/embed" class="link" onClick={() => move("none")}>
          {say("offer")}
        </Link>
      )}
      <button type="button" class="first-offer-close" onClick={decline}>
        {say("offerClose")}
      </button>
    </span>
  );
}
