"""A cluster of etcd with one member, which nobody asks as a peer: for the wrapper, and the part that restarts it."""

CLUSTER = ("--initial-advertise-peer-urls", "http://localhost:1", "--initial-cluster", "default=http://localhost:1")
ALONE = ("--listen-peer-urls", "unix://peer:0", *CLUSTER)
