// SPDX-License-Identifier: BSL-1.0
// Code in colours, by Shiki:  node shiki.mjs MODULE <blocks >pieces
// MODULE: the package's folder. Reads a list of [language, text] as JSON and writes, for each, the list of its pieces,
// [class, text], which is empty for a language that Shiki does not know. `restbind/docs/highlight.py` tells the classes.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { main } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
const { bundledLanguages, createHighlighter } = await import(pathToFileURL(path.join(folder, main)));

// A theme whose colours are classes. Where several scopes fit, the longest wins.
const classes = {
  k: ["keyword", "storage"],
  n: ["entity.name", "support.function", "support.type.property-name", "variable.other.normal.shell"],
  t: ["constant", "support.constant"],
  s: ["string", "constant.other.option", "constant.character"],
  c: ["comment", "punctuation.definition.comment"],
  p: ["entity.name.scope-resolution", "string.unquoted", "keyword.operator", "meta.embedded"],
};
const theme = {
  name: "classes", type: "light", fg: "p", bg: "p",
  settings: Object.entries(classes).map(([name, scope]) => ({ scope, settings: { foreground: name } })),
};

const blocks = JSON.parse(fs.readFileSync(0, "utf8"));
const langs = [...new Set(blocks.map(([language]) => language))].filter(language => language in bundledLanguages);
const highlighter = await createHighlighter({ themes: [theme], langs });
const pieces = ([language, text]) => {
  if (!langs.includes(language)) return [];
  // Without a limit of time, so that every machine gives the same.
  const lines = highlighter.codeToTokensBase(text, { lang: language, theme: theme.name, tokenizeTimeLimit: 0 });
  return lines.flatMap((line, number) => [
    ...(number ? [["", "\n"]] : []), ...line.map(({ color, content }) => [color === "p" ? "" : color, content]),
  ]);
};
process.stdout.write(JSON.stringify(blocks.map(pieces)));
