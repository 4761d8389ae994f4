import { randomUUID } from "node:crypto";
import type { DrivesOf } from "./kit.ts";

const isAdmin = true;

export const memberDrives: Record<string, DrivesOf> = {
  "member.list": ({ request, works, fails }) => [
    works(undefined, { isAdmin }),
    works(undefined, { at: `${request}?active=true&search=person&limit=1`, isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "member.create": ({ stage: { tenant }, works, fails }) => [
    works({ email: `${randomUUID()}@example.com`, name: "Ada", role: "member" }, { isAdmin }),
    fails("INVALID_EMAIL", { email: "ada", name: "Ada", role: "member" }, { isAdmin }),
    fails("MEMBER_EXISTS", { email: tenant.other.email, name: "Ada", role: "member" }, { isAdmin }),
  ],
  "member.update": ({ stage: { tenant }, at, works, fails, unknown }) => [
    works({ name: "Ada" }, { isAdmin }),
    fails("ORGANIZATION_MEMBER_NOT_FOUND", { name: "Ada" }, { at: unknown, isAdmin }),
    fails("LAST_ADMIN", { role: "member" }, { at: at({ member_id: tenant.admin.id }), isAdmin }),
  ],
};
