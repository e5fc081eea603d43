"use strict";
const React = require("react");
const { CopyToClipboard } = require("react-copy-to-clipboard");

function Snippet({ code }) {
  return React.createElement(
    "figure",
    null,
    React.createElement("pre", null, code),
    React.createElement(CopyToClipboard, { text: code }, React.createElement("button", null, "Copy")),
  );
}

module.exports = { Snippet };
