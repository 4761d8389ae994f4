/** `npm start`: the whole service on this machine. What is imported here is loaded before modules are found compiled. */
import { findCompiled } from "./process/compiled.ts";

findCompiled();
await import("./main.ts");
