/** How the embedded chat looks in another product. */
export interface Look {
  accent: string;
  /** Pixels, as `height` is. */
  radius: number;
  height: number;
  theme: "auto" | "light" | "dark";
}

/** As it looks where nothing is said: the accent is the console's own in light (`tokens.css`). */
export const usualLook: Look = { accent: "#037879", radius: 10, height: 640, theme: "auto" };

/** The properties of its style that are not as usual. */
export const ownProperties = ({ accent, radius }: Look): Readonly<Record<string, string>> => ({
  ...(accent !== usualLook.accent && { "--parley-accent": accent }),
  ...(radius !== usualLook.radius && { "--parley-radius": `${radius}px` }),
});

/** What a page needs to have the chat. `tokenUrl` is where its backend, or this machine, gives tokens. */
export function snippetOf(service: string, tokenUrl: string, look: Look): string {
  const { height, theme } = look;
  const own = Object.entries(ownProperties(look)).map(([name, value]) => `${name}: ${value}`);
  const attributes = {
    "token-url": tokenUrl,
    ...(theme !== usualLook.theme && { theme }),
    style: ["display: block", `height: ${height}px`, ...own].join("; "),
  };
  const said = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return `<script type="module" src="${service}/app/embed/1/parley-chat.js"></script>
<parley-chat
  ${said.join("\n  ")}
></parley-chat>`;
}
