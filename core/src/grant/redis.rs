//! The rules in the words of Redis and Valkey: one script on one key, which judges and writes in one step.

/// The script, for `EVALSHA`. What it is given and answers stands at its beginning.
///
/// Nodes are counted from the namespace's first one: Lua's numbers do not hold all integers of 64 bits. Grants' numbers are hexadecimal digits, as `{:x}` of a
/// [`GrantId`](super::GrantId) writes them. What is `foreign` is `store_foreign`, or of `create` what [`create`](super::create) refuses.
pub const SCRIPT: &str = include_str!("redis.lua");

/// The key of a namespace: its braces keep it in one slot of a cluster.
///
/// ```
/// assert_eq!(sortid::grant::redis::key("orders"), "sortid:{orders}");
/// ```
pub fn key(namespace: &str) -> String {
    format!("sortid:{{{namespace}}}")
}
