// SPDX-License-Identifier: BSL-1.0
// The playground: one request as JSON text and as a form, and what the validator says of it.
"use strict";
(() => {
  const operations = window.restbindPlayground, enums = window.restbindEnums;
  const at = id => document.getElementById(`play-${id}`);
  const text = at("text"), marks = at("marks"), notes = at("notes"), verdict = at("verdict"), form = at("form");
  const select = at("operation");
  let current = 0, check = null, said = null, shows_form = false;

  // ---- JSON that keeps the digits of numbers, and knows where each value stands
  // A node: { kind, start, end, and of an object `members` [{ name, value, start }], of a list
  // `items`, else `value` (a number as its text) }.
  const parse = source => {
    let here = 0;
    const fail = what => { throw Object.assign(new Error(what), { offset: here }); };
    const space = () => { while (/[ \t\r\n]/.test(source[here] ?? "")) here++; };
    const token = pattern => {
      pattern.lastIndex = here;
      const found = pattern.exec(source);
      if (found) here = pattern.lastIndex;
      return found && found[0];
    };
    const string = () => {
      const found = token(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
      return found === null ? fail("expected a text in double quotes") : JSON.parse(found);
    };
    const value = depth => {
      if (depth > 100) fail("nested too deeply");
      space();
      const start = here, first = source[here];
      if (first === "{") {
        const members = [];
        here++; space();
        if (source[here] === "}") here++;
        else for (;;) {
          space();
          const begin = here, name = string();
          space();
          if (source[here++] !== ":") { here--; fail("expected `:`"); }
          members.push({ name, start: begin, value: value(depth + 1) });
          space();
          const next = source[here++];
          if (next === "}") break;
          if (next !== ",") { here--; fail("expected `,` or `}`"); }
        }
        return { kind: "object", members, start, end: here };
      }
      if (first === "[") {
        const items = [];
        here++; space();
        if (source[here] === "]") here++;
        else for (;;) {
          items.push(value(depth + 1));
          space();
          const next = source[here++];
          if (next === "]") break;
          if (next !== ",") { here--; fail("expected `,` or `]`"); }
        }
        return { kind: "array", items, start, end: here };
      }
      if (first === '"') return { kind: "string", value: string(), start, end: here };
      const number = token(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y);
      if (number !== null) return { kind: "number", value: number, start, end: here };
      const word = token(/(?:true|false|null)(?![A-Za-z0-9_])/y);
      if (word !== null) return { kind: word === "null" ? "null" : "boolean", value: word, start, end: here };
      return fail(here >= source.length ? "the text ends too early" : "expected a value");
    };
    const root = value(0);
    space();
    if (here < source.length) fail("text follows the end of the value");
    return root;
  };
  const write = (node, indent = "") => {
    const inner = `${indent}  `;
    if (node.kind === "object" && node.members.length)
      return `{\n${node.members.map(member => `${inner}${JSON.stringify(member.name)}: ${write(member.value, inner)}`).join(",\n")}\n${indent}}`;
    if (node.kind === "array" && node.items.length)
      return `[\n${node.items.map(item => inner + write(item, inner)).join(",\n")}\n${indent}]`;
    if (node.kind === "object") return "{}";
    if (node.kind === "array") return "[]";
    return node.kind === "string" ? JSON.stringify(node.value) : node.value;
  };
  const step = (node, token) => node?.kind === "object"
    ? [...node.members].reverse().find(member => member.name === token)?.value
    : node?.kind === "array" ? node.items[token] : undefined;
  // The node that a JSON pointer leads to, or the last one on the way there.
  const nearest = (root, pointer) => {
    let node = root;
    for (const token of pointer.split("/").slice(1).map(part => part.replace(/~1/g, "/").replace(/~0/g, "~"))) {
      const next = step(node, token);
      if (!next) break;
      node = next;
    }
    return node;
  };
  const pointer_of = path => path.replace(/^\$/, "").replace(/\.([^.[]+)|\[(\d+)\]/g, (_, name, index) => `/${name ?? index}`);

  // ---- the module
  const start = async () => {
    const bytes = Uint8Array.from(atob(window.restbindModule), char => char.charCodeAt(0));
    const module = await WebAssembly.compile(bytes);
    const stubs = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (stubs[from] ??= {})[name] = name === "proc_exit" ? () => { throw new Error("exit"); } : () => 52; // ENOSYS
    let running = null;
    const fresh = async () => {
      running = (await WebAssembly.instantiate(module, stubs)).exports;
      running._initialize?.();
    };
    await fresh();
    check = source => {
      const sent = new TextEncoder().encode(source);
      try {
        new Uint8Array(running.memory.buffer, running.room(sent.length), sent.length).set(sent);
        const place = running.check(current), size = running.answer_size();
        return JSON.parse(new TextDecoder().decode(new Uint8Array(running.memory.buffer, place, size)));
      } catch (error) {
        fresh().then(update);
        return { outcome: "unreadable", path: "$", detail: `the validator stopped: ${error.message}` };
      }
    };
    window.restbindCheck = (name, source) => {
      const before = current;
      current = operations.findIndex(operation => operation.name === name);
      const found = check(source);
      current = before;
      return found;
    };
  };
  const load = () => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = "assets/playground-wasm.js";
    script.onload = done;
    script.onerror = () => failed(new Error("the module is missing"));
    document.head.append(script);
  }).then(start);

  // ---- what is said
  const named = cpp => cpp
    .replace(/static_cast<([\w:]+)>\((-?\d+)\)/g, (whole, type, value) => enums[type]?.[value] ? `${type}::${enums[type][value]}` : whole)
    .replace(/([\w:]+)\("((?:[^"\\]|\\.)*)"\)/g, (whole, type, value) => enums[type]?.[value] ? `${type}::${enums[type][value]}` : whole);
  const findings = (source, answer) => {
    if (answer.outcome === "unreadable") {
      let offset = answer.offset ?? 0;
      offset = new TextDecoder().decode(new TextEncoder().encode(source).slice(0, offset)).length;
      return [{ pointer: pointer_of(answer.path), field: answer.path, message: answer.detail, offset }];
    }
    const has_body = operations[current].form.members?.some(member => member.name === "body");
    return (answer.violations ?? []).map(broken => {
      const in_body = broken.where === 0 && has_body && source.includes('"body"');
      const pointer = broken.where === 0 ? (in_body ? `/body${broken.pointer}` : broken.pointer) : `/${broken.pointer}`;
      return { pointer, field: broken.field || broken.pointer, message: broken.message };
    });
  };
  const update = () => {
    const source = text.value;
    let root = null, wrong = null;
    try { root = parse(source); } catch (error) { wrong = error; }
    size(source);
    const answer = check ? check(source) : null;
    said = { root, answer, found: [] };
    if (answer) {
      said.found = wrong && answer.outcome === "unreadable"
        ? [{ pointer: "", field: "JSON", message: answer.detail || wrong.message, offset: wrong.offset }]
        : findings(source, answer);
      if (answer.outcome === "refused" && !said.found.length)
        said.found = [{ pointer: "", field: answer.kind.replace(/_/g, " "), message: answer.detail }];
    }
    show(source);
    if (shows_form) show_in_form();
    const fragment = `#${operations[current].name}${source === operations[current].example ? "" : `/${encodeURIComponent(source)}`}`;
    if (fragment.length < 8000) history.replaceState(null, "", fragment);
  };
  const size = source => {
    text.style.height = "auto";
    text.style.height = `${Math.max(text.scrollHeight, 192)}px`;
  };
  const line_of = (source, offset) => source.slice(0, offset).split("\n").length - 1;
  const show = source => {
    const { answer, root, found } = said;
    if (!answer) return;
    const count = found.length;
    verdict.className = `verdict ${answer.outcome === "accepted" ? "good" : "bad"}`;
    verdict.textContent = answer.outcome === "accepted" ? "Accepted: this request would be sent."
      : answer.outcome === "refused" ? `Refused before anything is sent: ${count} ${count === 1 ? "message" : "messages"}.`
        : "This is not a request that the headers can hold.";
    const rows = found.map(one => {
      const node = root && nearest(root, one.pointer);
      const offset = one.offset ?? node?.start ?? 0;
      return { ...one, line: line_of(source, offset), from: offset, to: node && one.offset === undefined ? node.end : offset + 1 };
    });
    const lines = source.split("\n"), bad = new Set(rows.map(row => row.line));
    marks.replaceChildren(...lines.map((line, index) => {
      const span = document.createElement(bad.has(index) ? "span" : "i");
      if (bad.has(index)) span.className = "bad";
      span.textContent = bad.has(index) ? " " : "\n";
      return span;
    }));
    const height = parseFloat(getComputedStyle(text).lineHeight), top = parseFloat(getComputedStyle(text).paddingTop);
    let free = 0;
    notes.replaceChildren(...rows.sort((a, b) => a.line - b.line).map(row => {
      const item = document.createElement("li"), button = document.createElement("button"), where = document.createElement("span");
      button.type = "button";
      where.className = "where";
      where.textContent = row.field;
      button.append(where, row.message);
      button.addEventListener("click", () => { text.focus(); text.setSelectionRange(row.from, row.to); });
      item.append(button);
      item.dataset.line = row.line;
      return item;
    }));
    for (const item of notes.children) {
      const wanted = Math.max(top + item.dataset.line * height, free);
      item.style.top = `${wanted}px`;
      free = wanted + item.offsetHeight + 4;
    }
    notes.style.minHeight = getComputedStyle(notes.firstChild ?? notes).position === "absolute" ? `${free}px` : "";
    const problem = answer.problem ? JSON.stringify(answer.problem, null, 2)
      : answer.outcome === "accepted" ? "The call goes on: nothing is broken."
        : `${answer.kind ?? "invalid JSON"}${answer.path ? ` at ${answer.path}` : ""}: ${answer.detail}`;
    at("problem").textContent = problem;
    at("cpp").textContent = answer.cpp ? declared(named(answer.cpp)) : "It cannot be read as the type of the request.";
    at("http").textContent = answer.outcome === "accepted"
      ? [`${answer.method} ${answer.target}`, ...answer.headers, ...(answer.body ? ["", pretty(answer.body)] : [])].join("\n")
      : "Nothing is sent.";
  };
  const declared = cpp => {
    const type = cpp.slice(0, cpp.indexOf("{"));
    return /^[\w:<>, ]+$/.test(type) && type ? `${type} request${cpp.slice(type.length)};` : `auto request = ${cpp};`;
  };
  const pretty = body => { try { return write(parse(body)); } catch { return body; } };

  // ---- the form: fields change the JSON text, which stays what counts
  const commit = root => { text.value = write(root); update(); };
  const build = () => {
    let root;
    try { root = parse(text.value); } catch { root = null; }
    form.replaceChildren();
    if (!root) {
      const words = document.createElement("p");
      words.textContent = "The JSON text cannot be read: correct it first.";
      form.append(words);
      return;
    }
    form.append(field(operations[current].form, root, "", "Request", root));
    show_in_form();
  };
  const id_of = pointer => `field${pointer.replace(/[^\w/-]/g, "_")}`;
  const make = (name, values = {}) => Object.assign(document.createElement(name), values);
  const input_of = (kind, node) => {
    if (kind.kind === "choice" || kind.kind === "boolean") {
      const box = make("select");
      const values = kind.kind === "boolean" ? ["true", "false"] : [...kind.values];
      const held = write(node);
      if (!values.includes(held)) values.push(held);
      values.forEach(value => box.append(make("option", { value, textContent: value, selected: value === held })));
      return box;
    }
    const box = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    if (kind.kind === "date" || kind.kind === "text") box.value = node.kind === "string" ? node.value : write(node);
    else box.value = write(node).replace(/\s+/g, " ");
    if (kind.kind === "integer" || kind.kind === "number") box.inputMode = "decimal";
    return box;
  };
  const read = (kind, given) => {
    if (kind.kind === "text" || kind.kind === "date") return { kind: "string", value: given };
    try { return parse(given); } catch { return { kind: "string", value: given }; }
  };
  const field = (kind, node, pointer, label, root) => {
    if (kind.kind === "object" && node.kind === "object") {
      const box = make("fieldset", { id: id_of(pointer) });
      box.append(make("legend", { textContent: label }));
      for (const member of kind.members) {
        const inside = step(node, member.name), below = `${pointer}/${member.name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
        const row = make("div", { className: "field" });
        if (inside) {
          row.append(field(member.form, inside, below, member.name, root));
          const hint = [member.words, member.limits].filter(Boolean).join(" ");
          if (hint) row.firstChild.querySelector("label, legend")?.after(make("p", { className: "hint", textContent: hint }));
          if (!member.required) row.append(button(`Leave ${member.name} out`, () => {
            node.members = node.members.filter(other => other.name !== member.name);
            commit(root); build();
          }));
        } else {
          const add = button(`Add ${member.name}`, () => {
            node.members.push({ name: member.name, value: parse(member.example) });
            commit(root); build();
            document.getElementById(id_of(below))?.focus();
          });
          add.id = id_of(below);
          row.append(add);
        }
        box.append(row);
      }
      return box;
    }
    if (kind.kind === "list" && node.kind === "array") {
      const box = make("fieldset", { id: id_of(pointer) });
      box.append(make("legend", { textContent: label }));
      node.items.forEach((item, index) => {
        const row = make("div", { className: "field" });
        row.append(field(kind.element, item, `${pointer}/${index}`, `${label} ${index + 1}`, root));
        row.append(button(`Remove ${label} ${index + 1}`, () => { node.items.splice(index, 1); commit(root); build(); }));
        box.append(row);
      });
      box.append(button(`Add to ${label}`, () => { node.items.push(parse(kind.example)); commit(root); build(); }));
      return box;
    }
    const box = make("div");
    const input = input_of(kind, node);
    input.id = id_of(pointer);
    box.append(make("label", { htmlFor: input.id, textContent: label }), input);
    input.addEventListener("input", () => {
      const fresh = read(kind, input.value);
      for (const key of Object.keys(node)) delete node[key];
      Object.assign(node, fresh);
      commit(root);
    });
    return box;
  };
  const button = (words, act) => {
    const made = make("button", { type: "button", textContent: words });
    made.addEventListener("click", act);
    return made;
  };
  const show_in_form = () => {
    form.querySelectorAll(".note").forEach(note => note.remove());
    form.querySelectorAll("[aria-describedby]").forEach(input => { input.removeAttribute("aria-invalid"); input.removeAttribute("aria-describedby"); });
    for (const [index, one] of said.found.entries()) {
      let pointer = one.pointer, place = document.getElementById(id_of(pointer));
      while (!place && pointer) { pointer = pointer.slice(0, pointer.lastIndexOf("/")); place = document.getElementById(id_of(pointer)); }
      const note = make("p", { className: "note", id: `note-${index}`, textContent: one.message });
      if (!place) { form.prepend(note); continue; }
      if (place.tagName === "FIELDSET") place.querySelector("legend").after(note);
      else {
        if (place.tagName !== "BUTTON") place.setAttribute("aria-invalid", "true");
        place.setAttribute("aria-describedby", [place.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
        place.parentElement.append(note);
      }
    }
  };

  // ---- what a reader does
  const choose = (index, source) => {
    current = index;
    select.value = String(index);
    at("page").href = `operations/${operations[index].name}.html`;
    text.value = source ?? operations[index].example;
    update();
    if (shows_form) build();
  };
  const follow = () => {
    const [name, ...rest] = location.hash.slice(1).split("/");
    const asked = operations.findIndex(operation => operation.name === name);
    const index = asked >= 0 ? asked : Math.max(0, operations.findIndex(operation => operation.method !== "GET"));
    let source;
    try { source = rest.length ? decodeURIComponent(rest.join("/")) : undefined; } catch { source = undefined; }
    choose(index, source);
  };
  const view = is_form => {
    shows_form = is_form;
    at("json").hidden = is_form;
    form.hidden = !is_form;
    at("json-button").setAttribute("aria-pressed", !is_form);
    at("form-button").setAttribute("aria-pressed", is_form);
    if (is_form) build(); else update();
  };
  operations.forEach((operation, index) => select.append(make("option", { value: index, textContent: `${operation.name} – ${operation.title}`.slice(0, 80) })));
  select.addEventListener("change", () => choose(Number(select.value)));
  text.addEventListener("input", update);
  form.addEventListener("submit", event => event.preventDefault());
  at("json-button").addEventListener("click", () => view(false));
  at("form-button").addEventListener("click", () => view(true));
  at("reset").addEventListener("click", () => choose(current));
  at("link").addEventListener("click", async event => {
    const made = event.currentTarget, words = made.textContent;
    made.textContent = await window.restbindCopy(location.href) ? "Copied" : "Copy the address";
    setTimeout(() => { made.textContent = words; }, 1500);
  });
  addEventListener("hashchange", follow);
  addEventListener("resize", () => said && show(text.value));
  document.getElementById("play").hidden = false;
  follow();
  load().then(() => { document.body.dataset.ready = "true"; update(); if (shows_form) build(); }, error => {
    verdict.textContent = `The validator cannot be started: ${error.message}`;
  });
})();
