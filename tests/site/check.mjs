// SPDX-License-Identifier: BSL-1.0
// Opens the pages of a site in Chromium and says what is wrong with them.
//   node check.mjs SITE [--table FILE] [--most PAGES] [--modules]
// SITE: its folder, read as file://. --table: requests with what the C++ tests say of each (table.cpp). --most: how many
// pages are opened, of a large site; links are followed on all. --modules: the site was made with MiniSearch and Shiki.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const require = createRequire(path.join(process.env.SITE_MODULES ?? process.cwd(), "x.js"));
const puppeteer = require("puppeteer-core"), axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const { values: options, positionals: [folder] } = parseArgs({ allowPositionals: true, options: { table: { type: "string" }, modules: { type: "boolean", default: false }, most: { type: "string", default: "60" } } });
const site = path.resolve(folder);
const widths = [360, 1280];
const wrong = [];
const complain = text => { wrong.push(text); console.error(`wrong: ${text}`); };

const pages = fs.readdirSync(site, { recursive: true }).map(String).filter(name => name.endsWith(".html")).sort();

// ---- links, in the text of all pages
const ids = new Map(), texts = new Map();
for (const name of pages) {
  const text = fs.readFileSync(path.join(site, name), "utf8");
  texts.set(name, text);
  ids.set(name, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(found => found[1])));
  const all = [...text.matchAll(/ id="([^"]*)"/g)].map(found => found[1]);
  if (new Set(all).size !== all.length) complain(`${name}: an id stands twice: ${all.find((id, at) => all.indexOf(id) !== at)}`);
}
let links = 0;
for (const [name, text] of texts)
  for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
    const link = target.replace(/&amp;/g, "&").replace(/&#39;/g, "'");
    if (/^(https?:|mailto:|data:)/.test(link)) continue;
    links++;
    const [file, id] = link.split("#");
    const to = file ? path.posix.join(path.posix.dirname(name), decodeURIComponent(file)) : name;
    if (!fs.existsSync(path.join(site, to))) complain(`${name}: ${link} leads nowhere`);
    else if (id && to.endsWith(".html") && to !== "playground.html" && !ids.get(to)?.has(id)) complain(`${name}: ${link} has no such place`);
  }

// ---- the reference of the runtime, where there is one
if (pages.includes("runtime/index.html")) {
  const leads = (name, to) => { if (!texts.get(name).includes(`href="${to}`)) complain(`${name}: no link to ${to}`); };
  for (const name of pages.filter(name => name.startsWith("operations/"))) leads(name, "../runtime/classrestbind_1_1result.html");
  for (const to of ["", "#"]) leads("errors.html", `runtime/classrestbind_1_1error.html${to}`);
  leads("index.html", "runtime/index.html");
  if (!fs.readFileSync(path.join(site, "assets/search.js"), "utf8").includes('"restbind::error::outcome_unknown"')) complain("the search finds no name of the runtime");
}

// ---- budgets
const size = name => fs.statSync(path.join(site, name)).size;
const first = size("index.html") + size("assets/site.css") + size("assets/site.js");
if (first > 100_000) complain(`the first page has ${first} bytes`);

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files=false"], headless: true });
let now = "", asked = [];
const open = async (width, scheme = "light") => {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  page.on("console", message => { if (["error", "warn"].includes(message.type())) complain(`${now}: console: ${message.text()}`); });
  page.on("pageerror", error => complain(`${now}: ${error.message}`));
  page.on("requestfailed", request => { if (request.failure()?.errorText !== "net::ERR_ABORTED") complain(`${now}: ${request.url()} cannot be read`); });
  page.on("request", request => { asked.push(request.url()); if (!/^(file|data|blob):/.test(request.url())) complain(`${now}: asks the network for ${request.url()}`); });
  return page;
};
const url = name => pathToFileURL(path.join(site, name.split("#")[0])).href + (name.includes("#") ? `#${name.split("#")[1]}` : "");
const go = async (page, name) => {
  now = name;
  await page.goto("about:blank");
  asked = [];
  await page.goto(url(name), { waitUntil: "load" });
};
const look = async (page, name, what) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) complain(`${name} ${what}: wider than the screen by ${over} px`);
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, impact, nodes } of found.violations)
    if (["serious", "critical"].includes(impact)) complain(`${name} ${what}: axe ${id} (${impact}): ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary?.split("\n").slice(1, 3).join(" ")}`);
};

// ---- each page, narrow and wide, light and dark
const most = Number(options.most);
const chosen = pages.length <= most ? pages : [...pages.filter(name => !name.includes("/")), ...pages.filter(name => name.includes("/")).filter((_, at, all) => at % Math.ceil(all.length / most) === 0)];
for (const width of widths) {
  const page = await open(width, width === 360 ? "dark" : "light");
  for (const name of chosen) {
    await go(page, name);
    await look(page, name, `${width} px`);
    if (asked.some(address => address.includes("wasm")) !== (name === "playground.html" && texts.get(name).includes('id="play"')))
      complain(`${name}: the module is loaded where it is not needed, or is not where it is`);
    if (asked.some(address => address.endsWith("search.js"))) complain(`${name}: loads what answers a search before somebody searches`);
  }
  await page.close();
}

