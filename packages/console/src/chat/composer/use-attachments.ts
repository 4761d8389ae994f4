import { type Parley, ParleyError } from "@parley/client";
import { useEffect, useRef } from "preact/hooks";
import { useChatWords } from "../../words/chat-words.ts";
import type { Attachment } from "../drafts.ts";
import { MESSAGE_UPLOADS } from "../message-limits.ts";

let attached = 0;

export interface Attachments {
  /** Sends files at once, so that they are there when the question is. */
  add: (files: readonly File[]) => void;
  remove: (key: number) => void;
}

type Change = (attachments: readonly Attachment[]) => readonly Attachment[];

/** The files of a draft: each is uploaded as it is added, with its progress, and refused in words. */
export function useAttachments(
  parley: Parley,
  change: (by: Change) => void,
  complain: (words: string) => void,
): Attachments {
  const say = useChatWords();
  const uploads = useRef(new Map<number, AbortController>());
  const count = useRef(0);
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const update = (key: number, changes: Partial<Attachment>): void =>
    change((attachments) => attachments.map((each) => (each.key === key ? { ...each, ...changes } : each)));

  /** Why a file was refused, in words of people where what the client says is for developers. */
  function reasonOf(error: unknown, name: string): string {
    if (!(error instanceof ParleyError)) return say("composer.uploadFailed", { name });
    const known: Readonly<Record<string, string>> = {
      UPLOAD_TYPE_UNSUPPORTED: say("composer.fileType", { name }),
      UPLOAD_EMPTY: say("composer.fileEmpty", { name }),
      UPLOAD_TOO_LARGE: say("composer.fileLarge", { name }),
    };
    return known[error.code] ?? error.message;
  }

  async function send(key: number, file: File): Promise<void> {
    const controller = new AbortController();
    uploads.current.set(key, controller);
    try {
      const onProgress = ({ sent }: { sent: number }) => update(key, { sent });
      const upload = await parley.upload(file, { signal: controller.signal, onProgress });
      update(key, { upload, sent: file.size });
    } catch (error) {
      if (controller.signal.aborted) return;
      update(key, { problem: reasonOf(error, file.name) });
    } finally {
      uploads.current.delete(key);
    }
  }

  return {
    add(files) {
      change((attachments) => {
        count.current = attachments.length;
        return attachments;
      });
      const taken = files.slice(0, Math.max(0, MESSAGE_UPLOADS - count.current));
      if (taken.length < files.length) complain(say("composer.tooMany", { count: MESSAGE_UPLOADS }));
      for (const file of taken) {
        const key = ++attached;
        const { name, size } = file;
        change((attachments) => [...attachments, { key, name, size, sent: 0, upload: null, problem: null }]);
        void send(key, file);
      }
    },
    remove(key) {
      uploads.current.get(key)?.abort();
      change((attachments) => attachments.filter((each) => each.key !== key));
    },
  };
}
