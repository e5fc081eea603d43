/** What npm puts before a line of an error: up to npm 9 "npm ERR! ", later "npm error ", in its debug log a number and "error ". */
export const NPM_LINE = /(?:npm (?:ERR!|error)|^\d{1,5} error) /.source;

/** Before the error itself: the same, or "Error: " where a program tells npm's error as its own. */
export const NPM = `(?:${NPM_LINE}|^Error: )`;
