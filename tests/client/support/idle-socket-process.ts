/** Asks on a socket, then leaves it open (`HOW=idle`, the package ws) or closes it (the runtime's own). Nothing ends this process. */
import { createParley } from "@parley/client";
import { WebSocket } from "ws";

const { HOW, BASE_URL: baseUrl = "", TOKEN: token = "", CHAT_ID: chat_id } = process.env;

const parley = createParley({ baseUrl, token, ...(HOW === "idle" && { WebSocket }) });
const socket = await parley.connect();
await parley.ask({ chat_id, message: "text" }).answer();
if (HOW === "closed") socket.close();
process.on("exit", () => process.stdout.write(socket.status));
