'use strict';
// The page: takes a text, hands it to the worker, and shows what comes back. Whatever comes from a text is put there as text.

const part_of = (id) => document.getElementById(id);
const input = part_of('text');

/** Longer texts are not laid out in the field: that alone would take seconds. */
const SHOWN = 10_000;
/** How many characters are handed over at once. */
const PART = 1 << 20;
const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; strings are text. */
function el(name, attributes = {}, ...children) {
  const made = ['svg', 'rect', 'title'].includes(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const count = new Intl.NumberFormat().format;

/** A table with a head. */
function table(caption, heads, rows) {
  const line = (cells, kind) =>
    el('tr', {}, ...cells.map((cell) => el(kind, kind === 'th' ? { scope: 'col' } : {}, cell)));
  const body = el('tbody', {}, ...rows.map((row) => line(row, 'td')));
  // Wider than the screen it is moved by itself, by the keyboard, too.
  const made = el('table', {}, el('caption', {}, caption), el('thead', {}, line(heads, 'th')), body);
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, made);
}

/** What is told by name; what there is nothing to tell of is left out. */
function list(pairs) {
  const told = pairs.filter(([, value]) => value !== null && value !== undefined);
  return el('dl', {}, ...told.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

const code = (text) => el('code', {}, text);

const STEPS = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** How long ago, or how far ahead. */
function relative(unix_ms) {
  const apart_ms = unix_ms - Date.now();
  const [step, step_ms] = STEPS.find(([, ms]) => Math.abs(apart_ms) >= ms) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat('en').format(Math.trunc(apart_ms / step_ms), step);
}

/** A time where the reader is; nothing where the calendar of the browser ends. */
function local(unix_ms) {
  const date = new Date(unix_ms);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' }).format(date);
}

/** The id's text, each character as what it is for. */
function coloured(runs) {
  return el(
    'code',
    { class: 'text' },
    ...runs.map(([text, role]) => (role ? el('span', { class: role }, text) : text)),
  );
}

/** The bits, a byte at a time, each as what it is for. */
function bits(reading) {
  const role_of = (bit) => reading.parts.find((part) => bit >= part.at && bit < part.at + part.width)?.role;
  const bytes = [];
  for (let byte = 0; byte < reading.bits.length; byte += 8) {
    const runs = [];
    for (let bit = byte; bit < byte + 8; bit += 1) {
      const last = runs.at(-1);
      if (last?.role === role_of(bit)) last.text += reading.bits[bit];
      else runs.push({ role: role_of(bit), text: reading.bits[bit] });
    }
    bytes.push(el('span', { class: 'byte' }, ...runs.map(({ role, text }) => el('span', { class: role }, text))));
  }
  return el('code', { class: 'bits' }, ...bytes);
}

/** One reading of an id. */
function article(reading) {
  const { time } = reading;
  const parts = reading.parts.map(({ role, field, at, width, value }) => [
    el('span', { class: role }, role),
    field ?? '',
    width === 1 ? `${at}` : `${at}–${at + width - 1}`,
    code(value),
  ]);
  return el(
    'article',
    {},
    el('h2', {}, reading.format),
    el('p', { class: 'why' }, `${reading.word}: ${reading.why}`),
    coloured(reading.text),
    el('div', {}, bits(reading)),
    list([
      ['UTC', time && el('time', { datetime: time.utc }, time.utc)],
      ['here', time && local(time.unix_ms)],
      ['that is', time && relative(time.unix_ms)],
      ['Unix ms', time && code(String(time.unix_ms))],
      ['bytes', code(reading.bytes)],
      ['integer', code(reading.unsigned)],
      ['signed', reading.signed && code(reading.signed)],
      ['first of its tick', reading.first && code(reading.first)],
      ['last of its tick', reading.last && code(reading.last)],
      ...reading.forms.map(([name, text]) => [name, code(text)]),
    ]),
    table(`Bits of ${reading.format}`, ['for', 'field', 'bits', 'value'], parts),
  );
}

/** The first id of a text, by its likeliest reading; the others below. */
function show_card({ found, near }) {
  const card = part_of('card');
  card.replaceChildren();
  card.hidden = !found && near.length === 0;
  if (found) {
    const [first, ...others] = found.readings.map(article);
    card.append(first);
    if (others.length > 0) card.append(el('details', {}, el('summary', {}, `${others.length} less likely`), ...others));
  }
  for (const { format, meant, why } of near) {
    const question = meant ? [': did you mean ', code(meant), '?'] : ['.'];
    card.append(el('p', { class: 'panel' }, `Nearly an id of ${format}, but ${why}`, ...question));
  }
}

/** How many ids each stretch of time has, as a picture. */
function picture({ step, from, counts }) {
  const most = Math.max(...counts);
  const label = `Ids in each ${step}, from ${from} on; at most ${count(most)}`;
  const bars = counts.map((number, nth) => {
    const height = number === 0 ? 0 : Math.max(1, (number / most) * 100);
    return el('rect', { x: nth, y: 100 - height, width: 0.9, height }, el('title', {}, count(number)));
  });
  const view = { viewBox: `0 0 ${counts.length} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label };
  return el('figure', {}, el('svg', view, ...bars), el('figcaption', {}, label));
}

/** What all ids of a text have in common. */
function show_stats(stats) {
  const section = part_of('stats');
  section.replaceChildren();
  section.hidden = stats.ids < 2;
  if (section.hidden) return;
  section.append(
    el('h2', {}, 'All of them'),
    list([
      ['ids', count(stats.ids)],
      ['first', stats.first],
      ['last', stats.last],
      ['out of order', count(stats.out_of_order)],
      ['there twice', count(stats.duplicates)],
    ]),
    table(
      'Formats',
      ['format', 'ids'],
      stats.formats.map(([name, number]) => [name, count(number)]),
    ),
  );
  if (stats.histogram) section.append(picture(stats.histogram));
  const rows = stats.list.map(({ text, format, utc }) => [code(text), format, utc ?? '']);
  section.append(table(`The first ${count(rows.length)}`, ['id', 'format', 'UTC'], rows));
}

const worker = new Worker(URL.createObjectURL(new Blob([part_of('worker').textContent], { type: 'text/javascript' })));
/** The number of the text that was handed over last. */
let latest = 0;

/** Hands a text or a file over. */
async function look(source) {
  latest += 1;
  const number = latest;
  const is_empty = source === '';
  part_of('progress').hidden = is_empty;
  part_of('progress').value = 0;
  part_of('status').textContent = '';
  for (const id of ['card', 'stats']) part_of(id).hidden = true;
  if (source instanceof Blob) {
    worker.postMessage({ number, blob: source });
    return;
  }
  // In parts, as what is copied at once is a time in which nothing else goes on.
  for (let from = 0; from < source.length && number === latest; from += PART) {
    worker.postMessage({ number, part: source.slice(from, from + PART) });
    if (source.length > PART) await new Promise((resolve) => setTimeout(resolve));
  }
  if (number === latest && !is_empty) worker.postMessage({ number });
}

worker.onmessage = ({ data }) => {
  if (data.number !== latest) return;
  if (data.progress !== undefined) part_of('progress').value = data.progress;
  if (data.card) show_card(data.card);
  if (data.stats) {
    show_stats(data.stats);
    part_of('progress').hidden = true;
    part_of('status').textContent =
      data.stats.ids === 0 ? 'There is no id in it.' : `Ids found: ${count(data.stats.ids)}`;
  }
  if (data.failed) {
    part_of('progress').hidden = true;
    part_of('status').textContent = `It cannot be read: ${data.failed}`;
  }
};

/** Takes a text: into the field where it is short, else only its size is told there. */
function take(text) {
  const is_short = text.length <= SHOWN;
  input.value = is_short ? text : '';
  input.placeholder = is_short ? '' : `${count(text.length)} characters`;
  look(text);
}

/** Takes the id of the page's address. */
function from_link() {
  const given = location.hash.slice(1);
  if (given === '') return;
  let text = given;
  try {
    text = decodeURIComponent(given);
  } catch {
    // As it stands there.
  }
  take(text);
}

input.addEventListener('input', () => take(input.value));
input.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (text.length <= SHOWN) return;
  event.preventDefault();
  take(text);
});
part_of('file').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  input.value = '';
  input.placeholder = file.name;
  look(file);
});
part_of('clear').addEventListener('click', () => {
  part_of('file').value = '';
  history.replaceState(null, '', '#');
  take('');
  input.focus();
});
part_of('link').addEventListener('click', async () => {
  history.replaceState(null, '', `#${encodeURIComponent(input.value.trim())}`);
  try {
    await navigator.clipboard.writeText(location.href);
    part_of('status').textContent = 'The link is copied.';
  } catch {
    part_of('status').textContent = 'The link stands in the address line.';
  }
});
addEventListener('hashchange', from_link);
worker.postMessage({ wasm: part_of('wasm').textContent });
from_link();
