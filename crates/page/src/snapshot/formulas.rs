//! Formulas: tells each `<math>` as one line of text, `x = (−b ± √(b^2 − 4ac))/(2a)`. Its parts lie above and beside each other, so
//! neither the order of the document nor that of the boxes reads as a formula.
//!
//! Libraries hide the MathML and lay out letters for the eye beside it, `aria-hidden`, where a denominator may come first (KaTeX,
//! MathJax). Then the text of the MathML is told in the place of those. Fixture: formulas.html.

use rustc_hash::FxHashMap;

use super::{
    NodeIndex, NodeKind,
    draft::{Draft, Marks},
    known_names::Word,
};

/// The MathML is hidden at most so far above, beside what is shown of it.
const DEEP: usize = 3;
/// More nodes are no formula that one line could tell.
const MOST: usize = 2000;

/// Puts the text of each formula into one of its nodes, and hides its letters.
pub(super) fn note_formulas(draft: &mut Draft<'_>) {
    let maths: Vec<usize> = (0..draft.len())
        .filter(|at| draft.tag[*at] == Word::MathTag && draft.marks[*at].has(Marks::LAID_OUT))
        .filter(|at| draft.is_element(*at) && draft.end(*at) - at <= MOST)
        .collect();
    for math in maths {
        let inside = math + 1..draft.end(math);
        let is_text = |at: &usize| draft.snapshot.columns.kind[*at] == NodeKind::Text;
        let blank = |at: &usize| draft.text(draft.snapshot.columns.text[*at]).trim().is_empty();
        let carrier = inside.clone().find(|at| is_text(at) && !blank(at));
        let (Some(shown), Some(carrier)) = (shown_as(draft, math), carrier) else { continue };
        let text = draft.push(carrier, &line_of(draft, math));
        let columns = &mut draft.snapshot.columns;
        for at in (shown..columns.end[shown].at()).chain(inside) {
            let drawn = matches!(draft.tag[at], Word::Svg | Word::Img);
            if drawn || matches!(columns.kind[at], NodeKind::Text | NodeKind::Pseudo) {
                columns.visible[at] = false;
            }
        }
        (columns.visible[carrier], columns.text[carrier]) = (true, text);
        columns.rect[carrier] = columns.rect[shown];
        columns.clipped[carrier] = columns.clipped[shown];
        columns.place[carrier] = columns.place[shown];
    }
}

/// What a person sees of a formula: itself, or what stands beside it in its place.
fn shown_as(draft: &Draft<'_>, math: usize) -> Option<usize> {
    let visible = &draft.snapshot.columns.visible;
    let is_hidden = |at: &usize| {
        draft.attribute(*at, Word::AriaHidden).is_some_and(|value| value.trim() == "true") && visible[*at]
    };
    if visible[math] {
        return Some(math);
    }
    let hiding = std::iter::once(math).chain(draft.ancestors(math)).take(DEEP);
    hiding.take_while(|at| !visible[*at]).find_map(|hidden| {
        let siblings: Vec<usize> = draft.children(draft.parent(hidden)?).collect();
        let own = siblings.iter().position(|at| *at == hidden)?;
        let beside = [own.checked_sub(1), Some(own + 1)].into_iter().flatten();
        beside.filter_map(|at| siblings.get(at).copied()).find(|at| is_hidden(at) && is_drawing(draft, *at))
    })
}

/// Whether it may be what a formula is drawn with: no part of a page.
fn is_drawing(draft: &Draft<'_>, at: usize) -> bool {
    let operated = |at: usize| {
        matches!(
            draft.tag[at],
            Word::A | Word::Button | Word::Input | Word::Select | Word::Textarea | Word::Table
        ) || draft.has(at, Word::Tabindex)
    };
    draft.end(at) - at <= MOST && !(at..draft.end(at)).any(|at| draft.is_element(at) && operated(at))
}

/// A formula in one line. From the end to the start, so that the parts of an element are there before it.
fn line_of(draft: &Draft<'_>, math: usize) -> String {
    let mut parts: FxHashMap<usize, Vec<String>> = FxHashMap::default();
    for at in (math + 1..draft.end(math)).rev() {
        let mut inner = parts.remove(&at).unwrap_or_default();
        inner.reverse();
        let node = draft.snapshot.node(NodeIndex(at as u32));
        let part = match node.kind() {
            NodeKind::Text if node.text().trim().is_empty() => continue,
            // What is not laid out nobody sees.
            NodeKind::Text
                if draft.parent(at).is_some_and(|above| !draft.marks[above].has(Marks::LAID_OUT)) =>
            {
                continue;
            }
            NodeKind::Text => node.text().trim().chars().map(plain_letter).collect(),
            _ => part_of(node.tag(), &inner, |key| node.attribute(key)),
        };
        if let Some(parent) = draft.parent(at) {
            parts.entry(parent).or_default().push(part);
        }
    }
    let mut parts = parts.remove(&math).unwrap_or_default();
    parts.reverse();
    row(&parts).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One element of MathML by its parts (MathML Core, 3).
fn part_of<'a>(tag: &str, parts: &[String], attribute: impl Fn(&str) -> Option<&'a str>) -> String {
    let nth = |at: usize| parts.get(at).map_or("", |part| part.trim());
    match tag {
        "annotation" | "annotation-xml" | "mphantom" => String::new(),
        "semantics" | "maction" => nth(0).to_owned(),
        "mspace" => " ".to_owned(),
        "mo" => operator(&parts.concat()),
        "mfrac" if attribute("linethickness").is_some_and(|line| line.starts_with('0')) => {
            format!("binom({}, {})", nth(0), nth(1))
        }
        "mfrac" => format!("{}/{}", grouped(nth(0)), grouped(nth(1))),
        "msqrt" => format!("√{}", grouped(row(parts).trim())),
        "mroot" => format!("√[{}]{}", nth(1), grouped(nth(0))),
        "msup" | "mover" => format!("{}{}", based(nth(0)), raised(nth(0), nth(1))),
        "msub" | "munder" => format!("{}_{}", based(nth(0)), grouped(nth(1))),
        "msubsup" | "munderover" => {
            format!("{}_{}{}", based(nth(0)), grouped(nth(1)), raised("", nth(2)))
        }
        "mtr" | "mlabeledtr" => parts.iter().map(|cell| cell.trim()).collect::<Vec<_>>().join(", "),
        "mtable" => parts.join("; "),
        "mfenced" => {
            let [open, close] =
                [("open", "("), ("close", ")")].map(|(key, usual)| attribute(key).unwrap_or(usual));
            format!("{open}{}{close}", parts.join(", "))
        }
        _ => row(parts),
    }
}

