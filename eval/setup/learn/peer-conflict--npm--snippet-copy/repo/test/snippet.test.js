"use strict";
const assert = require("node:assert");
const test = require("node:test");
const React = require("react");
const { renderToStaticMarkup } = require("react-dom/server");
const { Snippet } = require("../src/snippet.js");

test("the code and a button are shown", () => {
  const html = renderToStaticMarkup(React.createElement(Snippet, { code: "x = 1" }));
  assert.ok(html.includes("<pre>x = 1</pre>"));
  assert.ok(html.includes("<button"));
});
