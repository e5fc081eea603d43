/** Where people see what the API serves: github.com, or a company's own host. */
export function webUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  url.hostname = url.hostname.replace(/^api\.(?=github\.com$|[\w-]+\.ghe\.com$)/, "");
  return url.origin;
}

/** Source comes from the public forge and from the one that the app serves, at its own port, over https alone. */
export function cloneHostsOf(apiUrl: string): string[] {
  const { protocol, host } = new URL(webUrlOf(apiUrl));
  return [...new Set(["github.com", ...(protocol === "https:" ? [host] : [])])];
}
