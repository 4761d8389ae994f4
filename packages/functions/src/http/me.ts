import { meOperations } from "@parley/contract/me";
import { me as currentMember } from "@parley/core/member/me";
import { endpoint } from "./endpoint.ts";

export const me = [endpoint(meOperations.get, ({ ctx, member }) => currentMember(ctx, member))];
