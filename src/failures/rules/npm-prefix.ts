/** What npm puts before an error: up to npm 9 "npm ERR! ", later "npm error ", in its debug log a number and "error ". */
export const NPM = /(?:(?:npm (?:ERR!|error)|^\d{1,5} error) |^Error: )/.source;
