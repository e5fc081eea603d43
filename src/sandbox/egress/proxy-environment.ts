/** Tells every tool of the image about the proxy; Java reads no variables, so Maven and Gradle get options. */
export function proxyEnvironment(host: string, port: number): Record<string, string> {
  const url = `http://${host}:${port}`;
  const java = ["http", "https"]
    .flatMap((scheme) => [`-D${scheme}.proxyHost=${host}`, `-D${scheme}.proxyPort=${port}`])
    .join(" ");
  return {
    http_proxy: url,
    https_proxy: url,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    no_proxy: "localhost,127.0.0.1,::1",
    NO_PROXY: "localhost,127.0.0.1,::1",
    npm_config_noproxy: "localhost,127.0.0.1",
    MAVEN_OPTS: java,
    GRADLE_OPTS: java,
    SBT_OPTS: java,
  };
}
