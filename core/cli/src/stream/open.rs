//! Input files, also compressed ones, with a count of the bytes read.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

use crate::progress::Progress;

const BUFFER_BYTES: usize = 256 << 10;

/// Opens a file by its name; `-` is standard input.
pub(super) fn open(path: &Path, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    if path == "-" {
        return Ok(Box::new(Counted {
            inner: io::stdin(),
            read: read.clone(),
        }));
    }
    let inner = Counted {
        inner: File::open(path)?,
        read: read.clone(),
    };
    Ok(match path.extension().and_then(OsStr::to_str) {
        Some("gz") => Box::new(MultiGzDecoder::new(buffered(inner))),
        Some("zst") => Box::new(Frames {
            state: Frame::None(buffered(inner)),
        }),
        _ => Box::new(inner),
    })
}

fn buffered<R: Read>(inner: R) -> BufReader<R> {
    BufReader::with_capacity(BUFFER_BYTES, inner)
}

/// Creates a progress for all of these files, with a total if all sizes are known.
pub(super) fn progress(paths: &[PathBuf]) -> Progress {
    let sizes = paths.iter().map(|path| {
        let about = path.metadata().ok()?;
        about.is_file().then_some(about.len())
    });
    Progress::bytes(sizes.sum())
}

/// A reader that counts its bytes.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// All frames of a Zstandard file, one after another. The decoder only handles one.
struct Frames<R: BufRead> {
    state: Frame<R>,
}

enum Frame<R: BufRead> {
    None(R),
    Open(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// Failed, or at the end.
    Over,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, Frame::Over) {
                Frame::Over => return Ok(0),
                Frame::None(mut inner) => {
                    if inner.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    skip_frames(&mut inner)?;
                    if inner.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new(inner).map_err(io::Error::other)?;
                    self.state = Frame::Open(Box::new(decoder));
                }
                Frame::Open(mut decoder) => {
                    let bytes = decoder.read(buffer)?;
                    if bytes > 0 || buffer.is_empty() {
                        self.state = Frame::Open(decoder);
                        return Ok(bytes);
                    }
                    self.state = Frame::None(decoder.into_inner());
                }
            }
        }
    }
}

/// Skips frames without data (RFC 8878 section 3.1.2).
fn skip_frames(inner: &mut impl BufRead) -> io::Result<()> {
    while let [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] = inner.fill_buf()? {
        let mut head = [0; 8];
        inner.read_exact(&mut head)?;
        let [.., a, b, c, d] = head;
        let length = u32::from_le_bytes([a, b, c, d]).into();
        io::copy(&mut inner.take(length), &mut io::sink())?;
    }
    Ok(())
}
