import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { documentsKey } from "@parley/core/project/manifest";
import { expr } from "@parley/core/store/expression";
import { organizationPk } from "@parley/core/store/keys";
import type { Key } from "@parley/core/store/table-item";
import { createApp } from "@parley/functions/http/app";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import type { Drive, DrivesOf, Kit } from "./kit.ts";

const isAdmin = true;
const passages = (id: string) => `GET /v1/admin/projects/${id}/passages?q=refunds`;

/** A request where no more fits: what is counted is said to be as many as there may be. */
const full = ({ stage: { world } }: Kit, code: "PROJECT_LIMIT" | "DOCUMENT_LIMIT", key: Key, drive: Drive): Drive => ({
  code,
  async send() {
    const most = code === "PROJECT_LIMIT" ? limits.projects_per_organization : limits.documents_per_project;
    const { item } = await world.base.table.update<{ count: number }>(
      key,
      expr`SET #revision = if_not_exists(#revision, ${0})`,
    );
    await world.base.table.update(key, expr`SET #count = ${most}`);
    const answer = await drive.send();
    await world.base.table.update(key, expr`SET #count = ${item?.count ?? 0}`);
    return answer;
  },
});

/** A search on a service whose clock is half a minute on each time it is looked at. */
const tooSlow = ({ stage: { world, prism, fresh }, own }: Kit): Drive => ({
  code: "SEARCH_TIMEOUT",
  async send() {
    const token = await fresh(isAdmin);
    let looks = 0;
    const clock = { ...world.base.clock, now: () => world.base.clock.now() + (looks += 1) * 30_000 };
    const call = prism.callOf(lambda(createApp({ ...world.base, clock }, world.endpoints)));
    return call(passages(own.project_id), { token });
  },
});

export const collectionDrives: Record<string, DrivesOf> = {
  "project.list_all": ({ request, works, fails }) => [
    works(undefined, { isAdmin }),
    works(undefined, { at: `${request}?limit=1`, isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "project.create": (kit) => {
    const key = { pk: organizationPk(kit.stage.tenant.id), sk: "PROJECTS" };
    return [
      kit.works({ name: "Policies", tags: ["a"], member_ids: [kit.stage.tenant.member.id] }, { isAdmin }),
      kit.fails("MEMBER_NOT_FOUND", { name: "Policies", member_ids: [randomUUID()] }, { isAdmin }),
      full(kit, "PROJECT_LIMIT", key, kit.works({ name: "Policies" }, { isAdmin })),
    ];
  },
  "project.update": ({ works, fails, unknown }) => [
    works({ description: "How we treat customers" }, { isAdmin }),
    fails("MEMBER_NOT_FOUND", { member_ids: [randomUUID()] }, { isAdmin }),
    fails("PROJECT_NOT_FOUND", { name: "Policies" }, { at: unknown, isAdmin }),
  ],
  "document.list": ({ request, works, fails, unknown }) => [
    works(undefined, { isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
    fails("PROJECT_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
  "document.create": (kit) => {
    const { admins, own, works, fails, unknown } = kit;
    const body = { upload_ids: [admins.upload_id] };
    const key = documentsKey(kit.stage.tenant.id, own.project_id);
    return [
      works(body, { isAdmin }),
      fails("PROJECT_NOT_FOUND", body, { at: unknown, isAdmin }),
      fails("UPLOAD_NOT_FOUND", { upload_ids: [randomUUID()] }, { isAdmin }),
      fails("DOCUMENT_TYPE_UNSUPPORTED", { upload_ids: [admins.clip_id] }, { isAdmin }),
      full(kit, "DOCUMENT_LIMIT", key, works(body, { isAdmin })),
      kit.overBudget((token) => kit.stage.world.call(kit.request, { token, body }), isAdmin),
    ];
  },
  "document.update": ({ works, fails, unknown }) => [
    works({ title: "Returns" }, { isAdmin }),
    fails("DOCUMENT_NOT_FOUND", { title: "Returns" }, { at: unknown, isAdmin }),
  ],
  "passage.list": ({ works, fails, unknown, request }) => [
    works(),
    works(undefined, { at: `${request}?first=3&limit=1` }),
    fails("VALIDATION_FAILED", undefined, { at: `${request}?first=-1` }),
    fails("DOCUMENT_NOT_FOUND", undefined, { at: unknown }),
  ],
  "document.search": (kit) => {
    const { own, works, fails } = kit;
    return [
      works(undefined, { at: passages(own.project_id), isAdmin }),
      fails("VALIDATION_FAILED", undefined, { at: passages(own.project_id).replace("refunds", ""), isAdmin }),
      fails("PROJECT_NOT_FOUND", undefined, { at: passages(randomUUID()), isAdmin }),
      tooSlow(kit),
      kit.overBudget((token) => kit.stage.world.call(passages(own.project_id), { token }), isAdmin),
    ];
  },
};
