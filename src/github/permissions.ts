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

/**
 * GitHub's answer as one of its five roles. `roleName` also holds an organisation's custom roles, which count as
 * the base permission that they build on; `permission` alone would call "maintain" write and "triage" read.
 */
export function toPermission(permission: string, roleName: string): Permission {
  if (isPermission(roleName)) return roleName;
  return isPermission(permission) ? permission : "none";
}

function isPermission(value: string): value is Permission {
  return Object.hasOwn(RANK, value);
}
