import { addressOf, type Drive, type DrivesOf } from "./kit.ts";

/** What every operation of its kind answers: no token, a bad one, no administrator's, a body or a query that is wrong. */
export const usualDrives: DrivesOf = ({ stage, own, operation }) => {
  const { world, fresh } = stage;
  const request = `${operation.method} ${addressOf(operation, { ...own })}`;
  const drives: Drive[] = [];
  if (operation.access === "member" || operation.access === "admin") {
    const absent = operation.id === "voice_session.create" ? "AUTHENTICATION_REQUIRED" : "MISSING_AUTHORIZATION";
    drives.push({ code: absent, send: () => world.call(request) });
    drives.push({ code: "INVALID_TOKEN", send: () => world.call(request, { token: "x" }) });
  }
  if (operation.access === "code" || operation.access === "session") {
    const headers = { "sec-fetch-site": "cross-site" };
    drives.push({ code: "CROSS_SITE_REQUEST", send: () => world.call(request, { headers }) });
  }
  if (operation.access === "admin")
    drives.push({ code: "ADMIN_REQUIRED", send: async () => world.call(request, { token: await fresh() }) });
  if (operation.body) drives.push({ send: async () => world.call(request, { token: await fresh(true), body: [] }) });
  if (operation.query) {
    const [name = ""] = "entries" in operation.query ? Object.keys(operation.query.entries ?? {}) : [];
    // A query whose fields are all optional text takes anything.
    drives.push({
      send: async () =>
        world.call(`${request}?${name === "member_id" ? "" : `${name}=x`}`, { token: await fresh(true) }),
    });
  }
  return drives;
};

/** Operations without a body: they work, and do not find what is unknown. */
export const bodilessDrives: DrivesOf = ({ own, admins, operation, at, unknown, fails, works }) => {
  const isAdmin = operation.access === "admin";
  const properties = isAdmin ? admins : own;
  return [
    ...operation.errors.map((code) => fails(code, undefined, { at: unknown, isAdmin })),
    works(undefined, { at: at({ ...properties, message_id: properties.answer_id }), isAdmin }),
  ];
};