// ---- the keyboard: search, tabs, the link that skips
const expect = (is_so, words) => { if (!is_so) complain(words); };
{
  const page = await open(1280);
  const operation = pages.find(name => name.startsWith("operations/"));
  await go(page, operation);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement.className) === "skip", "the first stop of Tab is the link to the content");
  const tabs = () => page.$$eval('[role="tab"]', all => all.map(tab => tab.getAttribute("aria-selected")));
  await page.focus('[role="tab"]');
  await page.keyboard.press("ArrowRight");
  expect((await tabs())[1] === "true", "the right arrow chooses the next tab");
  expect(await page.$eval('[role="tabpanel"]:not([hidden]) code', code => code.textContent.includes("async_")), "the second tab shows the callback");
  await page.keyboard.press("Home");
  expect((await tabs())[0] === "true", "Home chooses the first tab");
  const wanted = path.basename(operation, ".html");
  await go(page, "index.html");
  await page.evaluate(() => document.body.focus());
  await page.keyboard.press("/");
  await page.keyboard.type(wanted);
  await page.waitForSelector("#found li[id]");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  expect(page.url() === url(operation), `search leads to ${wanted}, not to ${page.url()}`);
  await page.close();
}

// ---- search: by the beginning of a name, by a word that only one description has, and with MiniSearch by a slip
{
  const told = new Map(pages.filter(name => /^(operations|models)\//.test(name)).map(name => {
    const [, words] = texts.get(name).match(/<div class="words">(.*?)<\/div>/s);
    return [name, new Set(words.replace(/<[^>]*>/g, " ").toLowerCase().match(/(?<![\p{L}\p{N}_])\p{L}{6,}(?![\p{L}\p{N}_])/gu))];
  }));
  const is_new = (word, name) => !name.toLowerCase().includes(word) && [...told].every(([other, words]) => other === name || !words.has(word));
  const [described, word] = [...told].flatMap(([name, words]) => [...words].filter(word => is_new(word, name)).map(word => [name, word]))[0] ?? [];
  const operation = [...told.keys()].filter(name => name.startsWith("operations/")).sort((name, other) => other.length - name.length)[0];
  const name = path.basename(operation, ".html");
  const page = await open(1280);
  await go(page, "index.html");
  await page.focus("#search");
  await page.waitForFunction(() => window.restbindSearch);
  expect(await page.evaluate(() => "MiniSearch" in window) === options.modules, "the site has MiniSearch if it was made with it");
  const hits = async query => {
    await page.$eval("#search", field => { field.value = ""; });
    await page.keyboard.type(query);
    return page.$$eval("#found li[id]", items => items.map(item => item.entry.page));
  };
  for (const query of [name.replace(/\p{L}{4,}/gu, part => part.slice(0, Math.ceil(part.length / 2))), name.toUpperCase().split("_").reverse().join(" ")])
    expect((await hits(query)).includes(operation), `search for ${query} finds ${name}`);
  const later = await page.evaluate(() => restbindIndex.slice(0, 60).map(([title]) => title).filter(title => restbindSearch(title)[0].name !== title.toLowerCase()));
  expect(later.length === 0, `search for ${later[0]} has it first`);
  expect(described || !options.modules, "a description has a word of its own");
  if (described) expect((await hits(word)).includes(described), `search for ${word}, a word of its description, finds ${described}`);
  const slip = name.replace(/\p{L}{5,}/u, part => part.slice(0, 2) + part.slice(3));
  if (slip !== name) expect((await hits(slip)).includes(operation) === options.modules, `search for ${slip} finds ${name} with MiniSearch`);
  expect((await hits("xyzzyxyzzy")).length === 0 && await page.$eval("#found", list => list.textContent === "Nothing is found"), "search tells that nothing is found");
  const all = await hits(name.slice(0, 2));
  await page.keyboard.press("ArrowUp");
  expect(await page.$eval("#search", field => field.getAttribute("aria-activedescendant")) === `found-${all.length - 1}`, "the arrow up chooses the last that was found");
  await page.close();
}

// ---- code has colours, by classes that the style sheet knows
{
  const page = await open(1280);
  for (const language of ["cpp", "sh", "json"]) {
    const name = pages.find(name => texts.get(name).includes(`data-language="${language}"`));
    await go(page, name);
    const colours = await page.$$eval(`pre[data-language="${language}"] span`, spans => spans.map(span => [span.className, getComputedStyle(span).color, getComputedStyle(span.parentElement).color]));
    expect(colours.length > 0, `${name}: code in ${language} has colours`);
    for (const [kind, colour, around] of colours) expect(colour !== around, `${name}: ${kind} in ${language} has a colour`);
    // only Shiki knows what is called
    if (language === "cpp") expect(texts.get(name).includes('client.<span class="n">') === options.modules, `${name}: what is called in C++ has a colour if Shiki was there`);
  }
  await page.close();
}

