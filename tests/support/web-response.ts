import type { HttpResponse } from "@parley/functions/http/http-message";

/** What the application answers as the runtime's own kind of response, for those who read it as any client would. */
export const webResponse = ({ body, status, headers }: HttpResponse): Response =>
  new Response(body, { status, headers: [...headers] });
