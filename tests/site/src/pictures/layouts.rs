//! Pictures of formats: all layouts at one scale, one instant in all formats, and each format's
//! anatomy from text to bits.

use sortid::{Error, Format, Part, Role};

use super::svg::{CHARACTER, Svg};

/// The label of a part: its field, or its role if it has no field.
fn label(part: &Part) -> &'static str {
    part.field.unwrap_or(part.role.name())
}

/// A bar of an id's bits, with labels where they fit.
fn bar(svg: &mut Svg, format: Format, (x, y): (f64, f64), bit_width: f64, height: f64) {
    for part in format.parts() {
        let (at, bits) = part.run;
        let left = x + f64::from(at) * bit_width;
        let width = f64::from(bits) * bit_width;
        let hint = format!("{}: {bits} bits of {}", label(&part), part.role.name());
        svg.rect(part.role.name(), (left, y), (width - 1.0, height), &hint);
        let text = format!("{} {bits}", label(&part));
        let short = bits.to_string();
        let fits = |text: &str| text.len() as f64 * 6.8 + 6.0 <= width;
        for text in [text, short] {
            if fits(&text) {
                svg.text("on", (left + 3.0, y + height / 2.0 + 4.0), &text);
                break;
            }
        }
    }
}

/// The layout of every format, at one scale.
pub(super) fn poster() -> Result<String, Error> {
    const BIT: f64 = 5.0;
    const LEFT: f64 = 150.0;
    let height = 90.0 + Format::ALL.len() as f64 * 24.0;
    let mut svg = Svg::new(
        LEFT + 160.0 * BIT + 16.0,
        height,
        "The bits of every format, at one scale",
    );
    svg.legend(54.0);
    for bit in (0..=160).step_by(32) {
        let x = LEFT + f64::from(bit) * BIT;
        svg.line(&[(x, 66.0), (x, height - 16.0)]);
        svg.text_to("small", (x - 3.0, 76.0), &bit.to_string());
    }
    for (&format, row) in Format::ALL.iter().zip(0..) {
        let y = 82.0 + f64::from(row) * 24.0;
        svg.text_to("", (LEFT - 10.0, y + 14.0), format.name());
        bar(&mut svg, format, (LEFT, y), BIT, 19.0);
    }
    Ok(svg.finish())
}

/// Ids of one instant in all formats that sortid generates.
pub(super) fn instant() -> Result<String, Error> {
    let formats: Vec<Format> = Format::ALL
        .iter()
        .copied()
        .filter(|f| f.can_generate())
        .collect();
    let height = 84.0 + formats.len() as f64 * 21.0;
    let mut svg = Svg::new(560.0, height, "2024-07-19 12:34:56.789 UTC in each format");
    svg.legend(54.0);
    for (format, row) in formats.into_iter().zip(0..) {
        let y = 82.0 + f64::from(row) * 21.0;
        let id = format.example()?;
        svg.text_to("", (170.0, y), format.name());
        let roles: Vec<_> = id.text_roles().collect();
        svg.characters((186.0, y), &id.to_text(), &roles);
    }
    Ok(svg.finish())
}

/// A format's text, its bits and its fields.
pub(super) fn anatomy(format: Format) -> Result<String, Error> {
    let id = format.example()?;
    let text = id.to_text();
    let roles: Vec<Option<Role>> = id.text_roles().collect();
    let parts: Vec<Part> = format.parts().collect();
    let width = 720.0;
    let bit = (width - 32.0) / f64::from(format.bits());
    let title = format!("{}: {}", format.name(), format.summary());
    let mut svg = Svg::new(width, 176.0 + parts.len() as f64 * 20.0, &title);
    svg.legend(52.0);
    svg.text("small", (16.0, 80.0), "text");
    svg.characters((64.0, 80.0), &text, &roles);
    svg.text("small", (16.0, 104.0), &format!("{} bits", format.bits()));
    bar(&mut svg, format, (16.0, 112.0), bit, 24.0);
    let bytes = id.to_bytes();
    for (part, row) in parts.iter().zip(0..) {
        let y = 160.0 + f64::from(row) * 20.0;
        let (at, bits) = part.run;
        let run = match bits {
            1 => format!("{at}"),
            bits => format!("{at}–{}", at + bits - 1),
        };
        let value = (at..at + bits).fold(0u128, |value, bit| {
            let byte = bytes.get((bit / 8) as usize).copied().unwrap_or_default();
            value << 1 | u128::from(byte >> (7 - bit % 8) & 1)
        });
        svg.text_to("small", (90.0, y), &run);
        svg.text(part.role.name(), (110.0, y), part.role.name());
        svg.text("", (190.0, y), label(part));
        svg.text(
            "small",
            (190.0 + 20.0 * CHARACTER, y),
            &format!("{bits} bits"),
        );
        svg.text("", (190.0 + 29.0 * CHARACTER, y), &format!("{value:#x}"));
    }
    Ok(svg.finish())
}
