const { compareVersions } = require("compare-versions");

exports.newest = (marks) => [...marks].sort((a, b) => compareVersions(b, a))[0];
