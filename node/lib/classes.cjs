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

class LexicalUuid {
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
    words[at] = 12;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(LexicalUuid, 'lexical_uuid');
exports.LexicalUuid = LexicalUuid;

class Snowflake {
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
    words[at] = 13;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Snowflake, 'snowflake');
exports.Snowflake = Snowflake;

class Flake {
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
    words[at] = 14;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Flake, 'flake');
exports.Flake = Flake;

class ShardingId {
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
    words[at] = 15;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(ShardingId, 'sharding_id');
exports.ShardingId = ShardingId;

class Ksuid {
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
    words[at] = 16;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
    words[at + 5] = this.#e;
  }
}
equip(Ksuid, 'ksuid');
exports.Ksuid = Ksuid;

class Elasticflake {
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
    words[at] = 17;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Elasticflake, 'elasticflake');
exports.Elasticflake = Elasticflake;

class FlakeIdgen {
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
    words[at] = 18;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(FlakeIdgen, 'flake_idgen');
exports.FlakeIdgen = FlakeIdgen;

class Sonyflake {
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
    words[at] = 19;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Sonyflake, 'sonyflake');
exports.Sonyflake = Sonyflake;

class OrderedUuid {
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
    words[at] = 20;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(OrderedUuid, 'ordered_uuid');
exports.OrderedUuid = OrderedUuid;

class CombGuid {
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
    words[at] = 21;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(CombGuid, 'comb_guid');
exports.CombGuid = CombGuid;

class Ulid {
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
    words[at] = 22;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Ulid, 'ulid');
exports.Ulid = Ulid;

class Sid {
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
    words[at] = 23;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Sid, 'sid');
exports.Sid = Sid;

class PushId {
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
    words[at] = 24;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(PushId, 'push_id');
exports.PushId = PushId;

class Xid {
  #a;
  #b;
  #c;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 25;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
  }
}
equip(Xid, 'xid');
exports.Xid = Xid;

class ObjectId {
  #a;
  #b;
  #c;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.#a = words[at + 1];
    this.#b = words[at + 2];
    this.#c = words[at + 3];
  }

  [LOAD](slot) {
    const at = slot * slotWords;
    words[at] = 26;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
  }
}
equip(ObjectId, 'object_id');
exports.ObjectId = ObjectId;

class Cuid {
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
    words[at] = 27;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Cuid, 'cuid');
exports.Cuid = Cuid;

class CombMssql {
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
    words[at] = 28;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(CombMssql, 'comb_mssql');
exports.CombMssql = CombMssql;

class Uuid1 {
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
    words[at] = 29;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid1, 'uuid1');
exports.Uuid1 = Uuid1;

class Uuid4 {
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
    words[at] = 30;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Uuid4, 'uuid4');
exports.Uuid4 = Uuid4;

class AnyUuid {
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
    words[at] = 31;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(AnyUuid, 'any_uuid');
exports.AnyUuid = AnyUuid;

class Mastodon {
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
    words[at] = 32;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Mastodon, 'mastodon');
exports.Mastodon = Mastodon;

class Tsid {
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
    words[at] = 33;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Tsid, 'tsid');
exports.Tsid = Tsid;

class Scru128 {
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
    words[at] = 34;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(Scru128, 'scru128');
exports.Scru128 = Scru128;

class Scru64 {
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
    words[at] = 35;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Scru64, 'scru64');
exports.Scru64 = Scru64;

class ElasticsearchId {
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
    words[at] = 36;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
    words[at + 3] = this.#c;
    words[at + 4] = this.#d;
  }
}
equip(ElasticsearchId, 'elasticsearch_id');
exports.ElasticsearchId = ElasticsearchId;

class Custom64 {
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
    words[at] = 37;
    words[at + 1] = this.#a;
    words[at + 2] = this.#b;
  }
}
equip(Custom64, 'custom64');
exports.Custom64 = Custom64;
// </generated>
