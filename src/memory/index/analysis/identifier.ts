/** The parts of an identifier, path or qualified name in lower case: "HTTPClient.sendAll" → http, client, send, all. */
export function splitIdentifier(token: string): string[] {
  return token
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitCase)
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 1);
}

/** A new part starts at each capital behind a small letter or digit, and at the last capital of a run. */
function splitCase(word: string): string[] {
  return word.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ").split(" ");
}
