//! No allocation per id, nor per text read or written.
#![cfg(feature = "std")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

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
        });
        assert_eq!(count, 0, "{format}");
    }
}
