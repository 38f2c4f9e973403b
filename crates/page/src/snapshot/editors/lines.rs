//! Reads the lines of an editor by where they stand: its texts from the top down, those of one height together, the number of a line
//! from the column on the left. A line that has no number where others have one goes on the line above it.

use super::{DrawnLines, is_sound};
use crate::limits::EMPTY_LINES;
use crate::snapshot::{
    draft::{Draft, Marks},
    style::Display,
};

/// Line numbers have no more digits.
const DIGITS: usize = 7;

/// What is written in an editor, as far as it is drawn.
pub(super) struct Drawn {
    /// The lines; `None` where there is none, not even an empty one.
    pub(super) text: Option<String>,
    pub(super) lines: DrawnLines,
    /// Where the last line ends.
    pub(super) bottom: f64,
    /// How high a line is.
    pub(super) height: f64,
}

/// The texts of one box: a line, or the number of one.
struct Piece {
    holder: usize,
    text: String,
    left: f64,
    top: f64,
    bottom: f64,
    /// How high the box is that holds it.
    pitch: f64,
    aside: bool,
}

impl Piece {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// What stands at one height.
struct Row {
    number: Option<u32>,
    text: String,
    top: f64,
    pitch: f64,
}

/// Reads the texts of an editor's box.
pub(super) fn read(draft: &Draft<'_>, root: usize, texts: &[usize]) -> Drawn {
    let mut pieces = pieces(draft, root, texts);
    let Some(height) =
        texts.iter().filter_map(|at| draft.snapshot.columns.rect[*at]).map(|r| r.h).reduce(f64::min)
    else {
        return Drawn { text: None, lines: DrawnLines::default(), bottom: 0.0, height: 0.0 };
    };
    pieces.sort_by(|a, b| a.top.total_cmp(&b.top).then(a.left.total_cmp(&b.left)));
    let bottom = pieces.iter().map(|piece| piece.bottom).fold(f64::MIN, f64::max);
    let rows = number(group(pieces, height));
    let view = draft.snapshot.columns.rect[root].filter(|rect| is_sound(*rect));
    let seen = |at: &Row| view.is_some_and(|view| at.top + height / 2.0 > view.y);
    let numbers = first_and_last(&rows);
    let from_first = match numbers {
        Some((first, _)) => first == 1,
        None => rows.first().is_some_and(seen),
    };
    // An editor fills its box with lines, so that room under the last one says that there is no other.
    let to_last = view.is_some_and(|view| bottom + height / 2.0 <= view.bottom());
    let lines = DrawnLines { numbers, whole: from_first && to_last };
    Drawn { text: written(&rows, height), lines, bottom, height }
}

/// Texts by the boxes that they are in, in document order.
fn pieces(draft: &Draft<'_>, root: usize, texts: &[usize]) -> Vec<Piece> {
    let columns = &draft.snapshot.columns;
    let mut pieces: Vec<Piece> = Vec::new();
    for at in texts {
        let Some(rect) = columns.rect[*at] else { continue };
        let block = |above: &usize| draft.style[*above].display == Display::Block;
        let holder = draft.ancestors(*at).take_while(|above| *above != root).find(block).unwrap_or(root);
        let text = draft.text(columns.text[*at]);
        match pieces.last_mut().filter(|piece| piece.holder == holder) {
            Some(piece) => {
                piece.text.push_str(text);
                (piece.left, piece.top) = (piece.left.min(rect.x), piece.top.min(rect.y));
                piece.bottom = piece.bottom.max(rect.bottom());
            }
            None => pieces.push(Piece {
                holder,
                text: text.to_owned(),
                left: rect.x,
                top: rect.y,
                bottom: rect.bottom(),
                pitch: columns.rect[holder].filter(|_| holder != root).map_or(f64::MAX, |around| around.h),
                aside: draft.marks[*at].has(Marks::ARIA_HIDDEN),
            }),
        }
    }
    for piece in &mut pieces {
        piece.text = plain(&piece.text);
    }
    pieces
}

/// Pieces that stand at one height, from the left.
fn group(pieces: Vec<Piece>, height: f64) -> Vec<Vec<Piece>> {
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match rows.last_mut().filter(|row| piece.top - row[0].top < height / 2.0) {
            Some(row) => row.push(piece),
            None => rows.push(vec![piece]),
        }
    }
    rows.iter_mut().for_each(|row| row.sort_by(|a, b| a.left.total_cmp(&b.left)));
    rows
}

/// Takes the first piece of each row for its number, where these count up; else it is a part of the text.
fn number(rows: Vec<Vec<Piece>>) -> Vec<Row> {
    let number_of = |row: &[Piece]| {
        let first = row.first()?;
        let digits = first.text.trim();
        let is_number =
            (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|_| is_number && (first.aside || row.len() > 1))
    };
    let numbers: Vec<Option<u32>> = rows.iter().map(|row| number_of(row)).collect();
    let told: Vec<u32> = numbers.iter().copied().flatten().collect();
    let counts = told.windows(2).all(|pair| pair[0] < pair[1]);
    let is_numbered = counts && !told.is_empty();
    rows.into_iter()
        .zip(numbers)
        // A blank that is no line's: a cursor, a place for a mark.
        .filter(|(row, number)| !is_numbered || number.is_some() || row.iter().any(|piece| !piece.is_blank()))
        .map(|(row, number)| {
            let number = number.filter(|_| counts);
            let top = row.first().map_or(0.0, |piece| piece.top);
            let texts = row.iter().skip(usize::from(number.is_some()));
            let written = texts.clone().any(|piece| !piece.is_blank());
            // Beside what keeps an empty line open, a blank is the cursor.
            let empty = is_numbered && texts.clone().any(|piece| piece.text.is_empty());
            let texts = texts.filter(|piece| !piece.is_blank() || !written && !empty);
            let texts = texts.map(|piece| piece.text.as_str());
            let pitch = row.iter().map(|piece| piece.pitch).fold(f64::MAX, f64::min);
            Row { number, text: texts.collect(), top, pitch }
        })
        .collect()
}

fn first_and_last(rows: &[Row]) -> Option<(u32, u32)> {
    let mut numbers = rows.iter().filter_map(|row| row.number);
    let first = numbers.next()?;
    Some((first, numbers.next_back().unwrap_or(first)))
}

/// The rows as lines of text.
fn written(rows: &[Row], height: f64) -> Option<String> {
    let numbered = rows.iter().any(|row| row.number.is_some());
    let mut text = String::new();
    let mut above: Option<&Row> = None;
    let distances = rows.windows(2).map(|pair| pair[1].top - pair[0].top);
    let pitch = distances.chain(rows.iter().map(|row| row.pitch)).fold(f64::MAX, f64::min).max(height);
    for row in rows {
        if let Some(above) = above
            && (!numbered || row.number.is_some())
        {
            text.push('\n');
            // An empty line may draw nothing; a number would show it.
            let rows = ((row.top - above.top) / pitch).round();
            if !numbered && rows > 1.0 {
                text.extend(std::iter::repeat_n('\n', (rows as usize - 1).min(EMPTY_LINES)));
            }
        }
        text.push_str(&row.text);
        above = Some(row);
    }
    above.map(|_| text)
}

/// A text as it was written: without the characters that only keep a line open, with plain spaces.
pub(super) fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{200c}' | '\u{2060}' | '\u{feff}'));
    kept.map(|c| if c == '\u{a0}' { ' ' } else { c }).collect()
}