/// Parts side by side.
fn row(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts {
        // A sign before the first term is no operator between two.
        let opens = out.is_empty() || out.ends_with(['(', '[', '{', ',', ' ']);
        let part = if opens && part.starts_with(' ') { part.trim() } else { part.as_str() };
        let word = out.rsplit(' ').next().unwrap_or("");
        if word.contains(['^', '_', '/', '√']) && part.starts_with(char::is_alphanumeric) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

/// An operator with space around it where it stands between two terms.
fn operator(sign: &str) -> String {
    match sign.trim() {
        // What joins a function and its argument, two factors, two indices, without being seen.
        "\u{2061}" => " ".to_owned(),
        "\u{2062}" | "\u{2064}" => String::new(),
        "\u{2063}" | "," => ", ".to_owned(),
        "=" | "<" | ">" | "≤" | "≥" | "≠" | "≈" | "≡" | "∼" | "≅" | "∝" | "→" | "←" | "⇒" | "⇔" | "↦"
        | "∈" | "∉" | "⊂" | "⊆" | "∪" | "∩" | "∧" | "∨" | "+" | "-" | "−" | "±" | "∓" | "×" | "·" | "⋅"
        | ":=" => {
            format!(" {} ", sign.trim())
        }
        sign => sign.to_owned(),
    }
}

/// What stands above or behind something: a power, a prime, an accent.
fn raised(base: &str, above: &str) -> String {
    let accent = match above {
        "^" | "ˆ" => "\u{302}",
        "¯" | "‾" | "ˉ" | "―" => "\u{304}",
        "~" | "˜" => "\u{303}",
        "˙" => "\u{307}",
        "→" | "⃗" => "\u{20d7}",
        _ => "",
    };
    if !accent.is_empty() && base.chars().count() == 1 {
        return accent.to_owned();
    }
    if !above.is_empty() && above.chars().all(|sign| matches!(sign, '′' | '″' | '‴' | '\'')) {
        return above.to_owned();
    }
    format!("^{}", grouped(above))
}

/// In brackets where it is more than one term.
fn grouped(part: &str) -> String {
    let closed = |inner: &str| !inner.contains(['(', ')']);
    let one = part.chars().count() == 1
        || part.chars().all(char::is_alphanumeric)
        || part.strip_prefix('(').and_then(|part| part.strip_suffix(')')).is_some_and(closed);
    if one { part.to_owned() } else { format!("({part})") }
}

/// The same of what has an index or a power.
fn based(part: &str) -> String {
    if part.contains([' ', '/', '√']) && !part.ends_with(')') {
        format!("({part})")
    } else {
        part.to_owned()
    }
}

/// A letter that a single `<mi>` sets in italics is another character to the layout (MathML Core, `text-transform: math-auto`).
fn plain_letter(letter: char) -> char {
    let from =
        |first: u32, plain: char| char::from_u32(letter as u32 - first + plain as u32).unwrap_or(letter);
    match letter as u32 {
        0x1d434..=0x1d44d => from(0x1d434, 'A'),
        0x1d44e..=0x1d467 => from(0x1d44e, 'a'),
        0x1d6fc..=0x1d714 => from(0x1d6fc, 'α'),
        0x210e => 'h',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{operator, part_of, row};

    fn set(tag: &str, parts: &[&str]) -> String {
        part_of(tag, &parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>(), |_| None)
    }

    #[test]
    fn parts_are_told_in_the_order_of_a_reader() {
        for (tag, parts, want) in [
            ("mfrac", &["a", "b"][..], "a/b"),
            ("mfrac", &["a + b", "2a"], "(a + b)/2a"),
            ("msqrt", &["x", " + ", "1"], "√(x + 1)"),
            ("mroot", &["x", "3"], "√[3]x"),
            ("msup", &["x", "2"], "x^2"),
            ("msup", &["f", "′"], "f′"),
            ("mover", &["x", "¯"], "x\u{304}"),
            ("munderover", &["∑", "i = 1", "n"], "∑_(i = 1)^n"),
            ("mtable", &["a, b", "c, d"], "a, b; c, d"),
            ("semantics", &["x", "\\TeX"], "x"),
        ] {
            assert_eq!(set(tag, parts), want, "{tag}");
        }
    }

    #[test]
    fn only_operators_between_terms_have_space_around_them() {
        let parts = |parts: &[&str]| row(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(parts(&[&operator("−"), "b", &operator("±"), "c"]), "−b ± c");
        assert_eq!(parts(&["x^2", "y"]), "x^2 y");
        assert_eq!(parts(&["2", "a"]), "2a");
    }
}
