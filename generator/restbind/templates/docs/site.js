// SPDX-License-Identifier: BSL-1.0
// Tabs, copying, the menu and the search of all pages. Without it all is shown one below the other.
"use strict";
(() => {
  const base = document.body.dataset.base;
  document.documentElement.classList.add("scripted");

  // ---- tabs: each group remembers the choice of the reader
  const chosen = () => { try { return localStorage.getItem("restbind-tab"); } catch { return null; } };
  const remember = id => { try { localStorage.setItem("restbind-tab", id); } catch { /* not allowed here */ } };
  document.querySelectorAll(".tabs").forEach((tabs, group) => {
    const panels = [...tabs.querySelectorAll(".tab")];
    const list = document.createElement("div");
    list.className = "tablist";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", tabs.dataset.label);
    const buttons = panels.map((panel, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.id = `tab-${group}-${index}`;
      button.textContent = panel.dataset.title;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", panel.id = `panel-${group}-${index}`);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      list.append(button);
      return button;
    });
    const show = index => {
      buttons.forEach((button, other) => {
        button.setAttribute("aria-selected", other === index);
        button.tabIndex = other === index ? 0 : -1;
        panels[other].hidden = other !== index;
      });
    };
    buttons.forEach((button, index) => {
      button.addEventListener("click", () => { show(index); remember(panels[index].dataset.tab); });
      button.addEventListener("keydown", event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1
          : step ? (index + step + buttons.length) % buttons.length : -1;
        if (next < 0) return;
        event.preventDefault();
        show(next);
        buttons[next].focus();
      });
    });
    tabs.prepend(list);
    tabs.classList.add("has-tabs");
    show(Math.max(0, panels.findIndex(panel => panel.dataset.tab === chosen())));
  });

  // ---- copying
  document.querySelectorAll(".snippet").forEach(snippet => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      button.textContent = await copy(snippet.querySelector("code").textContent) ? "Copied" : "Press Ctrl+C";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    snippet.append(button);
  });
  const copy = window.restbindCopy = async text => {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* a page of file:// may not */ }
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };

  // ---- the menu of narrow screens
  const menu = document.querySelector(".menu"), side = document.getElementById("side");
  menu.hidden = false;
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", side.classList.toggle("open")));
  const current = side.querySelector("[aria-current]");
  if (current && side.scrollHeight > side.clientHeight) side.scrollTop = current.offsetTop - side.clientHeight / 2;

  // ---- search: what answers is loaded once somebody searches (search.js)
  const field = document.getElementById("search"), found = document.getElementById("found");
  field.parentElement.hidden = false;
  let script = null, at = -1;
  const load = () => {
    if (script) return;
    script = document.createElement("script");
    script.src = `${base}assets/search.js`;
    script.onload = () => search();
    document.head.append(script);
  };
  const search = () => {
    const wanted = field.value.trim();
    const hits = wanted ? window.restbindSearch?.(wanted).slice(0, 12) : [];
    if (!hits) return; // not loaded yet
    found.replaceChildren(...hits.map((entry, place) => {
      const item = document.createElement("li");
      item.id = `found-${place}`;
      item.setAttribute("role", "option");
      const name = document.createElement("code"), kind = document.createElement("span");
      name.textContent = entry.title;
      kind.className = "kind";
      kind.textContent = entry.kind;
      item.append(name, kind);
      item.addEventListener("mousedown", event => { event.preventDefault(); go(entry); });
      item.entry = entry;
      return item;
    }));
    if (wanted && !hits.length) {
      const none = document.createElement("li");
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      none.textContent = "Nothing is found";
      found.append(none);
    }
    const is_open = found.children.length > 0;
    found.hidden = !is_open;
    field.setAttribute("aria-expanded", is_open);
    choose(hits.length ? 0 : -1);
  };
  const choose = place => {
    at = place;
    [...found.children].forEach((item, other) => item.setAttribute("aria-selected", other === place));
    const item = found.children[place];
    if (item) { field.setAttribute("aria-activedescendant", item.id); item.scrollIntoView({ block: "nearest" }); }
    else field.removeAttribute("aria-activedescendant");
  };
  const close = () => { found.hidden = true; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
  const go = entry => { location.href = base + entry.page; };
  field.addEventListener("focus", load);
  field.addEventListener("input", () => { load(); search(); });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", event => {
    const count = found.querySelectorAll("li[id]").length;
    if (event.key === "Escape") { field.value = ""; close(); }
    else if (event.key === "Enter" && found.children[at]?.entry) { event.preventDefault(); go(found.children[at].entry); }
    else if (event.key === "ArrowDown" && count) { event.preventDefault(); choose((at + 1) % count); }
    else if (event.key === "ArrowUp" && count) { event.preventDefault(); choose((at + count - 1) % count); }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
    }
  });
})();
