import "@parley/console/page.css";
import type { Chart as ChartPayload } from "@parley/client";
import { Chart } from "@parley/console/parts/chart/chart.tsx";
import { chartPng, chartSvg } from "@parley/console/parts/chart/export.ts";
import { NumberFigure } from "@parley/console/parts/number-figure.tsx";
import { Spoken } from "@parley/console/words/spoken.tsx";
import type { Language } from "@parley/console/words/words.ts";
import { type ComponentChildren, render } from "preact";
import { useRef, useState } from "preact/hooks";
import "./page.css";
import { charts, manyStacks } from "./samples.ts";

declare global {
  /** Draws another 200 stacked bars: how long until they are on the page, in ms. */
  var drawStack: (turn: number) => Promise<number>;
}

const { searchParams } = new URL(location.href);
const language: Language = searchParams.get("language") === "de" ? "de" : "en";
const root = document.documentElement;
root.lang = language;
root.dir = searchParams.get("direction") ?? "ltr";
root.style.colorScheme = searchParams.get("theme") ?? "light";

/** A picture of the blob, as the page's policy allows one. */
function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [width, setWidth] = useState<number>();
  const [address] = useState(() => URL.createObjectURL(blob));
  return (
    <img alt={name} src={address} data-width={width} onLoad={(event) => setWidth(event.currentTarget.naturalWidth)} />
  );
}

function Sheet({ chart }: { chart: ChartPayload }) {
  const figure = useRef<HTMLElement>(null);
  const [files, setFiles] = useState<ComponentChildren>(null);
  const save = async () => {
    if (!figure.current) return;
    const texts = { title: chart.title ?? "" };
    const [svg, png] = [chartSvg(figure.current, texts), await chartPng(figure.current, texts)];
    setFiles([
      <Picture key="svg" name="svg" blob={svg} />,
      <Picture key="png" name="png" blob={png} />,
      <pre key="text" hidden>
        {await svg.text()}
      </pre>,
    ]);
  };
  return (
    <section class="page-sheet" aria-label={chart.title}>
      <h2>{chart.title}</h2>
      <Chart chart={chart} figureRef={figure} />
      <button type="button" class="button" onClick={() => void save()}>
        Save
      </button>
      {files}
    </section>
  );
}

function Stacks() {
  const [turn, setTurn] = useState(0);
  globalThis.drawStack = async (next) => {
    const began = performance.now();
    setTurn(next);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  };
  return <Chart key={turn} chart={manyStacks(turn)} />;
}

function Page() {
  return (
    <Spoken language={language}>
      <h1>The charts of the console</h1>
      <NumberFigure value={1_523_344.5} unit="EUR" label="Revenue last year" />
      {searchParams.has("stacks") ? <Stacks /> : charts.map((chart) => <Sheet key={chart.id} chart={chart} />)}
    </Spoken>
  );
}

const main = document.querySelector("#root");
if (main) render(<Page />, main);
