//! No allocation per id, nor per text read or written.
#![cfg(feature = "std")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sortid::columns::{Cells, Clock, Column, OnRefusal, Unit};
use sortid::{Format, Generator, Id, Options, Timestamp};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promises are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are those of `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` allocates, in this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn ids_are_made_without_allocating() {
    for format in common::made() {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        // The first ones set up what the process needs.
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

#[test]
fn ids_are_read_and_written_without_allocating() {
    for &format in Format::ALL {
        let id = common::some_id(format);
        let count = allocations(|| {
            let text = id.to_text();
            assert_eq!(Id::parse(&*text, format), Ok(id));
            assert!(Id::parse("?", format).is_err());
            assert_eq!(Id::from_bytes(&id.to_bytes(), format), Ok(id));
            assert_eq!(Id::from_fields(id.fields(), format), Ok(id));
            if let Ok(ids) = Id::prefix_range(&text[..4], format) {
                assert!(ids.contains(&id));
            }
            let now = Timestamp::from_unix_ms(1_700_000_000_000);
            assert!(sortid::inspect_at(&*text, now).count() > 0);
            let found = sortid::find_ids_at(&*text, Some(Format::ALL), Timestamp::now());
            assert_eq!(found.count(), 1);
        });
        assert_eq!(count, 0, "{format}");
    }
}

#[test]
fn columns_are_read_and_written_without_allocating() {
    for &format in Format::ALL {
        let Ok(id) = Id::from_fields([], format) else {
            continue;
        };
        let (rows, text) = (200, id.to_text());
        let texts = text.as_bytes().repeat(rows);
        let cells = Cells::Fixed {
            data: &texts,
            width: text.len(),
        };
        let column = Column::texts(cells, format).expect("inside");
        let mut valid = vec![0; rows.div_ceil(8)];
        let mut bytes = vec![0; rows * format.byte_len()];
        let mut written = vec![0; rows * format.text_len()];
        let mut times = vec![0; rows];
        let clock = Clock::new(format, Unit::Milliseconds, &Options::new());
        let count = allocations(|| {
            let null = OnRefusal::Null;
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
