//! Input files, also compressed ones, with a count of the bytes read.

use std::error::Error;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError};

use crate::progress::Progress;

const BUFFER_BYTES: usize = 256 << 10;

/// The first bytes of each kind of input that is not plain text.
const SIGNATURES: [(&[u8], Kind); 8] = [
    (b"\x1f\x8b", Kind::Gzip),
    (b"\x28\xb5\x2f\xfd", Kind::Zstandard),
    (
        b"\xff\xfe",
        Kind::Utf16 {
            is_big_endian: false,
        },
    ),
    (
        b"\xfe\xff",
        Kind::Utf16 {
            is_big_endian: true,
        },
    ),
    (b"\xfd7zXZ\0", Kind::Unsupported("xz")),
    (b"BZh", Kind::Unsupported("bzip2")),
    (b"PK\x03\x04", Kind::Unsupported("unzip -p")),
    (b"\x04\x22\x4d\x18", Kind::Unsupported("lz4")),
];

/// The encoding of an input.
#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Gzip,
    Zstandard,
    Utf16 {
        is_big_endian: bool,
    },
    /// A compression that this program of the system decompresses.
    Unsupported(&'static str),
}

/// Opens a file by its name; `-` is standard input. Compressed input and UTF-16 with a byte order
/// mark are recognized by their first bytes, compressed files also by their extension.
pub(super) fn open(path: &Path, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let file: Box<dyn Read + Send> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path)?),
    };
    let mut inner = Counted {
        inner: file,
        read: read.clone(),
    };
    let start = first_bytes(&mut inner)?;
    let has_start = |(signature, _): &&(&[u8], Kind)| start.starts_with(signature);
    let by_start = SIGNATURES.iter().find(has_start).map(|(_, kind)| *kind);
    let kind = match path.extension().and_then(OsStr::to_str) {
        Some("gz") => Kind::Gzip,
        Some("zst") => Kind::Zstandard,
        _ => by_start.unwrap_or(Kind::Plain),
    };
    let inner = io::Cursor::new(start).chain(inner);
    Ok(match kind {
        Kind::Plain => Box::new(inner),
        Kind::Gzip => Box::new(Gzip(MultiGzDecoder::new(buffered(inner)))),
        Kind::Zstandard => Box::new(Frames {
            state: Frame::None(buffered(inner)),
        }),
        Kind::Utf16 { is_big_endian } => Box::new(Utf16::new(inner, is_big_endian)),
        Kind::Unsupported(program) => {
            let why =
                format!("compressed in an unsupported way; decompress it first, with {program}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
    })
}

/// The first bytes, while they may be those of a signature: more bytes could be a line that a
/// person has not typed yet.
fn first_bytes(inner: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let may_continue = |start: &[u8]| {
        let longer = |(signature, _): &(&[u8], Kind)| signature.len() > start.len();
        let mut signatures = SIGNATURES.iter().filter(|row| longer(row));
        signatures.any(|(signature, _)| signature.starts_with(start))
    };
    while may_continue(&start) {
        let mut byte = [0];
        match inner.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => start.extend(byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

/// Converts UTF-16 to UTF-8, without byte order marks. Invalid units become U+FFFD.
struct Utf16<R> {
    inner: R,
    is_big_endian: bool,
    /// Bytes of an incomplete unit or surrogate pair.
    raw: Vec<u8>,
    /// Converted bytes that were not read yet.
    text: io::Cursor<Vec<u8>>,
}

impl<R: Read> Utf16<R> {
    fn new(inner: R, is_big_endian: bool) -> Self {
        Self {
            inner,
            is_big_endian,
            raw: Vec::new(),
            text: io::Cursor::default(),
        }
    }

    /// Converts the next piece. Returns whether there was one.
    fn convert(&mut self) -> io::Result<bool> {
        let mut piece = [0; 8192];
        let length = self.inner.read(&mut piece)?;
        let is_last = length == 0;
        self.raw.extend(&piece[..length]);
        if self.raw.is_empty() {
            return Ok(false);
        }
        let unit = |bytes: &[u8]| {
            let bytes = [bytes[0], bytes.get(1).copied().unwrap_or_default()];
            match self.is_big_endian {
                true => u16::from_be_bytes(bytes),
                false => u16::from_le_bytes(bytes),
            }
        };
        let mut whole = self.raw.len() - self.raw.len() % 2;
        let is_split =
            |end: usize| end >= 2 && (0xd800..0xdc00).contains(&unit(&self.raw[end - 2..]));
        if is_split(whole) {
            whole -= 2;
        }
        if is_last {
            whole = self.raw.len();
        }
        let units = self.raw[..whole].chunks(2).map(unit);
        let chars =
            char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER));
        let text: String = chars.filter(|&char| char != '\u{feff}').collect();
        self.raw.drain(..whole);
        self.text = io::Cursor::new(text.into_bytes());
        Ok(true)
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.text.read(buffer)?;
            if length > 0 || buffer.is_empty() || !self.convert()? {
                return Ok(length);
            }
        }
    }
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

/// A gzip file, whose errors name it.
struct Gzip<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        self.0.read(buffer).map_err(|error| match error.kind() {
            InvalidData | InvalidInput | UnexpectedEof if error.raw_os_error().is_none() => {
                io::Error::new(InvalidData, "the gzip data is damaged or incomplete")
            }
            _ => error,
        })
    }
}

/// All frames of a Zstandard file, one after another. The decoder only handles one.
struct Frames<R: Read> {
    state: Frame<R>,
}

