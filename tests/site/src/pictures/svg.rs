//! A small writer of SVG, with one style for all pictures, light and dark.

use std::fmt::Write;

use sortid::Role;

/// Colours by class; a viewer in dark mode uses the second rule of each.
const STYLE: &str = "\
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}\
.title{font-size:18px;font-weight:600}.small{font-size:11px;fill:#57606a}.on{fill:#fff;font-size:11px}\
.page{fill:#fff}.line{stroke:#afb8c1;fill:none}.faint{fill:#eaeef2}.peer{fill:#8c959f}\
.fixed{fill:#57606a}.time{fill:#0b5cad}.counter{fill:#a04100}.node{fill:#6f3fb5}\
.random{fill:#1a6b36}.other{fill:#8a4a6b}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9da7b1}.page{fill:#0d1117}\
.line{stroke:#3d444d}.faint{fill:#21262d}.on{fill:#fff}\
text.time{fill:#79b8ff}text.counter{fill:#ffb077}text.node{fill:#d2b3ff}text.random{fill:#7ee2a0}\
text.fixed{fill:#adbac7}text.other{fill:#f0b3cf}}";

/// The width in pixels of a monospaced 13-pixel character.
pub(super) const CHARACTER: f64 = 7.85;

/// A picture. Coordinates are pixels from the top left corner.
pub(super) struct Svg {
    body: String,
    width: f64,
    height: f64,
    title: String,
}

impl Svg {
    /// An empty picture; `title` is also its alternative text.
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self {
            body: String::new(),
            width,
            height,
            title: title.to_owned(),
        };
        svg.rect("page", (0.0, 0.0), (width, height), "");
        svg.text("title", (16.0, 28.0), title);
        svg
    }

    /// A rectangle with a tooltip.
    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), hint: &str) {
        let ((x, y), (width, height)) = (at, size);
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\""
        );
        self.body.push_str(&match hint {
            "" => "/>\n".to_owned(),
            hint => format!("><title>{}</title></rect>\n", escaped(hint)),
        });
    }

    pub(super) fn text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let text = escaped(text);
        let (x, y) = at;
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        );
    }

    /// A right-aligned text that ends at `at`.
    pub(super) fn text_to(&mut self, class: &str, at: (f64, f64), text: &str) {
        let text = escaped(text);
        let (x, y) = at;
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" text-anchor=\"end\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        );
    }

    /// Equally spaced characters, each in the colour of its role.
    pub(super) fn characters(&mut self, at: (f64, f64), text: &str, roles: &[Option<Role>]) {
        let (x, y) = at;
        let mut start = 0;
        while start < text.len() {
            let role = roles[start];
            let run = roles[start..].iter().take_while(|other| **other == role);
            let end = start + run.count();
            let class = role.map_or("fixed", Role::name);
            let left = x + start as f64 * CHARACTER;
            let width = (end - start) as f64 * CHARACTER;
            let _ = writeln!(
                self.body,
                "<text class=\"{class}\" x=\"{left:.1}\" y=\"{y:.1}\" textLength=\"{width:.1}\">{}</text>",
                escaped(&text[start..end])
            );
            start = end;
        }
    }

    /// A line through these points.
    pub(super) fn line(&mut self, points: &[(f64, f64)]) {
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            self.body,
            "<polyline class=\"line\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    /// The colours of the roles and their names.
    pub(super) fn legend(&mut self, y: f64) {
        let mut x = 16.0;
        for role in Role::ALL {
            self.rect(role.name(), (x, y - 11.0), (12.0, 12.0), "");
            self.text("small", (x + 18.0, y), role.name());
            x += 90.0;
        }
    }

    /// The file.
    pub(super) fn finish(self) -> String {
        let Self {
            body,
            width,
            height,
            title,
        } = self;
        let title = escaped(&title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>{STYLE}</style>\n{body}</svg>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
