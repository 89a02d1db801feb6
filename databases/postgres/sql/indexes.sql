-- Indexes of ids, and conditions on their time.
CREATE TABLE ids AS SELECT sortid_min_ksuid(timestamptz '2024-01-01Z' + n * interval '1 second') AS id FROM generate_series(1, 5000) n;
CREATE INDEX ids_btree ON ids (id);
ANALYZE ids;
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE sortid_time(id) >= now() - interval '1 day';
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE now() < sortid_time(id);
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE sortid_time(id) BETWEEN '2024-01-01 00:00:10Z' AND '2024-01-01 00:00:19.5Z';
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE sortid_time(id) = timestamptz '2024-01-01 00:00:10Z';
SELECT count(*) FROM ids WHERE sortid_time(id) BETWEEN '2024-01-01 00:00:10Z' AND '2024-01-01 00:00:19.5Z';
SELECT count(*) FROM ids WHERE sortid_time(id) = timestamptz '2024-01-01 00:00:10.000001Z';
SELECT count(*) FROM ids WHERE sortid_time(id) < NULL;
DROP INDEX ids_btree;
CREATE INDEX ids_brin ON ids USING brin (id);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE sortid_time(id) >= now();
CREATE INDEX ids_hash ON ids USING hash (id);
EXPLAIN (COSTS OFF) SELECT id FROM ids WHERE id = sortid_min_ksuid('2024-01-01 00:00:10Z');
SELECT count(*) FROM ids WHERE id = sortid_min_ksuid('2024-01-01 00:00:10Z');
