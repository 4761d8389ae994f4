import { limits } from "@parley/contract/limits";
import { AttachedFile } from "@parley/contract/turn";
import * as v from "valibot";
import type { MemberContext } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import * as Project from "../project/project.ts";

/** The references that can name a document; the others are discarded silently (D27). */
export function attachedFiles(given: readonly unknown[]): AttachedFile[] {
  return given
    .flatMap((file) => {
      const parsed = v.safeParse(AttachedFile, file);
      return parsed.success ? [parsed.output] : [];
    })
    .filter(({ project_id, document_id }) => isUuid(project_id) && isUuid(document_id))
    .slice(0, limits.attached_files);
}

/** Those in a project that the member may see: they go to the agent, the others are discarded silently (D27). */
export async function permittedFiles(ctx: MemberContext, files: readonly AttachedFile[]): Promise<AttachedFile[]> {
  const permitted = new Set(await Project.permitted(ctx, [...new Set(files.map((file) => file.project_id))]));
  return files.filter((file) => permitted.has(file.project_id));
}
