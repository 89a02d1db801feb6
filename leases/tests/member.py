"""Flags of an etcd cluster with one member and without peers, for the wrapper and the part that restarts it."""

CLUSTER = ("--initial-advertise-peer-urls", "http://localhost:1", "--initial-cluster", "default=http://localhost:1")
ALONE = ("--listen-peer-urls", "unix://peer:0", *CLUSTER)
