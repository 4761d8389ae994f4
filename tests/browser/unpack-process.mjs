/** Unpacks Chromium and, as it does for Lambda only, the libraries that it needs, into the folder for temporary files. */
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
