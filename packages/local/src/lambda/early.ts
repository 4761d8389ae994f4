/*
 * Most of what the functions consist of, loaded while the emulators start in a process of their own: the entries themselves read
 * their environment when they are imported, and it holds the emulators' addresses. Nothing breaks where a module is missing here:
 * it is loaded with its entry.
 */
import "@parley/functions/http/app";
import "@parley/functions/api-gateway/http-adapter";
import "@parley/functions/http/admin-documents";
import "@parley/functions/http/audio";
import "@parley/functions/http/chats";
import "@parley/functions/http/sessions";
import "@parley/functions/http/stream";
import "@parley/functions/http/turns";
import "@parley/functions/http/uploads";
import "@parley/functions/socket/handler";
import "@parley/functions/socket/tasks";
import "@parley/functions/sweeper/jobs";
import "@parley/functions/worker/queue";
import "@parley/analyst/answer";
import "@parley/analyst/documents/library";
import "@parley/analyst/documents/meaning/passages";
import "@parley/analyst/rehearsal/rehearser";
