// The classes of the formats' ids: what each keeps of its slot. What they do is equip's, in typed.cjs.
'use strict';

const { LOAD, OURS, notOurs } = require('./any-id.cjs');
const { slotWords, words } = require('./registers.cjs');
const { equip } = require('./typed.cjs');

// <generated: classes>
class Tid {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 1;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Tid, 'tid');
exports.Tid = Tid;

class Timeid {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 2;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Timeid, 'timeid');
exports.Timeid = Timeid;

class Uid11Xid {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 3;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Uid11Xid, 'uid11_xid');
exports.Uid11Xid = Uid11Xid;

class Uid11Fullrand {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 4;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Uid11Fullrand, 'uid11_fullrand');
exports.Uid11Fullrand = Uid11Fullrand;

class Uid11Snowish {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 5;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Uid11Snowish, 'uid11_snowish');
exports.Uid11Snowish = Uid11Snowish;

class Uid11TsSeqRand {
  #a;
  #b;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 6;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Uid11TsSeqRand, 'uid11_ts_seq_rand');
exports.Uid11TsSeqRand = Uid11TsSeqRand;

class Uuid6 {
  #a;
  #b;
  #c;
  #d;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 7;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid6, 'uuid6');
exports.Uuid6 = Uuid6;

class Uuid7Draft01 {
  #a;
  #b;
  #c;
  #d;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 8;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid7Draft01, 'uuid7_draft01');
exports.Uuid7Draft01 = Uuid7Draft01;

class Uuid7 {
  #a;
  #b;
  #c;
  #d;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 9;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid7, 'uuid7');
exports.Uuid7 = Uuid7;

class Uuid8 {
  #a;
  #b;
  #c;
  #d;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 10;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid8, 'uuid8');
exports.Uuid8 = Uuid8;

class Scru160 {
  #a;
  #b;
  #c;
  #d;
  #e;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
    this.#d = words[at + 4];
    this.#e = words[at + 5];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 11;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
    words[at + 5] = this.#e;
  }
}
equip(Scru160, 'scru160');
exports.Scru160 = Scru160;
// </generated>
