//! The links and anchors of one Markdown file.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A link as written.
#[derive(Debug, PartialEq)]
pub(crate) struct Link {
    /// The target.
    pub(crate) target: String,
    /// The range of the target in the text; `None` unless the link is inline.
    pub(crate) place: Option<Range<usize>>,
}

/// The links of a file, and its anchors.
#[derive(Debug, Default)]
pub(crate) struct Markdown {
    pub(crate) links: Vec<Link>,
    /// The anchors of its headings, as code hosts and mdBook generate them.
    pub(crate) anchors: Vec<String>,
}

/// Reads a file's text.
pub(crate) fn read(text: &str) -> Markdown {
    let mut markdown = Markdown::default();
    let mut heading: Option<String> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link {
                    link_type,
                    dest_url,
                    ..
                }
                | Tag::Image {
                    link_type,
                    dest_url,
                    ..
                },
            ) => {
                let place = (link_type == LinkType::Inline).then(|| place(text, &range, &dest_url));
                markdown.links.push(Link {
                    target: dest_url.into_string(),
                    place: place.flatten(),
                });
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let same = |other: &&String| {
                    **other == name || other.strip_prefix(&name).is_some_and(is_count)
                };
                let anchor = match markdown.anchors.iter().filter(same).count() {
                    0 => name,
                    count => format!("{name}-{count}"),
                };
                markdown.anchors.push(anchor);
            }
            _ => {}
        }
    }
    markdown
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let named = heading.trim().chars().filter_map(|c| match c {
        c if c.is_whitespace() => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    named.flat_map(char::to_lowercase).collect()
}

/// Whether the rest of an anchor is the number of a repeated heading.
fn is_count(rest: &str) -> bool {
    rest.strip_prefix('-')
        .is_some_and(|count| count.parse::<u32>().is_ok())
}

fn place(text: &str, link: &Range<usize>, target: &str) -> Option<Range<usize>> {
    let start = link.start + text[link.clone()].rfind(target)?;
    Some(start..start + target.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_code_are_ignored() {
        let text =
            "[a](b.md#c) `[no](x)`\n\n```\n[no](y)\n```\n\n| [`t`](../t) |\n|---|\n\n![p](p.png)\n";
        let found = read(text);
        let targets: Vec<&str> = found
            .links
            .iter()
            .map(|link| link.target.as_str())
            .collect();
        assert_eq!(targets, ["b.md#c", "../t", "p.png"]);
        for link in &found.links {
            assert_eq!(text[link.place.clone().expect("a place")], link.target);
        }
    }

    #[test]
    fn link_with_equal_text_and_target_has_the_target_range() {
        let text = "[a.md](a.md)";
        assert_eq!(read(text).links[0].place, Some(7..11));
    }

    #[test]
    fn heading_anchors_match_code_hosts() {
        let text = "# 2. Dependencies\n## `try_now()`, and more\n## Same\n## Same\n# no\n```\n# not\n```\n";
        assert_eq!(
            read(text).anchors,
            ["2-dependencies", "try_now-and-more", "same", "same-1", "no"]
        );
    }
}
