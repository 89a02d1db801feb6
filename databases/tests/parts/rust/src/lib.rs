#![doc = include_str!("../../../../../core/src/interop/databases.md")]
