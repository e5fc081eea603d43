import { operands, type Invocation } from "../invocation.js";
import { isPersistentFile, resolvePath } from "../paths.js";
import { refuse, type Refusal } from "../verdict.js";

const SERVICES =
  /^(?:systemctl|service|systemd-run|systemd-tmpfiles|loginctl|crontab|at|batch|atd|crond?|anacron|update-rc\.d|rc-update|rc-service|chkconfig|initctl|launchctl|supervisorctl|schtasks)$/;
const WRITERS =
  /^(?:tee|cp|mv|ln|install|sed|perl|ed|ex|vi|vim|nano|dd|rsync|touch|truncate|patch|sponge|chmod|curl|wget)$/;

/** What would outlive the run: services, timers, profiles, keys, hooks. */
export function checkPersistence({ name, args, state }: Invocation): Refusal | null {
  if (SERVICES.test(name))
    return refuse("persistence/service", `${name} starts or changes services or timers.`);
  if (name === "git" && args.includes("config") && args.some((text) => /^core\.hookspath$/i.test(text)))
    return refuse("persistence/hook", "core.hooksPath makes later commands of git run what lies there.");
  if (!WRITERS.test(name)) return null;
  const reads =
    name === "cp" || name === "mv" || name === "install" || name === "rsync"
      ? operands(args).slice(-1)
      : args;
  for (const text of reads) {
    const path = text.replace(/^(?:of=|--output=|--output-document=|--target-directory=|-[oOt](?=.))/, "");
    const refusal = checkPersistentTarget(path, state.cwd);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The same for one file that is written. */
export function checkPersistentTarget(target: string, cwd: string): Refusal | null {
  if (!isPersistentFile(resolvePath(target, { cwd }))) return null;
  return refuse("persistence/profile", `${target} is read at a later log-in, boot or command.`);
}

/** Variables that make every later shell or linker run something. */
export function checkAssignment(name: string): Refusal | null {
  if (name === "BASH_ENV" || name === "ENV" || name === "PROMPT_COMMAND")
    return refuse("persistence/shell-variable", `${name} makes later shells run a command of its own.`);
  if (name === "IFS")
    return refuse("unreadable/field-separator", "IFS changes how the words of the rest are split.");
  return null;
}
