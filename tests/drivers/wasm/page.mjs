// The driver as a page: requests lines and sends answers until there are no more lines.
import * as sortid from 'sortid';
import { respond } from '../node/respond.mjs';

async function converse() {
  for (;;) {
    const lines = await (await fetch('/lines')).text();
    if (lines === '') return;
    const answers = [];
    for (const line of lines.split('\n')) answers.push(`${await respond(sortid, undefined, line)}\n`);
    await fetch('/answers', { method: 'POST', body: answers.join('') });
  }
}

void converse();
