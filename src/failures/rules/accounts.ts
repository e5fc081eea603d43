import type { Rule } from "../rule.js";

/** Users and groups that are there already, or are not there. */
export const ACCOUNT_RULES: readonly Rule[] = [
  {
    id: "accounts/exists",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "cause",
    bonus: -6,
    keys: ["' already exists", "' in use", "already exists. exiting", " already exists.", "is not unique"],
    pattern:
      /^(?:fatal: )?(?<command>useradd|groupadd|adduser|addgroup): (?:(?:The )?(?:user|group) [`'"](?<name>[^'"]{1,60})['"] (?:already exists|in use)|(?:GID|UID|gid|uid) ['"]?(?<id>\d{1,8})['"]? (?:already exists|in use|is not unique))/,
    cause: "There is such a user or group already.",
    steps: ["getent passwd", "getent group"],
  },
  {
    id: "accounts/no-number",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "cause",
    keys: [": invalid user id '", ": invalid group id '", ": invalid number '"],
    pattern:
      /^(?<command>useradd|usermod|groupadd|groupmod|adduser|addgroup): invalid (?:user ID|group ID|number) '(?<code>[^']{0,60})'/,
    cause: "{command} was given {code} where a number belongs, most likely because a variable is empty.",
    steps: ["Set the build argument or variable that holds the number."],
  },
  {
    id: "accounts/missing",
    ecosystem: "shell",
    error_type: "MISSING_FILE",
    stage: "system_packages",
    evidence: "cause",
    bonus: -6,
    keys: [
      "' does not exist",
      "chown: invalid",
      "chgrp: invalid",
      "unknown user/group",
      "chown: unknown",
      "unable to find user ",
      "unknown user",
      "unknown group",
      "unable to find group",
    ],
    pattern:
      /(?:^|[\s:])(?:(?<command>usermod|userdel|groupmod|gpasswd|adduser|chpasswd|su|chown|chgrp|install|sudo): (?:user |group )?(?:(?:invalid|unknown) (?:user(?:\/group)?|group|spec)?:? ?['"`‘]?(?<name>[\w.:-]{1,60})['"’]?$|[`'"]?(?<name2>[\w.-]{1,60})['"]? does not exist$)|unable to find (?:user|group) (?<name3>[\w.-]{1,60}): no matching entries)/,
    cause: "There is no such user or group.",
    steps: ["getent passwd", "getent group"],
  },
];
