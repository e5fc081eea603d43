import type { Permission } from "../thread/trigger.js";

const RANK: Readonly<Record<Permission, number>> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};

export function isAtLeast(permission: Permission, least: Permission): boolean {
  return RANK[permission] >= RANK[least];
}

/** May write to the repository: what replies call a maintainer. */
export function isMaintainer(permission: Permission): boolean {
  return isAtLeast(permission, "write");
}

/** What GitHub tells that a person may do, one flag a role. */
export interface RoleFlags {
  pull?: boolean | undefined;
  triage?: boolean | undefined;
  push?: boolean | undefined;
  maintain?: boolean | undefined;
  admin?: boolean | undefined;
}

/**
 * GitHub's answer as one of its five roles. `roleName` also holds an organisation's custom roles, which count as the
 * role that they build on, told by `flags`; `permission` alone would call "maintain" write and "triage" read.
 */
export function toPermission(permission: string, roleName: string, flags: RoleFlags = {}): Permission {
  if (isPermission(roleName)) return roleName;
  const base = isPermission(permission) ? permission : "none";
  const flagged = highestOf(flags);
  // What a person gave up or lost is told by the permission first.
  return base === "none" || !isAtLeast(flagged, base) ? base : flagged;
}

function highestOf({ pull, triage, push, maintain, admin }: RoleFlags): Permission {
  if (admin === true) return "admin";
  if (maintain === true) return "maintain";
  if (push === true) return "write";
  if (triage === true) return "triage";
  return pull === true ? "read" : "none";
}

function isPermission(value: string): value is Permission {
  return Object.hasOwn(RANK, value);
}
