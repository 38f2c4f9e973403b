//! The numbers of a list's items, as the list counts them (HTML, 4.4.5: `start`, `reversed`, `type`, and `value` of an item).

use crate::snapshot::NodeRef;

/// A Roman number that is greater is written in digits, as browsers do.
const MOST_ROMAN: i32 = 3999;

/// Counts the items of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'s> {
    next: i32,
    step: i32,
    kind: &'s str,
}

impl<'s> Numbers<'s> {
    /// Those of a list that counts its items.
    pub(super) fn of(list: NodeRef<'s>) -> Option<Self> {
        if list.tag() != "ol" {
            return None;
        }
        let reversed = list.attribute("reversed").is_some();
        let start = list.attribute("start").and_then(|start| start.trim().parse().ok());
        let last = || list.children().filter(|child| child.tag() == "li").count() as i32;
        Some(Numbers {
            next: start.unwrap_or_else(|| if reversed { last() } else { 1 }),
            step: if reversed { -1 } else { 1 },
            kind: list.attribute("type").unwrap_or("1"),
        })
    }

    /// Whether its numbers are others than 1, 2, 3.
    pub(super) fn tell(&self, list: NodeRef<'_>) -> bool {
        let set = |item: NodeRef<'_>| item.tag() == "li" && item.attribute("value").is_some();
        self.next != 1 || self.step != 1 || self.kind != "1" || list.children().any(set)
    }

    /// The number of the next item.
    pub(super) fn take(&mut self, item: NodeRef<'_>) -> String {
        let own = item.attribute("value").filter(|_| item.tag() == "li");
        let number = own.and_then(|value| value.trim().parse().ok()).unwrap_or(self.next);
        self.next = number.saturating_add(self.step);
        written(number, self.kind)
    }
}

fn written(number: i32, kind: &str) -> String {
    let lower = |text: String| if matches!(kind, "a" | "i") { text.to_lowercase() } else { text };
    match kind {
        "a" | "A" if number > 0 => lower(letters(number)),
        "i" | "I" if (1..=MOST_ROMAN).contains(&number) => lower(roman(number)),
        _ => number.to_string(),
    }
}

/// `A` to `Z`, then `AA`.
fn letters(number: i32) -> String {
    let mut rest = number;
    let mut out = Vec::new();
    while rest > 0 {
        out.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    out.iter().rev().collect()
}

fn roman(number: i32) -> String {
    let signs = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = number;
    let mut out = String::new();
    for (value, sign) in signs {
        while rest >= value {
            out.push_str(sign);
            rest -= value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn numbers_are_written_as_browsers_do() {
        for (number, kind, want) in [
            (3, "1", "3"),
            (-1, "a", "-1"),
            (1, "a", "a"),
            (27, "A", "AA"),
            (52, "a", "az"),
            (4, "i", "iv"),
            (1999, "I", "MCMXCIX"),
            (4000, "I", "4000"),
            (7, "x", "7"),
        ] {
            assert_eq!(written(number, kind), want, "{number} {kind}");
        }
    }
}
