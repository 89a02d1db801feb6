// The driver as a Worker: answers the lines of each request.
import * as sortid from 'sortid';
import { respond } from '../node/respond.mjs';

export default {
  async fetch(request) {
    const lines = (await request.text()).split('\n');
    const answers = [];
    for (const line of lines) answers.push(`${await respond(sortid, undefined, line)}\n`);
    return new Response(answers.join(''));
  },
};
