// The classes of the formats' ids: the words that each copies from its slot. Their methods come from typed.cjs.
'use strict';

const { LOAD, OURS, notOurs, typeOf } = require('./any-id.cjs');
const { slotWords, words } = require('./registers.cjs');
const { equip } = require('./typed.cjs');

// <generated: classes>
const TID = typeOf('tid');
class Tid {
  type = TID;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== TID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 1;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Tid, 'tid');
exports.Tid = Tid;

const TIMEID = typeOf('timeid');
class Timeid {
  type = TIMEID;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== TIMEID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 2;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Timeid, 'timeid');
exports.Timeid = Timeid;

const UID11_XID = typeOf('uid11_xid');
class Uid11Xid {
  type = UID11_XID;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== UID11_XID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 3;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Uid11Xid, 'uid11_xid');
exports.Uid11Xid = Uid11Xid;

const UID11_FULLRAND = typeOf('uid11_fullrand');
class Uid11Fullrand {
  type = UID11_FULLRAND;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== UID11_FULLRAND) throw notOurs();
    const at = slot * slotWords;
    words[at] = 4;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Uid11Fullrand, 'uid11_fullrand');
exports.Uid11Fullrand = Uid11Fullrand;

const UID11_SNOWISH = typeOf('uid11_snowish');
class Uid11Snowish {
  type = UID11_SNOWISH;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== UID11_SNOWISH) throw notOurs();
    const at = slot * slotWords;
    words[at] = 5;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Uid11Snowish, 'uid11_snowish');
exports.Uid11Snowish = Uid11Snowish;

const UID11_TS_SEQ_RAND = typeOf('uid11_ts_seq_rand');
class Uid11TsSeqRand {
  type = UID11_TS_SEQ_RAND;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== UID11_TS_SEQ_RAND) throw notOurs();
    const at = slot * slotWords;
    words[at] = 6;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Uid11TsSeqRand, 'uid11_ts_seq_rand');
exports.Uid11TsSeqRand = Uid11TsSeqRand;

const UUID6 = typeOf('uuid6');
class Uuid6 {
  type = UUID6;
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
    if (this.type !== UUID6) throw notOurs();
    const at = slot * slotWords;
    words[at] = 7;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid6, 'uuid6');
exports.Uuid6 = Uuid6;

const UUID7_DRAFT01 = typeOf('uuid7_draft01');
class Uuid7Draft01 {
  type = UUID7_DRAFT01;
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
    if (this.type !== UUID7_DRAFT01) throw notOurs();
    const at = slot * slotWords;
    words[at] = 8;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid7Draft01, 'uuid7_draft01');
exports.Uuid7Draft01 = Uuid7Draft01;

const UUID7 = typeOf('uuid7');
class Uuid7 {
  type = UUID7;
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
    if (this.type !== UUID7) throw notOurs();
    const at = slot * slotWords;
    words[at] = 9;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid7, 'uuid7');
exports.Uuid7 = Uuid7;

const UUID8 = typeOf('uuid8');
class Uuid8 {
  type = UUID8;
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
    if (this.type !== UUID8) throw notOurs();
    const at = slot * slotWords;
    words[at] = 10;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid8, 'uuid8');
exports.Uuid8 = Uuid8;

const SCRU160 = typeOf('scru160');
class Scru160 {
  type = SCRU160;
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
    if (this.type !== SCRU160) throw notOurs();
    const at = slot * slotWords;
    words[at] = 11;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
    words[at + 5] = this.word5;
  }
}
equip(Scru160, 'scru160');
exports.Scru160 = Scru160;

