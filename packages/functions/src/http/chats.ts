import { chatOperations } from "@parley/contract/chat";
import { visualizationOperations } from "@parley/contract/visualization";
import * as Chat from "@parley/core/chat/chat";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { csv } from "@parley/core/visualization/csv";
import * as RowsPage from "@parley/core/visualization/rows-page";
import { endpointsWith } from "./endpoint.ts";
import { HttpResponse } from "./http-message.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

export const chats = [
  endpoint(chatOperations.create, ({ ctx, body }) => Chat.create(ctx, body)),
  endpoint(chatOperations.list, ({ ctx, query }) => Chat.list(ctx, query)),
  endpoint(chatOperations.get, ({ ctx, params, query }) => Chat.get(ctx, params.chat_id, query)),
  endpoint(chatOperations.update, ({ ctx, params, body }) => Chat.update(ctx, params.chat_id, body)),
  endpoint(chatOperations.remove, async ({ ctx, params }) => {
    await Chat.remove(ctx, params.chat_id);
    return { message: "Chat deleted successfully" };
  }),
  endpoint(visualizationOperations.rows, ({ ctx, params, query }) =>
    RowsPage.page(ctx, params.chat_id, params.visualization_id, query.cursor),
  ),
  endpoint(visualizationOperations.csv, async ({ ctx, params, query }) => {
    const id = params.visualization_id;
    const table = await csv(ctx, params.chat_id, id);
    if ("address" in table && query.link) return HttpResponse.json({ download_url: table.address });
    if ("address" in table) return new HttpResponse(null, { status: 302, headers: { location: table.address } });
    return new HttpResponse(table.text, {
      headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${id}.csv"` },
    });
  }),
];
