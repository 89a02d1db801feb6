'use strict';
// Passes texts to the worker and shows its answers. Inserts content of texts only as text nodes.

const part_of = (id) => document.getElementById(id);
const input = part_of('text');

/** The longest text in the field: laying out longer ones takes seconds. */
const MAX_SHOWN = 10_000;
/** The largest number of characters of a message to the worker. */
const PART = 1 << 20;
const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; strings are text. */
function el(name, attributes = {}, ...children) {
  const element = ['svg', 'rect', 'title'].includes(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const count = new Intl.NumberFormat().format;

function table(caption, heads, rows) {
  const line = (cells, kind) =>
    el('tr', {}, ...cells.map((cell) => el(kind, kind === 'th' ? { scope: 'col' } : {}, cell)));
  const body = el('tbody', {}, ...rows.map((row) => line(row, 'td')));
  // A table that is wider than the screen scrolls on its own, by keyboard too.
  const element = el('table', {}, el('caption', {}, caption), el('thead', {}, line(heads, 'th')), body);
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, element);
}

/** A list of names and values, without absent values. */
function list(pairs) {
  const present = pairs.filter(([, value]) => value !== null && value !== undefined);
  return el('dl', {}, ...present.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
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

/** The time from now, in words. */
function relative(unix_ms) {
  const apart_ms = unix_ms - Date.now();
  const [step, step_ms] = STEPS.find(([, ms]) => Math.abs(apart_ms) >= ms) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat('en').format(Math.trunc(apart_ms / step_ms), step);
}

/** The local time; null beyond the calendar of the browser. */
function local(unix_ms) {
  const date = new Date(unix_ms);
  if (Number.isNaN(date.getTime())) return null;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' }).format(date);
}

/** The id's text, each character in the colour of its role. */
function coloured(runs) {
  return el(
    'code',
    { class: 'text' },
    ...runs.map(([text, role]) => (role ? el('span', { class: role }, text) : text)),
  );
}

/** The bits in bytes, each bit in the colour of its role. */
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

/** A reading of an id. */
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
    el('h2', {}, reading.epoch ? `${reading.format}, epoch ${reading.epoch}` : reading.format),
    el('p', { class: 'reason' }, `${reading.likelihood}: ${reading.reason}`),
    coloured(reading.text),
    el('div', {}, bits(reading)),
    list([
      ['UTC', time && el('time', { datetime: time.utc }, time.utc)],
      ['local time', time && local(time.unix_ms)],
      ['from now', time && relative(time.unix_ms)],
      ['Unix ms', time && code(String(time.unix_ms))],
      ['bytes', code(reading.bytes)],
      ['integer', code(reading.unsigned)],
      ['signed', reading.signed && code(reading.signed)],
      ['first id of its tick', reading.first && code(reading.first)],
      ['last id of its tick', reading.last && code(reading.last)],
      ...reading.forms.map(([name, text]) => [name, code(text)]),
    ]),
    table(`Bits of ${reading.format}`, ['role', 'field', 'bits', 'value'], parts),
  );
}

/** Shows the first id of a text: its likeliest reading, then the others. */
function show_card({ found, near }) {
  const card = part_of('card');
  card.replaceChildren();
  card.hidden = !found && near.length === 0;
  if (found) {
    const [first, ...others] = found.readings.map(article);
    card.append(first);
    if (others.length > 0)
      card.append(el('details', {}, el('summary', {}, `Less likely readings: ${others.length}`), ...others));
  }
  for (const { format, suggestion, differences } of near) {
    const question = suggestion ? [': did you mean ', code(suggestion), '?'] : ['.'];
    card.append(el('p', { class: 'panel' }, `Nearly a ${format}, but ${differences}`, ...question));
  }
}

/** A histogram of the ids over time. */
function histogram({ step, from, counts }) {
  const most = Math.max(...counts);
  const label = `Ids in each ${step}, from ${from} on; at most ${count(most)}`;
  const bars = counts.map((number, nth) => {
    const height = number === 0 ? 0 : Math.max(1, (number / most) * 100);
    return el('rect', { x: nth, y: 100 - height, width: 0.9, height }, el('title', {}, count(number)));
  });
  const view = { viewBox: `0 0 ${counts.length} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label };
  return el('figure', {}, el('svg', view, ...bars), el('figcaption', {}, label));
}

/** Shows the summary of all ids of a text. */
function show_stats(stats) {
  const section = part_of('stats');
  section.replaceChildren();
  section.hidden = stats.ids < 2;
  if (section.hidden) return;
  section.append(
    el('h2', {}, 'All ids'),
    list([
      ['ids', count(stats.ids)],
      ['first', stats.first],
      ['last', stats.last],
      ['out of order', count(stats.out_of_order)],
      ['duplicates', count(stats.duplicates)],
    ]),
    table(
      'Formats',
      ['format', 'ids'],
      stats.formats.map(([name, number]) => [name, count(number)]),
    ),
  );
  if (stats.histogram) section.append(histogram(stats.histogram));
  const rows = stats.list.map(({ text, format, utc }) => [code(text), format, utc ?? '']);
  section.append(table(`The first ${count(rows.length)}`, ['id', 'format', 'UTC'], rows));
}

const worker = new Worker(URL.createObjectURL(new Blob([part_of('worker').textContent], { type: 'text/javascript' })));
/** The number of the current text. */
let latest = 0;

/** Sends a text or a file to the worker. */
async function send(source) {
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
  // In parts, because the page is blocked while a message is copied.
  for (let from = 0; from < source.length && number === latest; from += PART) {
    worker.postMessage({ number, part: source.slice(from, from + PART) });
    if (source.length > PART) await new Promise((resolve) => setTimeout(resolve));
  }
  if (number === latest && !is_empty) worker.postMessage({ number });
}

/** The formats, most common first. */
const COMMON = ['uuid7', 'ulid', 'snowflake', 'tid', 'ksuid', 'object_id'];
let formats = [];

/** Fills the list of formats. */
function list_formats(all) {
  const rank = ({ name }) => (COMMON.includes(name) ? COMMON.indexOf(name) : COMMON.length);
  formats = all.filter(({ can_generate }) => can_generate).sort((one, other) => rank(one) - rank(other));
  part_of('format').replaceChildren(...formats.map((format) => el('option', { value: format.code }, format.name)));
  show_format();
}

const chosen = () => formats.find((format) => format.code === Number(part_of('format').value));

/** Shows the format's summary, and hides the ids of the previous format. */
function show_format() {
  const { summary, has_time } = chosen();
  part_of('summary').textContent = summary;
  part_of('day').disabled = !has_time;
  part_of('generated').hidden = true;
  part_of('range').hidden = true;
}

function generate() {
  const format = chosen().code;
  const from_ms = part_of('day').valueAsNumber;
  const number = part_of('count').valueAsNumber || 1;
  worker.postMessage({ generate: { format, count: number, from_ms, to_ms: from_ms + 86_400_000 } });
}

function show_generated({ ids, error }) {
  const shown = part_of('generated');
  shown.textContent = error ?? ids.join('\n');
  shown.hidden = false;
}

function show_range({ first, last }) {
  const shown = part_of('range');
  shown.hidden = first === undefined;
  if (shown.hidden) return;
  const pairs = { 'first id of the day': first, 'last id of the day': last };
  shown.replaceChildren(...Object.entries(pairs).flatMap(([name, id]) => [el('dt', {}, name), el('dd', {}, code(id))]));
}

worker.onmessage = ({ data }) => {
  if (data.formats) list_formats(data.formats);
  if (data.generated) show_generated(data.generated);
  if (data.range) show_range(data.range);
  if (data.number !== latest) return;
  if (data.progress !== undefined) part_of('progress').value = data.progress;
  if (data.card) show_card(data.card);
  if (data.stats) {
    show_stats(data.stats);
    part_of('progress').hidden = true;
    part_of('status').textContent = data.stats.ids === 0 ? 'No id was found.' : `Ids found: ${count(data.stats.ids)}`;
  }
  if (data.failed) {
    part_of('progress').hidden = true;
    part_of('status').textContent = `The text cannot be read: ${data.failed}`;
  }
};

/** Reads a text. The field shows a short text, or the length of a longer one. */
function read_text(text) {
  const is_short = text.length <= MAX_SHOWN;
  input.value = is_short ? text : '';
  input.placeholder = is_short ? '' : `${count(text.length)} characters`;
  send(text);
}

/** Reads the id in the page's address. */
function from_link() {
  const given = location.hash.slice(1);
  if (given === '') return;
  let text = given;
  try {
    text = decodeURIComponent(given);
  } catch {
    // Not encoded: use it as it is.
  }
  read_text(text);
}

input.addEventListener('input', () => read_text(input.value));
input.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (text.length <= MAX_SHOWN) return;
  event.preventDefault();
  read_text(text);
});
part_of('file').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  input.value = '';
  input.placeholder = file.name;
  send(file);
});
part_of('clear').addEventListener('click', () => {
  part_of('file').value = '';
  history.replaceState(null, '', '#');
  read_text('');
  input.focus();
});
part_of('link').addEventListener('click', async () => {
  history.replaceState(null, '', `#${encodeURIComponent(input.value.trim())}`);
  try {
    await navigator.clipboard.writeText(location.href);
    part_of('status').textContent = 'Copied.';
  } catch {
    part_of('status').textContent = 'The link is in the address bar.';
  }
});
part_of('day').valueAsDate = new Date();
part_of('format').addEventListener('change', show_format);
part_of('generate').addEventListener('click', generate);
addEventListener('hashchange', from_link);
worker.postMessage({ wasm: part_of('wasm').textContent });
from_link();
