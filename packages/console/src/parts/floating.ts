import { type PlacementOptions, placeBeside } from "./placement.ts";

/** Whether the browser itself keeps what floats at its anchor. */
const hasAnchors = (): boolean => CSS.supports("position-area: block-end span-inline-end");

let anchors = 0;

/** Puts an open popover beside its anchor and keeps it there. Returns what ends it. */
export function keepBeside(floating: HTMLElement, anchor: HTMLElement, align: PlacementOptions["align"]): () => void {
  return hasAnchors() ? tie(floating, anchor, align) : follow(floating, anchor, align);
}

function tie(floating: HTMLElement, anchor: HTMLElement, align: PlacementOptions["align"]): () => void {
  anchors += 1;
  const name = `--parley-anchor-${anchors}`;
  anchor.style.setProperty("anchor-name", name);
  floating.style.setProperty("position-anchor", name);
  floating.dataset["beside"] = align;
  return () => {
    anchor.style.removeProperty("anchor-name");
    floating.style.removeProperty("position-anchor");
  };
}

function follow(floating: HTMLElement, anchor: HTMLElement, align: PlacementOptions["align"]): () => void {
  const { ownerDocument } = anchor;
  const view = ownerDocument.defaultView;
  const place = (): void => {
    const { clientWidth: width, clientHeight: height } = ownerDocument.documentElement;
    const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
    const size = { width: floating.offsetWidth, height: floating.offsetHeight };
    const { left, top } = placeBeside(
      anchor.getBoundingClientRect(),
      size,
      { width, height },
      { align, isRightToLeft },
    );
    floating.style.setProperty("inset", "auto");
    floating.style.setProperty("left", `${left}px`);
    floating.style.setProperty("top", `${top}px`);
  };
  place();
  // Scrolling of any ancestor is seen on its way down.
  const listening = { capture: true, passive: true };
  ownerDocument.addEventListener("scroll", place, listening);
  view?.addEventListener("resize", place);
  return () => {
    ownerDocument.removeEventListener("scroll", place, listening);
    view?.removeEventListener("resize", place);
  };
}
