import { later } from "../../../parts/later.tsx";

/** What Markdown is drawn with comes with the first document that is opened. */
export const DocumentDialog = later(() => import("./document-dialog.tsx").then((part) => part.DocumentDialog));
