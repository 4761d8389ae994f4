export const en = {
  title: "Embed",
  offerWorkings: "See how it was decided",
  offer: "Embed this chat in your own product",
  offerClose: "No, thanks",
  intro: "The chat for the pages of your own product, in its colours and with its people's own access.",
  snippet: "Paste this into a page",
  demoToken:
    "It works as it is, in pages of this machine: they ask as a member of the demo. Elsewhere your backend gives the tokens.",
  backendToken:
    "Your backend answers the token address for whoever is signed in there; the README of packages/embed has its three lines.",
  look: "Look",
  accent: "Accent",
  radius: "Corners",
  readable: "Text on the accent can be read: {ratio} : 1.",
  unreadable: "Text on the accent is hard to read: {ratio} : 1, and it needs 4.5 : 1.",
  theme: "Light or dark",
  auto: "As the page is",
  light: "Light",
  dark: "Dark",
  height: "Height",
  preview: "Preview",
  noPreview: "The preview could not be loaded.",
  origins: "Whose pages may have it",
  pages: "In the page (CORS_ORIGINS)",
  frames: "In a frame (EMBED_ORIGINS)",
  noPages: "No other origin's.",
  noFrames: "Nobody's.",
  anyOrigin: "Pages of any origin",
} as const;

export type EmbedRoomWords = Readonly<Record<keyof typeof en, string>>;
