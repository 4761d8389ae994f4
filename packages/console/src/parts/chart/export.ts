import { fitText, textWidth } from "./text-width.ts";

const SVG = "http://www.w3.org/2000/svg";
const PNG_SCALE = 2;
const MARGIN_PX = 20;
const TITLE_PX = 16;
const KEY_LINE_PX = 22;
const KEYS_GAP_PX = 16;
const SWATCH_PX = 20;
/** A title has room above a narrow drawing. */
const LEAST_WIDTH_PX = 360;

/** What a drawing looks like by its page's styles, as attributes that it keeps without them. */
const looks = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
] as const;

export interface ExportTexts {
  /** Above the drawing, and its name where it is not seen. */
  readonly title: string;
}

/** Nothing in the figure is a drawing. */
export class NoDrawing extends Error {
  override name = "NoDrawing";
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Writes the looks of `from` and all in it onto their copies. */
function keepLooks(from: Element, copy: Element): void {
  const style = getComputedStyle(from);
  for (const look of looks) {
    const value = style.getPropertyValue(look);
    if (value !== "" && value !== "none" && value !== "normal") copy.setAttribute(look, value);
    // Without an attribute a fill is black.
    if (value === "none" && look === "fill") copy.setAttribute(look, value);
  }
  for (const name of ["class", "style", "data-mark"]) copy.removeAttribute(name);
  for (const [at, child] of Array.from(from.children).entries()) {
    const copied = copy.children[at];
    if (copied) keepLooks(child, copied);
  }
}

interface Key {
  text: string;
  swatch: SVGElement;
}

/** The names beside or beneath the drawing, which the file draws itself: those of hidden series are left out. */
function keysOf(figure: HTMLElement): Key[] {
  const items = Array.from(figure.querySelectorAll<HTMLElement>(".chart-slices li, .chart-legend-item"));
  return items
    .filter((item) => item.getAttribute("aria-pressed") !== "false")
    .flatMap((item) => {
      const swatch = item.querySelector(".chart-key > *");
      if (!(swatch instanceof SVGElement)) return [];
      const copy = swatch.cloneNode(true) as SVGElement; // a clone is what it was
      keepLooks(swatch, copy);
      const text = Array.from(item.querySelectorAll("span"), ({ textContent }) => textContent).join(" · ");
      return [{ text, swatch: copy }];
    });
}

/**
 * A chart or a single number as a file of its own: with its title, its legend, the colours it has on the page and its summary as
 * alternative text. Throws `NoDrawing`.
 */
export function chartSvg(figure: HTMLElement, texts: ExportTexts): Blob {
  return new Blob([new XMLSerializer().serializeToString(standalone(figure, texts).svg)], { type: "image/svg+xml" });
}

const standalone = (figure: HTMLElement, texts: ExportTexts) =>
  figure.matches(".number-figure") ? numberAlone(figure, texts) : chartAlone(figure, texts);

/** An empty file of a size (px), with its title, what it says in words, and its background. */
function fileOf(size: { width: number; height: number }, texts: ExportTexts & { description: string; fill: string }) {
  const svg = element("svg", { xmlns: SVG, ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img" });
  svg.append(
    element("title", {}, texts.title),
    element("desc", {}, texts.description),
    element("rect", { ...size, fill: texts.fill }),
  );
  return svg;
}

/** The title above what a file shows. */
const headingOf = (title: string, width: number, text: Readonly<Record<string, string | number>>): SVGElement =>
  element(
    "text",
    { ...text, x: MARGIN_PX, y: MARGIN_PX + TITLE_PX, "font-size": TITLE_PX, "font-weight": 600 },
    fitText(title, width, TITLE_PX),
  );

/** A number below what it is of, its unit behind it. */
function numberAlone(figure: HTMLElement, { title }: ExportTexts) {
  const shown = figure.querySelector(".number-figure-value");
  if (!shown) throw new NoDrawing("The figure has no number");
  const unit = shown.querySelector(".number-figure-unit")?.textContent.trim() ?? "";
  const whole = shown.textContent.trim();
  const number = unit === "" ? whole : whole.slice(0, -unit.length).trim();
  const style = getComputedStyle(shown);
  const sizePx = Number.parseFloat(style.fontSize);
  const text = { "font-family": style.fontFamily, fill: style.color };
  const width = Math.max(LEAST_WIDTH_PX, textWidth(number, sizePx) + textWidth(` ${unit}`, sizePx / 2));
  const baseline = MARGIN_PX + TITLE_PX + MARGIN_PX + sizePx;
  const size = { width: Math.ceil(width) + 2 * MARGIN_PX, height: Math.ceil(baseline) + MARGIN_PX };
  const value = element(
    "text",
    { ...text, x: MARGIN_PX, y: baseline, "font-size": sizePx, "font-weight": style.fontWeight },
    number,
  );
  if (unit !== "")
    value.append(element("tspan", { dx: sizePx / 4, "font-size": sizePx / 2, "font-weight": 500 }, unit));
  const fill = getComputedStyle(figure).backgroundColor;
  const svg = fileOf(size, { title, description: `${title}: ${whole}`, fill });
  svg.append(headingOf(title, width, text), value);
  return { svg, size };
}

function chartAlone(figure: HTMLElement, { title }: ExportTexts) {
  const drawing = figure.querySelector<SVGSVGElement>(".chart-drawing");
  if (!drawing) throw new NoDrawing("The figure has no drawing");
  const description = figure.querySelector(".chart-plot")?.getAttribute("aria-label") ?? "";
  const style = getComputedStyle(drawing);
  const text = { "font-family": style.fontFamily, "font-size": 12, fill: getComputedStyle(figure).color };
  const copy = drawing.cloneNode(true) as SVGSVGElement; // a clone is what it was
  keepLooks(drawing, copy);
  const height = Number(drawing.getAttribute("height"));
  const width = Math.max(LEAST_WIDTH_PX, Number(drawing.getAttribute("width")));
  const top = MARGIN_PX + TITLE_PX + MARGIN_PX;
  const keys = placed(keysOf(figure), width, top + height + KEYS_GAP_PX);
  const bottom = Math.max(top + height, ...keys.map(({ y }) => y + KEY_LINE_PX));
  const size = { width: width + 2 * MARGIN_PX, height: bottom + MARGIN_PX };
  const svg = fileOf(size, { title, description, fill: style.backgroundColor });
  for (const [name, value] of Object.entries({ x: MARGIN_PX, y: top, role: "presentation" }))
    copy.setAttribute(name, String(value));
  svg.append(headingOf(title, width, text), copy);
  for (const { x, y, key } of keys) {
    key.swatch.setAttribute("transform", `translate(${x + SWATCH_PX / 2},${y + 5})`);
    svg.append(key.swatch, element("text", { ...text, x: x + SWATCH_PX + 6, y: y + 9 }, key.text));
  }
  return { svg, size };
}

/** The keys in lines as wide as the drawing. */
function placed(keys: readonly Key[], width: number, top: number) {
  let [x, y] = [MARGIN_PX, top];
  return keys.map((key) => {
    const taken = SWATCH_PX + 6 + textWidth(key.text) + KEYS_GAP_PX;
    if (x > MARGIN_PX && x + taken > MARGIN_PX + width) [x, y] = [MARGIN_PX, y + KEY_LINE_PX];
    const place = { key, x, y };
    x += taken;
    return place;
  });
}

/** The same as a picture of twice the size in pixels. Throws `NoDrawing`. */
export async function chartPng(figure: HTMLElement, texts: ExportTexts): Promise<Blob> {
  const { size } = standalone(figure, texts);
  const address = URL.createObjectURL(chartSvg(figure, texts));
  try {
    const image = new Image(size.width, size.height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = size.width * PNG_SCALE;
    canvas.height = size.height * PNG_SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NoDrawing("The drawing is too large"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
