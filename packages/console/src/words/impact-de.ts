import type { ImpactWords } from "./impact-en.ts";

export const de: ImpactWords = {
  impact: "Wirkung ansehen",
  "impact.again": "Noch einmal ansehen",
  "impact.hint":
    "Die Prüffragen werden gestellt, wie es ist und mit dem, was hier steht. Gespeichert wird dabei nichts.",
  "impact.asked": { one: "1 Frage", other: "{count} Fragen" },
  "impact.stale": "Inzwischen wurde etwas geändert. Was es jetzt bewirkt, zeigt sich beim nächsten Ansehen.",
  "impact.none": "Keine Antwort ändert sich.",
  "impact.cancelled": "Abgebrochen nach {done} von {total}",
  "impact.whole": "Die ganze Prüfung ansehen",
};
