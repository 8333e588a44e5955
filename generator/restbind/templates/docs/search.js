// SPDX-License-Identifier: BSL-1.0
// restbindSearch(query) gives the entries that fit, the best first: by MiniSearch where it stands above, which forgives slips, else
// by the beginnings of words. Every word of the query must fit.
"use strict";
window.restbindSearch = (() => {
  const parts = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const apart = text => text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"); // eventId -> event Id
  const both = text => [...new Set([...parts(text), ...parts(apart(text))])];
  const entries = window.restbindIndex.map(([title, kind, page, words], id) => ({ id, title, kind, page, words, name: title.toLowerCase() }));

  if (window.MiniSearch) {
    const index = new MiniSearch({
      fields: ["title", "words"],
      tokenize: both,
      searchOptions: {
        tokenize: query => parts(apart(query)), combineWith: "AND", boost: { title: 4 },
        prefix: true, fuzzy: word => word.length > 3 && 0.25,
      },
    });
    index.addAll(entries);
    return query => {
      const name = query.toLowerCase();
      const boostDocument = id => entries[id].name === name ? 1000 : 1;
      return index.search(query, { boostDocument }).map(({ id }) => entries[id]);
    };
  }

  for (const entry of entries) entry.parts = both(`${entry.title} ${entry.words}`);
  // What an entry is worth for a word: its name, then the beginnings of its words.
  const worth = (entry, word) => {
    if (entry.name.startsWith(word)) return 60;
    if (entry.name.includes(word)) return 30;
    if (entry.parts.includes(word)) return 10;
    return entry.parts.some(other => other.startsWith(word)) ? 5 : 0;
  };
  return query => {
    const name = query.toLowerCase(), wanted = parts(apart(query));
    const value = entry => {
      const values = wanted.map(word => worth(entry, word));
      const sum = values.reduce((total, worth) => total + worth, entry.name === name ? 1000 : 0);
      return values.includes(0) ? 0 : sum - entry.title.length / 100;
    };
    return entries.map(entry => ({ entry, value: wanted.length ? value(entry) : 0 }))
      .filter(hit => hit.value > 0)
      .sort((hit, other) => other.value - hit.value)
      .map(hit => hit.entry);
  };
})();
