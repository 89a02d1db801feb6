//! Scratch.
#![allow(missing_docs, clippy::all)]
use sortid_simulate::run::{Config, run};
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let (mut with, mut many) = (0, 0);
    let mut hist = std::collections::BTreeMap::<u32, u32>::new();
    for seed in 1..=n {
        let o = run(&Config::new(seed));
        let g = o
            .counts
            .rows()
            .find(|(n, _)| *n == "calls that read no clock")
            .unwrap()
            .1;
        if g > 0 {
            with += 1;
        }
        if g > 100 {
            many += 1;
        }
        *hist
            .entry(if g == 0 { 0 } else { g.ilog2() + 1 })
            .or_default() += 1;
    }
    println!("{with} of {n} gated, {many} with >100; {hist:?}");
}
