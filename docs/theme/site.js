'use strict';

// mdBook's button for the table of contents is a label, which no key reaches: a button clicks it.
(() => {
  const label = document.getElementById('mdbook-sidebar-toggle');
  if (!label) return;
  const button = document.createElement('button');
  button.type = 'button';
  const copy = () => {
    for (const name of ['class', 'title', 'aria-label', 'aria-controls', 'aria-expanded']) {
      button.setAttribute(name, label.getAttribute(name) ?? '');
    }
  };
  copy();
  new MutationObserver(copy).observe(label, { attributes: true });
  button.append(...label.childNodes);
  button.addEventListener('click', () => label.click());
  label.before(button);
  label.style.display = 'none';
})();
document.getElementById('mdbook-menu-bar')?.setAttribute('role', 'banner');

// Code and tables that are wider than their boxes scroll by keyboard, too.
function scrollable() {
  for (const box of document.querySelectorAll('pre > code, .table-wrapper')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}
addEventListener('resize', scrollable);

// The frame of the inspector is as high as its page. A browser may deny a page from a file access to it.
for (const frame of document.querySelectorAll('iframe.inspector')) {
  const fit = () => {
    const body = frame.contentDocument?.body;
    if (!body) return;
    new ResizeObserver(() => (frame.style.height = `${body.scrollHeight + 2}px`)).observe(body);
  };
  frame.addEventListener('load', fit);
  if (frame.contentDocument?.readyState === 'complete') fit();
}

// Shows one of the code blocks of each `<div class="tabs">`, by its language. The choice holds for all pages.
// In `<div class="tabs libraries">` each block begins with a comment that names its library.
(() => {
  const NAMES = {
    rust: 'Rust',
    python: 'Python',
    js: 'Node',
    sql: 'SQL',
    kotlin: 'Kotlin',
    swift: 'Swift',
    c: 'C',
    cpp: 'C++',
    sh: 'Shell',
  };
  const KEY = 'sortid-language';
  const groups = [];

  const saved = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  function choose(language) {
    for (const { bar, blocks } of groups) {
      const has = blocks.some((block) => block.language === language);
      const chosen = has ? language : (bar.dataset.chosen ?? blocks[0].language);
      bar.dataset.chosen = chosen;
      for (const block of blocks) block.element.hidden = block.language !== chosen;
      for (const button of bar.children) {
        button.setAttribute('aria-selected', String(button.dataset.language === chosen));
        button.tabIndex = button.dataset.language === chosen ? 0 : -1;
      }
    }
    scrollable();
  }

  for (const tabs of document.querySelectorAll('.tabs')) {
    const named = tabs.classList.contains('libraries');
    const blocks = [...tabs.querySelectorAll('pre')].map((element) => {
      const code = element.querySelector('code');
      const library = /^(?:#|\/\/) ([^:,\n]+)/.exec(code.textContent)?.[1];
      const language = /language-(\w+)/.exec(code.className)?.[1] ?? '';
      return { element, language: named ? library : language };
    });
    const bar = document.createElement('div');
    bar.className = 'tabs-bar';
    bar.setAttribute('role', 'tablist');
    blocks.forEach(({ element, language }, index) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('role', 'tab');
      button.dataset.language = language;
      button.textContent = NAMES[language] ?? language;
      button.addEventListener('click', () => {
        try {
          localStorage.setItem(KEY, language);
        } catch {
          // Not saved: the choice holds for this page.
        }
        choose(language);
      });
      button.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const next = bar.children[(index + step + blocks.length) % blocks.length];
        next.focus();
        next.click();
      });
      element.setAttribute('role', 'tabpanel');
      element.setAttribute('aria-label', button.textContent);
      bar.append(button);
    });
    tabs.prepend(bar);
    groups.push({ bar, blocks });
  }
  choose(saved());
})();
