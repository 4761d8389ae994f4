import type { EmbedRoomWords } from "./embed-room-en.ts";

export const de: EmbedRoomWords = {
  title: "Einbetten",
  offerWorkings: "Sehen, wie das zustande kam",
  offer: "Diesen Chat ins eigene Produkt einbetten",
  offerClose: "Nein, danke",
  intro: "Der Chat für die Seiten Ihres eigenen Produkts, in dessen Farben und mit den Rechten der Menschen dort.",
  snippet: "In eine Seite einfügen",
  demoToken:
    "Es läuft so, wie es ist, in Seiten dieses Rechners: Sie fragen als ein Mitglied der Demo. Anderswo gibt Ihr Backend die Token.",
  backendToken:
    "Ihr Backend beantwortet die Token-Adresse für alle, die dort angemeldet sind; die README von packages/embed hat die drei Zeilen dafür.",
  look: "Aussehen",
  accent: "Akzent",
  radius: "Ecken",
  readable: "Text auf dem Akzent ist lesbar: {ratio} : 1.",
  unreadable: "Text auf dem Akzent ist schwer lesbar: {ratio} : 1, nötig sind 4,5 : 1.",
  theme: "Hell oder dunkel",
  auto: "Wie die Seite",
  light: "Hell",
  dark: "Dunkel",
  height: "Höhe",
  preview: "Vorschau",
  noPreview: "Die Vorschau konnte nicht geladen werden.",
  origins: "Wessen Seiten ihn haben dürfen",
  pages: "In der Seite (CORS_ORIGINS)",
  frames: "In einem Rahmen (EMBED_ORIGINS)",
  noPages: "Die keiner anderen Herkunft.",
  noFrames: "Niemandes.",
  anyOrigin: "Seiten jeder Herkunft",
};
