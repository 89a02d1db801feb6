module sortid/interop

go 1.22

require (
	github.com/bwmarrin/snowflake v0.3.0
	github.com/chilts/sid v0.0.0-20190607042430-660e94789ec9
	github.com/oklog/ulid/v2 v2.1.2
	github.com/rs/xid v1.6.0
	github.com/segmentio/ksuid v1.0.4
	github.com/sony/sonyflake v1.3.0
	github.com/sony/sonyflake/v2 v2.2.0
)
