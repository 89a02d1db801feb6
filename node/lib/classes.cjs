// The classes of the formats' ids: the words that each copies from its slot. Their methods come from typed.cjs.
//
// Written by `cargo suite generate node` from the core's list of formats.
'use strict';

const { LOAD, OURS, notOurs, typeOf } = require('./any-id.cjs');
const { ALL } = require('./format.cjs');
const { slotWords, words } = require('./registers.cjs');
const { equip } = require('./typed.cjs');

/** The types by the codes of the formats: a list, as an object with so many properties is slow to read. */
const types = [];
for (const { code, name } of ALL) types[code] = typeOf(name);

class Tid {
  type = types[1];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 1;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Tid = equip(Tid, 'tid');

class Timeid {
  type = types[2];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 2;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Timeid = equip(Timeid, 'timeid');

class Uid11Xid {
  type = types[3];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 3;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Uid11Xid = equip(Uid11Xid, 'uid11_xid');

class Uid11Fullrand {
  type = types[4];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 4;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Uid11Fullrand = equip(Uid11Fullrand, 'uid11_fullrand');

class Uid11Snowish {
  type = types[5];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 5;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Uid11Snowish = equip(Uid11Snowish, 'uid11_snowish');

class Uid11TsSeqRand {
  type = types[6];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 6;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Uid11TsSeqRand = equip(Uid11TsSeqRand, 'uid11_ts_seq_rand');

class Uuid6 {
  type = types[7];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 7;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid6 = equip(Uuid6, 'uuid6');

class Uuid7Draft01 {
  type = types[8];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 8;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid7Draft01 = equip(Uuid7Draft01, 'uuid7_draft01');

class Uuid7 {
  type = types[9];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 9;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid7 = equip(Uuid7, 'uuid7');

class Uuid8 {
  type = types[10];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 10;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid8 = equip(Uuid8, 'uuid8');

class Scru160 {
  type = types[11];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;
  word5 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
    this.word5 = words[at + 5];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 11;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
    words[at + 5] = this.word5;
  }
}
exports.Scru160 = equip(Scru160, 'scru160');

class LexicalUuid {
  type = types[12];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 12;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.LexicalUuid = equip(LexicalUuid, 'lexical_uuid');

class Snowflake {
  type = types[13];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 13;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Snowflake = equip(Snowflake, 'snowflake');

class Flake {
  type = types[14];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 14;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Flake = equip(Flake, 'flake');

class ShardingId {
  type = types[15];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 15;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.ShardingId = equip(ShardingId, 'sharding_id');

class Ksuid {
  type = types[16];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;
  word5 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
    this.word5 = words[at + 5];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 16;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
    words[at + 5] = this.word5;
  }
}
exports.Ksuid = equip(Ksuid, 'ksuid');

class Elasticflake {
  type = types[17];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 17;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Elasticflake = equip(Elasticflake, 'elasticflake');

class FlakeIdgen {
  type = types[18];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 18;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.FlakeIdgen = equip(FlakeIdgen, 'flake_idgen');

class Sonyflake {
  type = types[19];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 19;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Sonyflake = equip(Sonyflake, 'sonyflake');

class OrderedUuid {
  type = types[20];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 20;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.OrderedUuid = equip(OrderedUuid, 'ordered_uuid');

class CombGuid {
  type = types[21];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 21;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.CombGuid = equip(CombGuid, 'comb_guid');

class Ulid {
  type = types[22];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 22;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Ulid = equip(Ulid, 'ulid');

class Sid {
  type = types[23];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 23;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Sid = equip(Sid, 'sid');

class PushId {
  type = types[24];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 24;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.PushId = equip(PushId, 'push_id');

class Xid {
  type = types[25];
  word1 = 0;
  word2 = 0;
  word3 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 25;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
  }
}
exports.Xid = equip(Xid, 'xid');

class ObjectId {
  type = types[26];
  word1 = 0;
  word2 = 0;
  word3 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 26;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
  }
}
exports.ObjectId = equip(ObjectId, 'object_id');

class Cuid {
  type = types[27];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 27;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Cuid = equip(Cuid, 'cuid');

class CombMssql {
  type = types[28];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 28;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.CombMssql = equip(CombMssql, 'comb_mssql');

class Uuid1 {
  type = types[29];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 29;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid1 = equip(Uuid1, 'uuid1');

class Uuid4 {
  type = types[30];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 30;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Uuid4 = equip(Uuid4, 'uuid4');

class AnyUuid {
  type = types[31];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 31;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.AnyUuid = equip(AnyUuid, 'any_uuid');

class Mastodon {
  type = types[32];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 32;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Mastodon = equip(Mastodon, 'mastodon');

class Tsid {
  type = types[33];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 33;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Tsid = equip(Tsid, 'tsid');

class Scru128 {
  type = types[34];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 34;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.Scru128 = equip(Scru128, 'scru128');

class Scru64 {
  type = types[35];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 35;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Scru64 = equip(Scru64, 'scru64');

class ElasticsearchId {
  type = types[36];
  word1 = 0;
  word2 = 0;
  word3 = 0;
  word4 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
    this.word3 = words[at + 3];
    this.word4 = words[at + 4];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 36;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
exports.ElasticsearchId = equip(ElasticsearchId, 'elasticsearch_id');

class Custom64 {
  type = types[37];
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 37;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
exports.Custom64 = equip(Custom64, 'custom64');
