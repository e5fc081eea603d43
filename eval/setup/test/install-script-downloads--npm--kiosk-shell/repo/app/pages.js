/** Only the museum's own pages are shown. */
exports.isAllowed = (url) => {
  const { protocol } = new URL(url);
  return protocol === "file:";
};
