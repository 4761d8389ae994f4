import type { MemoriesWords } from "./memories-en.ts";

export const de: MemoriesWords = {
  title: "Erinnerungen",
  intro:
    "Was Parley über Sie weiß. Die ersten {core} werden mit jeder Frage weitergegeben, die anderen, wo sie dazu passen.",
  "title.member": "Erinnerungen von {name}",
  "intro.member":
    "Was Parley über {name} weiß. Die ersten {core} werden mit jeder Frage weitergegeben, die anderen, wo sie dazu passen.",
  add: "Erinnerung hinzufügen",
  placeholder: "Ich arbeite im Vertriebscontrolling.",
  confirm: "Diese Erinnerung löschen?",
  none: "Es gibt noch keine Erinnerungen.",
  "tier.core": "wird mit jeder Frage weitergegeben",
  "tier.extended": "wird weitergegeben, wo sie passt",
};
