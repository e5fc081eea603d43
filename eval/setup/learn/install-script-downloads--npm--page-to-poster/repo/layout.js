/** Sheets of paper that a poster takes, in millimetres. */
exports.sheets = ({ width, height }, paper = { width: 200, height: 287 }) =>
  Math.ceil(width / paper.width) * Math.ceil(height / paper.height);
