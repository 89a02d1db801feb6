//! Generating, parsing and formatting ids does not allocate, nor do operations on columns.
#![cfg(all(feature = "columns", feature = "scan", feature = "state-file"))]

mod common;
#[cfg(unix)]
#[path = "common/folder.rs"]
mod folder;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sortid::columns::{Cells, Column, OnInvalid, TimeReader, Unit};
use sortid::{AnyId, Format, Generator, Options, Timestamp};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: forwards every call unchanged to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller upholds the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the same contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts the allocations that `work` makes in this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn counting_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn generating_does_not_allocate() {
    for format in common::made() {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        // The first ids initialize the state of the process and of this thread.
        sortid::new_id(format).expect("an id");
        generator.next().expect("an id");
        let mut ids = [generator.next().expect("an id"); 100];
        let (mut texts, mut bytes) = (vec![0; 100 * format.text_len()], [0; 2000]);
        let bytes = &mut bytes[..100 * format.byte_len()];
        let count = allocations(|| {
            for _ in 0..3000 {
                sortid::new_id(format).expect("an id");
                generator.next().expect("an id");
            }
            generator.fill(&mut ids).complete().expect("filled");
            generator.fill_text(&mut texts).complete().expect("filled");
            generator.fill_bytes(bytes).complete().expect("filled");
        });
        assert_eq!(count, 0, "{format}");
    }
}

/// A forked child takes this path while a thread of its parent may have held the allocator's lock.
/// Windows has no forks, and its paths are converted to UTF-16.
#[cfg(unix)]
#[test]
fn raising_the_mark_of_a_state_file_does_not_allocate() {
    let folder = folder::Folder::new();
    let options = Options::new().clock(sortid::options::ClockSource::Manual);
    let options = options.state_file(folder.file());
    let generator = Generator::dynamic(Format::Tid, &options).expect("a generator");
    let next = |step: i64| {
        let time = Timestamp::from_unix_ms(1_700_000_000_000 + 10_000 * step);
        generator.next_at(time).expect("an id");
    };
    next(0);
    assert_eq!(allocations(|| (1..100).for_each(next)), 0);
}

#[test]
fn parsing_and_formatting_do_not_allocate() {
    for &format in Format::ALL {
        let id = common::some_id(format);
        let count = allocations(|| {
            let text = id.to_text();
            assert_eq!(AnyId::parse(&*text, format), Ok(id));
            assert!(AnyId::parse("?", format).is_err());
            assert_eq!(AnyId::from_bytes(&id.to_bytes(), format), Ok(id));
            assert_eq!(AnyId::from_fields(id.fields(), format), Ok(id));
            if let Ok(ids) = AnyId::prefix_range(&text[..4], format) {
                assert!(ids.contains(&id));
            }
            let now = Timestamp::from_unix_ms(1_700_000_000_000);
            assert!(sortid::inspect_at(&*text, now).readings().count() > 0);
            let found = sortid::find_ids_at(&*text, Some(Format::ALL), Timestamp::now());
            assert_eq!(found.count(), 1);
        });
        assert_eq!(count, 0, "{format}");
    }
}

#[test]
fn column_operations_do_not_allocate() {
    for &format in Format::ALL {
        let Ok(id) = AnyId::from_fields([], format) else {
            continue;
        };
        let (rows, text) = (200, id.to_text());
        let texts = text.as_bytes().repeat(rows);
        let cells = Cells::Fixed {
            data: &texts,
            width: text.len(),
        };
        let column = Column::texts(cells, format).expect("valid cells");
        let mut valid = vec![0; rows.div_ceil(8)];
        let mut bytes = vec![0; rows * format.byte_len()];
        let mut written = vec![0; rows * format.text_len()];
        let mut times = vec![0; rows];
        let clock = TimeReader::new(format, Unit::Milliseconds, &Options::new());
        let count = allocations(|| {
            let null = OnInvalid::Null;
            let read = column.bytes(&mut bytes, &mut valid, null);
            assert_eq!(read.and_then(|read| read.complete()), Ok(rows));
            let read = column.written(&mut written, &mut valid, null);
            assert_eq!(read.and_then(|read| read.complete()), Ok(rows));
            if let Ok(clock) = &clock {
                let read = column.times(clock, &mut times, &mut valid, null);
                assert_eq!(read.map(|read| read.rows), Ok(rows));
            }
        });
        assert_eq!(count, 0, "{format}");
    }
}
