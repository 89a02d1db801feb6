// check.mjs CHROMIUM PAGE VECTORS: uses the page, and prints the result of each check.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const [program, file, vectors] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ID = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
/** The longest time without a frame. */
const FRAME_MS = 200;

const browser = await puppeteer.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

let bad = 0;
async function check(name, run) {
  const page = await browser.newPage();
  const asked = [];
  const errors = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await run(page);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      asked.filter((url) => !/^(file|blob|data):/.test(url)),
      [],
    );
    console.log(`ok ${name}`);
  } catch (error) {
    bad = 1;
    console.log(`not ok ${name}: ${String(error.message).replaceAll('\n', ' ').slice(0, 400)}`);
  }
  await page.goto('about:blank');
}

/** Opens the page; if it has a fragment, waits until that is read. */
async function open(page, fragment = '', { scheme = 'light', width = 900 } = {}) {
  await page.setViewport({ width, height: 1000 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`file://${file}${fragment && `#${fragment}`}`);
  if (fragment) await read(page);
}

/** Waits until the page has read the whole text; returns its status. */
async function read(page) {
  await page.waitForFunction(() => document.getElementById('status').textContent !== '', { timeout: 120_000 });
  return page.$eval('#status', (status) => status.textContent);
}

/** Pastes the value of an expression as a user does; returns the longest time without a frame. */
async function paste(page, expression) {
  return page.evaluate(async (asked) => {
    const text = (0, eval)(asked);
    const data = new DataTransfer();
    data.setData('text', text);
    document.getElementById('status').textContent = '';
    let [longest, last, going] = [0, performance.now(), true];
    const tick = (now) => {
      longest = Math.max(longest, now - last);
      last = now;
      if (going) requestAnimationFrame(tick);
    };
    await new Promise(requestAnimationFrame);
    last = performance.now();
    requestAnimationFrame(tick);
    const field = document.getElementById('text');
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    // If the page does not handle the paste, the browser inserts the text into the field.
    if (field.dispatchEvent(event)) {
      field.value = text;
      field.dispatchEvent(new Event('input'));
    }
    while (document.getElementById('status').textContent === '')
      await new Promise((resolve) => setTimeout(resolve, 20));
    going = false;
    return longest;
  }, expression);
}

const texts = (page, selector) => page.$$eval(selector, (found) => found.map((one) => one.textContent));

await check('detects an id of each format', async (page) => {
  await open(page);
  const missing = [];
  for (const name of readdirSync(vectors).filter((entry) => entry.endsWith('.json'))) {
    const { format, cases } = JSON.parse(readFileSync(path.join(vectors, name), 'utf8'));
    const ids = cases.filter(({ op, expect }) => op === 'parse' && expect?.text).map(({ text }) => text);
    // Every integer is a valid custom64, so the page never suggests it.
    if (!format || ids.length === 0 || format === 'custom64') continue;
    let shown = [];
    for (const text of ids) {
      await paste(page, JSON.stringify(text));
      shown = await texts(page, '#card h2');
      if (shown.includes(format)) break;
    }
    if (!shown.includes(format)) missing.push(`${format} (${shown})`);
  }
  assert.deepEqual(missing, []);
});

await check('shows the card of an id', async (page) => {
  await open(page, ID);
  const card = await page.$eval('#card', ({ innerText }) => innerText);
  for (const part of [
    'uuid7',
    'likely',
    '2022-02-22T19:22:22Z',
    '1645557742000',
    '017f22e2-79b0-7000-8000-000000000000',
  ]) {
    assert.ok(card.includes(part), `${part} is not in ${card}`);
  }
  assert.equal(
    (await texts(page, '#card > article .bits span.time')).join(''),
    '000000010111111100100010111000100111100110110000',
  );
});

await check('generates new ids and the bounds of a day', async (page) => {
  await open(page);
  await page.waitForFunction(() => document.querySelectorAll('#format option').length > 30);
  const make = async (format, count) => {
    await page.select(
      '#format',
      await page.$$eval(
        '#format option',
        (all, name) => all.find((option) => option.textContent === name).value,
        format,
      ),
    );
    await page.$eval('#count', (field, value) => (field.value = value), count);
    await page.$eval('#day', (field) => (field.value = '2024-07-19'));
    await page.click('#generate');
    await page.waitForFunction(() => !document.getElementById('generated').hidden);
    const shown = await page.$eval('#generated', (made) => made.textContent);
    return shown.split('\n');
  };
  for (const format of ['uuid7', 'ulid', 'tid', 'uuid4']) {
    const ids = await make(format, 20);
    assert.equal(new Set(ids).size, 20, format);
    if (format !== 'uuid4') assert.deepEqual(ids.toSorted(), ids, format);
  }
  await make('uuid7', 1);
  await page.waitForFunction(() => !document.getElementById('range').hidden);
  assert.deepEqual(await texts(page, '#range dd'), [
    '0190c849-d400-7000-8000-000000000000',
    '0190cd70-2fff-7fff-bfff-ffffffffffff',
  ]);
});

await check('suggests a correction', async (page) => {
  await open(page, 'O17f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  assert.ok((await texts(page, '#card p')).join().includes(`did you mean ${ID}?`));
});

const MILLION = `Array.from({ length: 1_000_000 }, (_, n) => {
  const ms = (1_700_000_000_000 + n * 60_000).toString(16).padStart(12, '0');
  return ms.slice(0, 8) + '-' + ms.slice(8) + '-7000-8000-' + n.toString(16).padStart(12, '0');
}).join('\\n')`;

await check('a million ids', async (page) => {
  await open(page);
  // Tries again if the machine was busy.
  let longest = Infinity;
  for (let tries = 0; tries < 3 && longest > FRAME_MS; tries += 1)
    longest = Math.min(longest, await paste(page, MILLION));
  console.log(`  the longest frame: ${longest.toFixed(0)} ms`);
  assert.match(await read(page), /1,000,000/);
  assert.ok(longest <= FRAME_MS, `a frame took ${longest} ms`);
  const shown = await page.$eval('#stats', (stats) => stats.innerText);
  assert.match(shown, /2023-11-14T22:13:00Z|2023-11-14T22:13:20Z/);
  assert.ok((await page.$$('#stats rect')).length > 10);
  await page.screenshot({ path: path.join(path.dirname(file), 'million.png') });
});

await check('discards the results of an earlier text', async (page) => {
  await open(page);
  await page.evaluate(`window.many = ${MILLION}`);
  await page.evaluate((id) => {
    for (const text of [window.many, id]) {
      const data = new DataTransfer();
      data.setData('text', text);
      const field = document.getElementById('text');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
      field.value = id;
      field.dispatchEvent(new Event('input'));
    }
  }, ID);
  assert.equal(await read(page), 'Ids found: 1');
});

const HOSTILE = `<img src=x onerror="window.hit=1"><script>window.hit=1</script> ${ID} "><svg onload=window.hit=1>`;

await check('shows pasted and linked markup as text', async (page) => {
  await open(page);
  await paste(page, JSON.stringify(HOSTILE));
  assert.equal(await page.evaluate(() => window.hit), undefined);
  await open(page, encodeURIComponent(HOSTILE));
  await open(page, HOSTILE.replaceAll(' ', '%20'));
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal((await page.$$('img, #card script, svg[onload]')).length, 0);
  assert.ok((await texts(page, '#card h2')).includes('uuid7'));
});

await check('reads ten megabytes, pasted and linked', async (page) => {
  await open(page);
  await paste(page, `'<x '.repeat(2_500_000) + '${ID}'`);
  assert.equal(await read(page), 'Ids found: 1');
  await page.evaluate(() => (document.getElementById('status').textContent = ''));
  // Browsers limit the length of addresses.
  await page.evaluate((id) => (location.hash = `${'a.'.repeat(500_000)}${id}`), ID);
  assert.equal(await read(page), 'Ids found: 1');
  await page.evaluate((id) => (location.hash = `${'a.'.repeat(5_000_000)}${id}`), ID);
  await page.evaluate((id) => (location.hash = id), ID);
  assert.equal(await read(page), 'Ids found: 1');
});

await check('loads and runs nothing else', async (page) => {
  await open(page);
  const blocked = await page.evaluate(async () => {
    const violations = [];
    addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    await fetch('data:,x').catch(() => {});
    const script = document.createElement('script');
    script.textContent = 'window.hit = 1';
    const image = document.createElement('img');
    image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    document.body.append(script, image);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [...violations.sort(), window.hit];
  });
  assert.deepEqual(blocked.slice(0, -1), ['connect-src', 'img-src', 'script-src-elem']);
});

for (const scheme of ['light', 'dark']) {
  await check(`axe finds no violations, ${scheme}`, async (page) => {
    await open(page, `${ID}%0A${ID}`, { scheme });
    await page.$eval('details', (details) => (details.open = true));
    const { violations } = await page.evaluate(`${axe}; axe.run()`);
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
      [],
    );
    await page.screenshot({ path: path.join(path.dirname(file), `${scheme}.png`), fullPage: true });
  });
}

await check('fits in 320 pixels', async (page) => {
  await open(page, `${ID}%0A${ID}`, { width: 320 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.screenshot({ path: path.join(path.dirname(file), 'narrow.png'), fullPage: true });
});

await check('works with the keyboard alone', async (page) => {
  await open(page);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
  for (const stop of ['text', 'file', 'link', 'clear']) {
    await page.keyboard.press('Tab');
    assert.equal(await focused(), stop);
  }
  await page.focus('#text');
  await page.keyboard.type(ID);
  await read(page);
  // The card's elements come after the buttons.
  for (let nth = 0; nth < 9 && (await focused()) !== 'SUMMARY'; nth += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(await page.$eval('details', (details) => details.open));
  await page.focus('#link');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => location.hash), `#${ID}`);
  await page.focus('#clear');
  await page.keyboard.press('Space');
  assert.deepEqual(await page.$eval('#text', ({ value }) => value), '');
  assert.equal(await page.$eval('#card', ({ hidden }) => hidden), true);
  assert.equal(await focused(), 'text');
});

await browser.close();
process.exitCode = bad;
