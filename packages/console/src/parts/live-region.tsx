import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

/** Has a sentence read out when the reader pauses. */
export type Announce = (sentence: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** How parts say what has happened to those who do not see it. Silent outside of a `LiveRegion`. */
export const useAnnounce = (): Announce => useContext(AnnounceContext);

/** Reads out what the parts within it announce. One around everything is enough: the region has to be there before it speaks. */
export function LiveRegion({ children }: { children: ComponentChildren }) {
  const [{ sentence, turn }, set] = useState({ sentence: "", turn: 0 });
  const announce = useCallback<Announce>(
    (next) => set(({ turn: before }) => ({ sentence: next, turn: before + 1 })),
    [],
  );
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div class="visually-hidden" role="status">
        {/* A new element each time: the same sentence twice is read twice. */}
        <span key={turn}>{sentence}</span>
      </div>
    </AnnounceContext.Provider>
  );
}
