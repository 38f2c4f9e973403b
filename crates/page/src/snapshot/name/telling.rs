//! Which words of identifiers and classes tell a reader something: those that a person chose to say what an element is for. What
//! kind of control it is, how it looks, which state it is in and which library drew it say nothing of that, and neither do the
//! letters and digits that programs make.

/// What a box is, how it looks, or that it can be operated.
const GENERIC: &str = "absolute active animated area badge base basic block body bordered bottom box btn button card cell center centered \
    check checkbox circle class clickable clear clearfix column component container content control controls custom dark default \
    disabled div element enabled fade fill fixed float focus focusable form full group hidden icon img image inline \
    inner input interactive item js label large layer layout lazy left lg light link list main md medium native node none outer \
    outline panel path position primary radio react rect relative right root round row secondary section select selected \
    selectable shape show shrink size sm small span svg switch textbox toggle toolbar top transform ui unselectable view visible wrap wrapper xl \
    xs";
/// What lies over something, or opens it: parts that libraries add.
/// `ocl` is what jsTree calls the mark that opens a node.
const PARTS: &str =
    "backdrop cover mask ocl overlay placeholder reference ripple scrim slot thumb tooltip trigger";
/// The first words of utilities (`mt-2`, `bg-white`): style sheets of Tailwind and Bootstrap.
const UTILITIES: &str = "align css display divide jsx leading no order place sc svelte tracking whitespace";
/// Words of both kinds.
const EITHER: &str = "animate bg border col cursor d duration ease flex font gap grid h hover inset is items justify m max mb min ml \
    mr mt mx my ng object opacity overflow p pb pl pointer pr pt px py ring rounded self shadow space text \
    transition w z";
/// States, which come and go while the element stays what it is; what scripts write where they have no value.
const STATES: &str = "checked closed collapsed current empty expanded false has highlighted invalid loaded loading not null off on open \
    opened pressed readonly required true undefined unchecked valid";
/// What the classes of libraries begin with.
const LIBRARIES: &str = "ant arco bp chakra dijit dojox ember ext framer headlessui ionic ivu jqx layui mantine mat mdc mdl mui muuri nb \
    fancytree jstree ngx nuxt nz primefaces pui radix rc semi uk van vs vue vuetify wp";

fn is_in(lists: &[&str], word: &str) -> bool {
    lists.iter().flat_map(|list| list.split_ascii_whitespace()).any(|known| known == word)
}

/// Whether a word of an identifier says what its element is for.
fn tells_something(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let spoken = letters == 3 || word.chars().any(|c| !c.is_ascii() || "aeiouy".contains(c));
    letters >= 3 && spoken && !is_in(&[GENERIC, EITHER, PARTS, LIBRARIES], word)
}

/// Whether the words of an identifier, as [`super::hint::words_of`] has them, say what its element is for.
pub(super) fn tells(words: &str) -> bool {
    !is_machine_made(words) && words.split(' ').any(tells_something)
}

/// The same of a class, which may also say what state its element is in, or how a style sheet has it look. The classes of what the
/// element is in begin the classes of its parts (`todo-cb` in `todo`), and say nothing of one.
pub(super) fn class_tells(words: &str, around: &str) -> bool {
    let first = words.split(' ').next().unwrap_or("");
    let tells = |word: &str| {
        tells_something(word) && !is_in(&[STATES], word) && !around.split(' ').any(|other| other == word)
    };
    !is_in(&[UTILITIES, EITHER], first) && words.split(' ').any(tells)
}

/// Whether a name was made by a program: letters and digits change places in it more than once (`6pr-x9w38k3m`, `1vvimo x waaac7`), or
/// it has more consonants in a row than words have.
pub(super) fn is_machine_made(name: &str) -> bool {
    let mut changes = 0;
    let mut consonants = 0;
    let mut before: Option<bool> = None;
    for c in name.chars() {
        let digit = c.is_ascii_digit();
        if !digit && !c.is_alphabetic() {
            (before, consonants) = (None, 0);
            continue;
        }
        changes += usize::from(before.is_some_and(|before| before != digit));
        before = Some(digit);
        let consonant = c.is_ascii_alphabetic() && !"aeiouyAEIOUY".contains(c);
        consonants = if consonant { consonants + 1 } else { 0 };
        if consonants > 5 {
            return true;
        }
    }
    changes > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_of_style_sheets_are_known_by_their_first_word() {
        for word in ["align", "bg", "css", "hover", "items", "jsx", "justify", "rounded", "text", "w", "z"] {
            assert!(!class_tells(&format!("{word} reply"), ""), "{word}");
        }
        assert!(class_tells("reply", "") && class_tells("retweet button", ""));
    }

    #[test]
    fn identifiers_tell_what_an_element_is_for() {
        for words in [
            "open menu",
            "retweet button",
            "save",
            "pdf",
            "half hour",
            "step 2",
            "suche öffnen",
            "nav toggle",
        ] {
            assert!(tells(words), "{words}");
        }
        for words in [
            "basic switch",
            "btn radio toolbar 3",
            "hh 16",
            "input 3",
            "overlay",
            "98baf690 b75d",
            "1vvimo x waaac7",
        ] {
            assert!(!tells(words), "{words}");
        }
    }

    #[test]
    fn states_and_the_names_of_what_is_around_tell_nothing() {
        for (class, around) in [
            ("not visible", ""),
            ("el tooltip trigger", "el"),
            ("todo cb", "todo"),
            ("undefined", ""),
            ("layui form checkbox", ""),
            ("jstree ocl", ""),
            ("slot", ""),
            ("thumb", ""),
        ] {
            assert!(!class_tells(class, around), "{class}");
        }
        assert!(class_tells("todo delete", "todo") && class_tells("swiper button next", "swiper"));
    }

    #[test]
    fn programs_mix_letters_and_digits() {
        for name in ["1*6PR-x9W38k3m3PEZG9xkbFg", "98baf690-b75d", "1vvimo x waaac7", "kqxjpdvb"] {
            assert!(is_machine_made(name), "{name}");
        }
        for name in ["13cubaThumbStandard", "step2", "mp3", "shopping-cart", "strengths", "2024-report"] {
            assert!(!is_machine_made(name), "{name}");
        }
    }
}