const LEXICAL_UUID = typeOf('lexical_uuid');
class LexicalUuid {
  type = LEXICAL_UUID;
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
    if (this.type !== LEXICAL_UUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 12;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(LexicalUuid, 'lexical_uuid');
exports.LexicalUuid = LexicalUuid;

const SNOWFLAKE = typeOf('snowflake');
class Snowflake {
  type = SNOWFLAKE;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== SNOWFLAKE) throw notOurs();
    const at = slot * slotWords;
    words[at] = 13;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Snowflake, 'snowflake');
exports.Snowflake = Snowflake;

const FLAKE = typeOf('flake');
class Flake {
  type = FLAKE;
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
    if (this.type !== FLAKE) throw notOurs();
    const at = slot * slotWords;
    words[at] = 14;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Flake, 'flake');
exports.Flake = Flake;

const SHARDING_ID = typeOf('sharding_id');
class ShardingId {
  type = SHARDING_ID;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== SHARDING_ID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 15;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(ShardingId, 'sharding_id');
exports.ShardingId = ShardingId;

const KSUID = typeOf('ksuid');
class Ksuid {
  type = KSUID;
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
    if (this.type !== KSUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 16;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
    words[at + 5] = this.word5;
  }
}
equip(Ksuid, 'ksuid');
exports.Ksuid = Ksuid;

const ELASTICFLAKE = typeOf('elasticflake');
class Elasticflake {
  type = ELASTICFLAKE;
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
    if (this.type !== ELASTICFLAKE) throw notOurs();
    const at = slot * slotWords;
    words[at] = 17;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Elasticflake, 'elasticflake');
exports.Elasticflake = Elasticflake;

const FLAKE_IDGEN = typeOf('flake_idgen');
class FlakeIdgen {
  type = FLAKE_IDGEN;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== FLAKE_IDGEN) throw notOurs();
    const at = slot * slotWords;
    words[at] = 18;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(FlakeIdgen, 'flake_idgen');
exports.FlakeIdgen = FlakeIdgen;

const SONYFLAKE = typeOf('sonyflake');
class Sonyflake {
  type = SONYFLAKE;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== SONYFLAKE) throw notOurs();
    const at = slot * slotWords;
    words[at] = 19;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Sonyflake, 'sonyflake');
exports.Sonyflake = Sonyflake;

const ORDERED_UUID = typeOf('ordered_uuid');
class OrderedUuid {
  type = ORDERED_UUID;
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
    if (this.type !== ORDERED_UUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 20;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(OrderedUuid, 'ordered_uuid');
exports.OrderedUuid = OrderedUuid;

const COMB_GUID = typeOf('comb_guid');
class CombGuid {
  type = COMB_GUID;
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
    if (this.type !== COMB_GUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 21;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(CombGuid, 'comb_guid');
exports.CombGuid = CombGuid;

const ULID = typeOf('ulid');
class Ulid {
  type = ULID;
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
    if (this.type !== ULID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 22;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Ulid, 'ulid');
exports.Ulid = Ulid;

const SID = typeOf('sid');
class Sid {
  type = SID;
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
    if (this.type !== SID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 23;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Sid, 'sid');
exports.Sid = Sid;

const PUSH_ID = typeOf('push_id');
class PushId {
  type = PUSH_ID;
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
    if (this.type !== PUSH_ID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 24;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(PushId, 'push_id');
exports.PushId = PushId;

const XID = typeOf('xid');
class Xid {
  type = XID;
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
    if (this.type !== XID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 25;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
  }
}
equip(Xid, 'xid');
exports.Xid = Xid;

const OBJECT_ID = typeOf('object_id');
class ObjectId {
  type = OBJECT_ID;
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
    if (this.type !== OBJECT_ID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 26;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
  }
}
equip(ObjectId, 'object_id');
exports.ObjectId = ObjectId;

const CUID = typeOf('cuid');
class Cuid {
  type = CUID;
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
    if (this.type !== CUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 27;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Cuid, 'cuid');
exports.Cuid = Cuid;

const COMB_MSSQL = typeOf('comb_mssql');
class CombMssql {
  type = COMB_MSSQL;
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
    if (this.type !== COMB_MSSQL) throw notOurs();
    const at = slot * slotWords;
    words[at] = 28;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(CombMssql, 'comb_mssql');
exports.CombMssql = CombMssql;

const UUID1 = typeOf('uuid1');
class Uuid1 {
  type = UUID1;
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
    if (this.type !== UUID1) throw notOurs();
    const at = slot * slotWords;
    words[at] = 29;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid1, 'uuid1');
exports.Uuid1 = Uuid1;

const UUID4 = typeOf('uuid4');
class Uuid4 {
  type = UUID4;
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
    if (this.type !== UUID4) throw notOurs();
    const at = slot * slotWords;
    words[at] = 30;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Uuid4, 'uuid4');
exports.Uuid4 = Uuid4;

const ANY_UUID = typeOf('any_uuid');
class AnyUuid {
  type = ANY_UUID;
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
    if (this.type !== ANY_UUID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 31;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(AnyUuid, 'any_uuid');
exports.AnyUuid = AnyUuid;

const MASTODON = typeOf('mastodon');
class Mastodon {
  type = MASTODON;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== MASTODON) throw notOurs();
    const at = slot * slotWords;
    words[at] = 32;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Mastodon, 'mastodon');
exports.Mastodon = Mastodon;

const TSID = typeOf('tsid');
class Tsid {
  type = TSID;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== TSID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 33;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Tsid, 'tsid');
exports.Tsid = Tsid;

const SCRU128 = typeOf('scru128');
class Scru128 {
  type = SCRU128;
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
    if (this.type !== SCRU128) throw notOurs();
    const at = slot * slotWords;
    words[at] = 34;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(Scru128, 'scru128');
exports.Scru128 = Scru128;

const SCRU64 = typeOf('scru64');
class Scru64 {
  type = SCRU64;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== SCRU64) throw notOurs();
    const at = slot * slotWords;
    words[at] = 35;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Scru64, 'scru64');
exports.Scru64 = Scru64;

const ELASTICSEARCH_ID = typeOf('elasticsearch_id');
class ElasticsearchId {
  type = ELASTICSEARCH_ID;
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
    if (this.type !== ELASTICSEARCH_ID) throw notOurs();
    const at = slot * slotWords;
    words[at] = 36;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
    words[at + 3] = this.word3;
    words[at + 4] = this.word4;
  }
}
equip(ElasticsearchId, 'elasticsearch_id');
exports.ElasticsearchId = ElasticsearchId;

const CUSTOM64 = typeOf('custom64');
class Custom64 {
  type = CUSTOM64;
  word1 = 0;
  word2 = 0;

  constructor(ours, slot) {
    if (ours !== OURS) throw notOurs();
    const at = slot * slotWords;
    this.word1 = words[at + 1];
    this.word2 = words[at + 2];
  }

  [LOAD](slot) {
    if (this.type !== CUSTOM64) throw notOurs();
    const at = slot * slotWords;
    words[at] = 37;
    words[at + 1] = this.word1;
    words[at + 2] = this.word2;
  }
}
equip(Custom64, 'custom64');
exports.Custom64 = Custom64;
// </generated>
