/** A rectangle in the viewport, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlacementOptions {
  /** Which of the anchor's edges it is flush with. */
  align: "start" | "end";
  isRightToLeft: boolean;
}

/** Between what floats and its anchor, and to the edge of the viewport. */
const GAP_PX = 4;
const EDGE_PX = 8;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/**
 * Where something floats: below its anchor, above where there is more room for it, and always within the viewport. In pixels of
 * the viewport.
 */
export function placeBeside(
  anchor: Box,
  size: Pick<Box, "width" | "height">,
  viewport: Pick<Box, "width" | "height">,
  { align, isRightToLeft }: PlacementOptions,
): { left: number; top: number } {
  const bottom = anchor.top + anchor.height;
  const roomBelow = viewport.height - bottom - GAP_PX - EDGE_PX;
  const roomAbove = anchor.top - GAP_PX - EDGE_PX;
  const isAbove = size.height > roomBelow && roomAbove > roomBelow;
  const isFlushLeft = (align === "start") !== isRightToLeft;
  const left = isFlushLeft ? anchor.left : anchor.left + anchor.width - size.width;
  const top = isAbove ? anchor.top - GAP_PX - size.height : bottom + GAP_PX;
  return {
    left: clamp(left, EDGE_PX, Math.max(EDGE_PX, viewport.width - size.width - EDGE_PX)),
    top: clamp(top, EDGE_PX, Math.max(EDGE_PX, viewport.height - size.height - EDGE_PX)),
  };
}
