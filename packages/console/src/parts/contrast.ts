/** Red, green and blue of a computed colour, 0 to 1; null for what the browser does not draw as a colour. */
function channelsOf(colour: string): readonly number[] | null {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing || !CSS.supports("color", colour)) return null;
  drawing.fillStyle = colour;
  drawing.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = drawing.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2.2 reckons it, 1 to 21; null where one is none. Any colour of CSS will do. */
export function contrast(one: string, other: string): number | null {
  const [first, second] = [channelsOf(one), channelsOf(other)];
  if (!first || !second) return null;
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
