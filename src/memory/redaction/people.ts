import { placeholder, type Redactor } from "./redactor.js";

const EMAIL =
  /(?<![\w.%+-])([\w%+-](?:[\w.%+-]{0,62}[\w%+-])?)@((?:[A-Z0-9-]{1,63}\.){1,6}[A-Z]{2,24})(?![\w-])/gi;

/** `git@host:owner/name` is an address of code, `name@2.1.0.tgz` a package, `icon@2x.png` a picture. */
function isMailbox(local: string, domain: string): boolean {
  if (["git", "hg", "svn"].includes(local.toLowerCase())) return false;
  if (/^v?\d+(?:\.\d+|x\.)/.test(domain)) return false;
  return !/\.(?:png|jpe?g|gif|svg|webp|tgz|zip|gz|whl|jar|js|ts|css|so)$/i.test(domain);
}

export const redactEmails: Redactor = (text, found) => {
  if (!text.includes("@")) return text;
  return text.replace(EMAIL, (match, local: string, domain: string) => {
    if (!isMailbox(local, domain)) return match;
    found("email");
    return placeholder("email");
  });
};

const UNIX_HOME =
  /((?:\/|%2F)(?:home|Users|var\/home|export\/home)(?:\/|%2F))([^\s/\\:"'`<>|,;()[\]{}*?$%#&=]{1,64})/g;
const WINDOWS_HOME =
  /([A-Z]:[\\/]{1,4}(?:Users|Documents and Settings)[\\/]{1,4})([^\\/:*?"'<>|\r\n$%[\]{}]{1,40}(?=[\\/])|[^\s\\/:*?"'<>|$%[\]{}]{1,64})/gi;
const SHELL_PROMPT =
  /^([ \t>[(]{0,4})([a-z_][\w.-]{0,31})(@[A-Za-z][\w-]{0,62}(?::| (?=[~/]))[^\n]{0,200}?[$#%](?:\s|$))/gm;

/** Accounts that images, runners and documentation use: they name nobody, and commands need them as they are. */
const SHARED_ACCOUNTS = new Set(
  "root runner node ubuntu debian vagrant travis circleci vscode codespace gitpod jenkins ec2-user user username you app appuser nobody www-data runneradmin containeruser containeradministrator public default all shared linuxbrew".split(
    " ",
  ),
);

/** The user's name in a home directory and in a shell's prompt. */
export const redactUsers: Redactor = (text, found) => {
  const hide = (name: string) => {
    if (SHARED_ACCOUNTS.has(name.toLowerCase().replace(/\.$/, ""))) return name;
    found("user");
    return placeholder("user");
  };
  return text
    .replace(UNIX_HOME, (_match, home: string, name: string) => home + hide(name))
    .replace(WINDOWS_HOME, (_match, home: string, name: string) => home + hide(name))
    .replace(
      SHELL_PROMPT,
      (_match, before: string, name: string, rest: string) => before + hide(name) + rest,
    );
};