enum Frame<R: Read> {
    None(R),
    Open(Box<StreamingDecoder<Started<R>, ruzstd::decoding::FrameDecoder>>),
    /// Failed, or at the end.
    Over,
}

/// A reader whose first bytes were already read.
type Started<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, Frame::Over) {
                Frame::Over => return Ok(0),
                Frame::None(inner) => {
                    let Some(frame) = next_frame(inner)? else {
                        return Ok(0);
                    };
                    let decoder = StreamingDecoder::new(frame).map_err(|error| unread(&error))?;
                    self.state = Frame::Open(Box::new(decoder));
                }
                Frame::Open(mut decoder) => {
                    let bytes = decoder.read(buffer).map_err(|error| {
                        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
                        inner.map(unread).unwrap_or(error)
                    })?;
                    if bytes > 0 || buffer.is_empty() {
                        self.state = Frame::Open(decoder);
                        return Ok(bytes);
                    }
                    let (_, inner) = decoder.into_inner().into_inner();
                    self.state = Frame::None(inner);
                }
            }
        }
    }
}

/// Describes why a frame cannot be decoded, or returns the system's error if the file cannot be
/// read.
fn unread(error: &FrameDecoderError) -> io::Error {
    let mut source = error.source();
    while let Some(error) = source {
        let code = error.downcast_ref().and_then(io::Error::raw_os_error);
        if let Some(code) = code {
            return io::Error::from_raw_os_error(code);
        }
        source = error.source();
    }
    let why = match error {
        FrameDecoderError::WindowSizeTooBig { .. }
        | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { .. })
        | FrameDecoderError::FailedToInitialize(FrameHeaderError::WindowTooBig { .. }) => {
            "the Zstandard window is too large; decompress it first, with zstd -dc --long=31"
        }
        FrameDecoderError::DictNotProvided { .. } => {
            "compressed with a dictionary; decompress it first, with zstd -dc -D DICTIONARY"
        }
        _ => "the Zstandard data is damaged or incomplete",
    };
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Finds the next frame with data. Frames without data are skipped (RFC 8878 section 3.1.2).
fn next_frame<R: Read>(mut inner: R) -> io::Result<Option<Started<R>>> {
    loop {
        let mut magic = Vec::new();
        inner.by_ref().take(4).read_to_end(&mut magic)?;
        match magic[..] {
            [] => return Ok(None),
            [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
                let mut length = [0; 4];
                inner.read_exact(&mut length)?;
                let length = u32::from_le_bytes(length).into();
                io::copy(&mut inner.by_ref().take(length), &mut io::sink())?;
            }
            _ => return Ok(Some(io::Cursor::new(magic).chain(inner))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const TEXT: &str = "tid 3jzfcijpj2z2a\n\u{1f5dd} key\n";

    fn read(name: &str, content: &[u8]) -> io::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(name);
        std::fs::write(&path, content)?;
        let mut text = String::new();
        open(&path, &Arc::default())?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(to_bytes).collect()
    }

    #[test]
    fn first_bytes_select_the_decoder() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(TEXT.as_bytes()).expect("compressed");
        let gzip = gzip.finish().expect("compressed");
        for name in ["ids", "ids.log", "ids.gz"] {
            assert_eq!(read(name, &gzip).expect("a text"), TEXT, "{name}");
        }
        for content in [
            TEXT.as_bytes().to_vec(),
            utf16(TEXT, u16::to_le_bytes),
            utf16(TEXT, u16::to_be_bytes),
        ] {
            assert_eq!(read("ids", &content).expect("a text"), TEXT);
        }
        let long = TEXT.repeat(10_000);
        let content = utf16(&long, u16::to_le_bytes);
        assert_eq!(read("ids", &content).expect("a text"), long);
        for short in ["", "B", "BZ", "(", "P"] {
            assert_eq!(read("ids", short.as_bytes()).expect("a text"), short);
        }
    }

    #[test]
    fn incomplete_utf16_is_replaced() {
        let mut content = utf16("a", u16::to_le_bytes);
        content.extend([0x3d, 0xd8]);
        assert_eq!(read("ids", &content).expect("a text"), "a\u{fffd}");
        content.push(b'x');
        assert_eq!(read("ids", &content).expect("a text"), "a\u{fffd}x");
    }

    #[test]
    fn damaged_zstandard_is_named() {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let whole = ruzstd::encoding::compress_to_vec(TEXT.as_bytes(), level);
        for length in 5..whole.len() {
            let error = read("ids", &whole[..length])
                .expect_err("an error")
                .to_string();
            assert!(
                error.ends_with("is damaged or incomplete"),
                "{length}: {error}"
            );
        }
        // A frame whose header asks for a window of 4 TB, or of 1 GB.
        for window in [b'\xff', b'\xa0'] {
            let error = read("ids", &[0x28, 0xb5, 0x2f, 0xfd, 0, window, 1, 0, 0]);
            let error = error.expect_err("an error").to_string();
            assert!(error.contains("window is too large"), "{error}");
        }
    }

    #[test]
    fn unsupported_compression_is_an_error() {
        for (content, program) in [(&b"\xfd7zXZ\0rest"[..], "xz"), (b"BZh91AY", "bzip2")] {
            let error = read("ids", content).expect_err("an error").to_string();
            assert!(error.contains(program), "{error}");
        }
        let error = read("ids.gz", b"plain").expect_err("an error").to_string();
        assert_eq!(error, "the gzip data is damaged or incomplete");
    }
}