// ---- without scripts all is there
{
  const page = await open(1280);
  await page.setJavaScriptEnabled(false);
  const operation = pages.find(name => name.startsWith("operations/"));
  await go(page, operation);
  const seen = await page.$$eval(".tab", tabs => tabs.filter(tab => tab.offsetHeight > 0).length);
  expect(seen === 4, `without scripts ${seen} of 4 calls are shown`);
  await page.close();
}

// ---- the playground
let compared = 0, accepted = 0;
if (texts.get("playground.html").includes('id="play"')) {
  for (const width of widths) {
    const page = await open(width);
    await go(page, "playground.html");
    await page.waitForFunction(() => document.body.dataset.ready === "true");
    const operations = await page.evaluate(() => restbindPlayground.map(({ name, example }) => ({ name, example })));
    const verdict = () => page.$eval("#play-verdict", element => element.className);
    const write = text => page.$eval("#play-text", (area, value) => { area.value = value; area.dispatchEvent(new Event("input")); }, text);
    for (const { name, example } of operations) {
      const found = await page.evaluate((of, text) => restbindCheck(of, text), name, example);
      if (found.outcome !== "accepted") console.log(`note: the example of ${name} is not accepted: ${JSON.stringify(found).slice(0, 300)}`);
    }
    // a refusal stands beside its member, in both views, and a link carries it
    if (operations.some(({ name }) => name === "allocate_manual_seats")) {
      for (const { name, example } of operations)
        expect((await page.evaluate((of, text) => restbindCheck(of, text), name, example)).outcome === "accepted", `the example of ${name} is accepted`);
      await page.select("#play-operation", String(operations.findIndex(({ name }) => name === "allocate_manual_seats")));
      await write('{\n"eventSessionId": 0,\n"detail": [{"seatId": 9007199254740993, "rateId": 1, "actionSelect": true}]\n}');
      expect(await verdict() === "verdict bad", "a mistake is refused");
      expect((await page.$$eval("#play-notes li", notes => notes.map(note => note.textContent))).join() === "eventSessionIdEventSessionId must be greater than 0", "the message stands beside its member");
      expect((await page.$eval("#play-problem", code => code.textContent)).includes('"errorCount": 1'), "the problem document is shown");
      expect((await page.$eval("#play-cpp", code => code.textContent)).includes(".seat_id = 9007199254740993"), "the request is shown in C++, with all digits");
      await look(page, "playground.html refusing", `${width} px`);
      const link = await page.evaluate(() => location.href);
      await page.click("#play-form-button");
      expect(await page.$eval('[aria-invalid="true"]', field => document.querySelector(`label[for="${CSS.escape(field.id)}"]`).textContent) === "eventSessionId", "the form marks the member");
      await look(page, "playground.html with a form", `${width} px`);
      await page.focus('[aria-invalid="true"]');
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("77");
      expect(await verdict() === "verdict good", "the form corrects the request");
      expect((await page.$eval("#play-text", area => area.value)).includes('"eventSessionId": 77'), "the form writes JSON");
      expect((await page.$eval("#play-text", area => area.value)).includes("9007199254740993"), "the form keeps all digits");
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForFunction(() => document.body.dataset.ready === "true");
      expect((await page.$eval("#play-notes", notes => notes.textContent)).includes("EventSessionId must be greater than 0"), "a link carries the request");
      await write('{"eventSessionId": }');
      expect((await page.$eval("#play-verdict", element => element.textContent)).includes("not a request"), "what is no JSON is told");
      await page.evaluate(() => { location.hash = "#venue_picture/" + encodeURIComponent('{"venueId": 1, "option": 801}'); });
      await page.waitForFunction(() => document.getElementById("play-cpp").textContent.includes("numbers_only"));
    }
    if (options.table && width === 1280) {
      const rows = fs.readFileSync(options.table, "utf8").trim().split("\n").map(line => JSON.parse(line));
      const answers = await page.evaluate(all => all.map(({ operation, body }) => restbindCheck(operation, body)), rows);
      rows.forEach((row, at) => {
        const answer = answers[at], said = (answer.violations ?? []).map(({ pointer, message }) => [pointer, message]);
        compared++;
        accepted += row.accepted;
        if ((answer.outcome === "accepted") !== row.accepted || JSON.stringify(said) !== JSON.stringify(row.violations) || JSON.stringify(answer.problem ?? null) !== JSON.stringify(row.problem))
          complain(`playground: ${row.operation} ${row.body}: ${JSON.stringify(answer).slice(0, 300)} in place of ${JSON.stringify(row.violations)}`);
      });
      expect(accepted > 20 && compared - accepted > 20, "the table has requests of both kinds");
    }
    await page.close();
  }
}
await browser.close();
console.log(`${folder}: ${pages.length} pages, ${chosen.length} opened at ${widths.join(" and ")} px, ${links} links, first page ${first} bytes, ${compared} requests compared (${accepted} accepted), ${wrong.length} wrong`);
process.exit(wrong.length ? 1 : 0);
