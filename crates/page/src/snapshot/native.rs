//! Roles: the author's `role`, else the role that HTML-AAM 1.0 gives the tag, both as Chrome reads them. Fixtures: roles-*.html, held
//! against Chrome's own roles.

use super::{
    Certainty, NodeKind, Role,
    draft::{Draft, Marks},
    known_names::Word,
    refs::Referred,
    tables,
};

/// Fills `role` and `role_certainty`.
pub(super) fn assign_roles(draft: &mut Draft<'_>) {
    let count = draft.len();
    draft.snapshot.columns.role.resize(count, Role::Generic);
    draft.snapshot.columns.role_certainty.resize(count, Certainty::Certain);
    for at in 0..count {
        if draft.is_element(at) {
            let (role, certainty) = role_of(draft, at);
            draft.snapshot.columns.role[at] = role;
            draft.snapshot.columns.role_certainty[at] = certainty;
        }
    }
}

fn role_of(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    let (native, certainty) = native(draft, at);
    let Some(said) = draft.attribute(at, Word::Role) else { return (native, certainty) };
    let Some(role) = said.split_ascii_whitespace().find_map(|token| aria_role(&token.to_ascii_lowercase()))
    else {
        return (native, certainty);
    };
    match role {
        Role::None | Role::Presentation => {
            if matches!(draft.tag[at], Word::Object | Word::Embed) {
                (native, Certainty::Uncertain)
            } else if focusable(draft, at) || has_global_aria(draft, at) {
                (native, certainty)
            } else {
                (Role::None, Certainty::Certain)
            }
        }
        // A toggle button with `aria-pressed`, a special kind of text box: Chrome keeps the more specific role.
        Role::Form | Role::Region if !has_author_name(draft, at) => (native, certainty),
        Role::Directory => (Role::List, Certainty::Certain),
        Role::Cell if in_grid(draft, at) => (Role::GridCell, Certainty::Certain),
        Role::Option | Role::TreeItem | Role::ListItem => match in_context(draft, at, role) {
            Certainty::Certain => (role, Certainty::Certain),
            // Outside of the list or table that owns it, it keeps the role of its tag.
            _ if role == Role::TreeItem => (role, Certainty::Uncertain),
            _ => (native, Certainty::Uncertain),
        },
        role => (role, Certainty::Certain),
    }
}

/// The role of a token; nothing for what no author may use.
fn aria_role(token: &str) -> Option<Role> {
    match token {
        "image" => Some(Role::Image),
        "comment" => Some(Role::Article),
        token if token.starts_with("doc-") || token.starts_with("graphics-") => Role::from_module(token),
        "labeltext" | "canvas" | "details" | "iframe" | "legend" | "summary" | "video" | "audio" => None,
        token => Role::from_word(token),
    }
}

/// How sure a role is that Chrome drops or changes outside of its owner (an option outside of a list). The nearest ancestor that is
/// more than a plain box, or than a part of the same widget, must be the owner.
fn in_context(draft: &Draft<'_>, at: usize, role: Role) -> Certainty {
    let (between, owners): (&[Role], &[Role]) = match role {
        Role::Option => (&[Role::Group], &[Role::ListBox]),
        Role::TreeItem => (&[Role::Group, Role::TreeItem], &[Role::Tree]),
        Role::ListItem => (&[], &[Role::List]),
        _ => return Certainty::Certain,
    };
    let columns = &draft.snapshot.columns;
    let owner = draft.ancestors(at).find(|a| {
        columns.kind[*a] == NodeKind::Document
            || !(matches!(columns.role[*a], Role::Generic | Role::None)
                || between.contains(&columns.role[*a]))
    });
    match owner {
        Some(owner) if owners.contains(&columns.role[owner]) => columns.role_certainty[owner],
        _ => Certainty::Uncertain,
    }
}

/// Whether the table around it is one that is moved about in.
pub(super) fn in_grid(draft: &Draft<'_>, at: usize) -> bool {
    let columns = &draft.snapshot.columns;
    let table =
        draft.ancestors(at).find(|a| matches!(columns.role[*a], Role::Table | Role::Grid | Role::TreeGrid));
    table.is_some_and(|table| columns.role[table] != Role::Table)
}

fn has_global_aria(draft: &Draft<'_>, at: usize) -> bool {
    use Word::{
        AriaAtomic, AriaBusy, AriaControls, AriaCurrent, AriaDescribedby, AriaDetails, AriaDropeffect,
        AriaFlowto, AriaGrabbed, AriaKeyshortcuts, AriaLabel, AriaLabelledby, AriaLive, AriaOwns,
        AriaRelevant, AriaRoledescription,
    };
    [
        AriaAtomic,
        AriaBusy,
        AriaControls,
        AriaCurrent,
        AriaDescribedby,
        AriaDetails,
        AriaDropeffect,
        AriaFlowto,
        AriaGrabbed,
        AriaKeyshortcuts,
        AriaLabel,
        AriaLabelledby,
        AriaLive,
        AriaOwns,
        AriaRelevant,
        AriaRoledescription,
    ]
    .into_iter()
    .any(|key| draft.has(at, key))
}

/// Whether keyboard focus can come to it.
pub(super) fn focusable(draft: &Draft<'_>, at: usize) -> bool {
    if draft.attribute(at, Word::Tabindex).is_some_and(|v| v.trim().parse::<i32>().is_ok()) {
        return true;
    }
    match draft.tag[at] {
        Word::A | Word::Area => draft.has(at, Word::Href),
        Word::Button | Word::Select | Word::Textarea => !draft.has(at, Word::Disabled),
        Word::Input => {
            !draft.has(at, Word::Disabled) && !input_type(draft, at).eq_ignore_ascii_case("hidden")
        }
        Word::Summary => is_first_summary(draft, at),
        Word::Iframe => true,
        Word::Dialog => draft.has(at, Word::Open),
        Word::Audio | Word::Video => draft.has(at, Word::Controls),
        _ => editable_host(draft, at),
    }
}

/// Whether it has `contenteditable` in one of its three kinds.
pub(super) fn editable_host(draft: &Draft<'_>, at: usize) -> bool {
    draft.attribute(at, Word::Contenteditable).is_some_and(|value| {
        let value = value.trim();
        value.is_empty() || value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("plaintext-only")
    })
}

/// Whether an author gave it a name by ARIA or a title. A reference to nothing gives none.
fn has_author_name(draft: &Draft<'_>, at: usize) -> bool {
    [Word::AriaLabel, Word::Title]
        .into_iter()
        .any(|key| draft.attribute(at, key).is_some_and(|v| !v.trim().is_empty()))
        || draft.labellers(at).any(|target| target != Referred::Nothing)
}

/// `input`'s `type`, as written.
pub(super) fn input_type<'d>(draft: &'d Draft<'_>, at: usize) -> &'d str {
    draft.attribute(at, Word::Type).map_or("text", str::trim)
}

fn native(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    use Certainty::{Certain, Uncertain};
    if let Some(role) = always(draft.tag[at]) {
        return (role, Certain);
    }
    let when = |is: bool, role: Role| if is { role } else { Role::Generic };
    let role = match draft.tag[at] {
        // Chrome also takes an `<a>` that listens to clicks for a link.
        Word::A => {
            let listens = draft.marks[at].has(Marks::CLICKABLE) && !editable_host(draft, at);
            when(draft.has(at, Word::Href) || listens, Role::Link)
        }
        Word::Area => when(draft.has(at, Word::Href), Role::Link),
        Word::Input => return input(draft, at),
        Word::Select => {
            let size =
                draft.attribute(at, Word::Size).and_then(|v| v.trim().parse::<u32>().ok()).unwrap_or(0);
            if draft.has(at, Word::Multiple) || size > 1 { Role::ListBox } else { Role::ComboBox }
        }
        Word::Header => when(!in_section(draft, at), Role::Banner),
        Word::Footer => when(!in_section(draft, at), Role::ContentInfo),
        Word::Aside => when(!in_sectioning(draft, at) || has_author_name(draft, at), Role::Complementary),
        Word::Section => when(has_author_name(draft, at), Role::Region),
        Word::Li => return list_item(draft, at),
        Word::Table => return tables::table(draft, at),
        Word::Thead | Word::Tbody | Word::Tfoot => return tables::part(draft, at, Role::RowGroup),
        Word::Tr => return tables::part(draft, at, Role::Row),
        Word::Td => return tables::part(draft, at, Role::Cell),
        Word::Th => return tables::header_cell(draft, at),
        Word::Img => return image(draft, at),
        // Chrome has a shape in its accessibility tree only when it has a name or description.
        Word::Rect
        | Word::Circle
        | Word::Path
        | Word::Line
        | Word::Polyline
        | Word::Polygon
        | Word::Ellipse
            if is_told_in_svg(draft, at) || draft.has(at, Word::AriaLabelledby) =>
        {
            Role::Image
        }
        Word::G if is_told_in_svg(draft, at) => Role::Group,
        Word::Summary => when(is_first_summary(draft, at), Role::Summary),
        Word::Object | Word::Embed => return (Role::Generic, Uncertain),
        // Chrome groups what an open popover holds.
        _ if draft.has(at, Word::Popover) && draft.marks[at].has(Marks::LAID_OUT) => {
            return (Role::Generic, Uncertain);
        }
        _ if draft.style[at].list_item => Role::ListItem,
        // The class of a custom element can give it a role that no attribute shows.
        Word::Custom if focusable(draft, at) => return (Role::Generic, Uncertain),
        _ => Role::Generic,
    };
    (role, Certain)
}

/// The role of a tag that has the same one everywhere (HTML-AAM 1.0, "HTML Element Role Mappings").
const fn always(tag: Word) -> Option<Role> {
    Some(match tag {
        Word::Button => Role::Button,
        Word::Option => Role::Option,
        Word::Optgroup | Word::Fieldset | Word::Hgroup | Word::Address => Role::Group,
        Word::Datalist => Role::ListBox,
        Word::Textarea => Role::TextBox,
        Word::H1 | Word::H2 | Word::H3 | Word::H4 | Word::H5 | Word::H6 => Role::Heading,
        Word::Nav => Role::Navigation,
        Word::Main => Role::Main,
        Word::Search => Role::Search,
        Word::Form => Role::Form,
        Word::Article => Role::Article,
        Word::Ul | Word::Ol | Word::Menu | Word::Dir | Word::Dl => Role::List,
        Word::Dt | Word::Dfn => Role::Term,
        Word::Dd => Role::Definition,
        Word::Caption | Word::Figcaption => Role::Caption,
        Word::Svg => Role::Image,
        Word::Canvas => Role::Canvas,
        Word::Figure => Role::Figure,
        Word::Details => Role::Details,
        Word::Dialog => Role::Dialog,
        Word::Progress => Role::ProgressBar,
        Word::Meter => Role::Meter,
        Word::Output => Role::Status,
        Word::Legend => Role::Legend,
        Word::Label => Role::LabelText,
        Word::Hr => Role::Separator,
        Word::Iframe | Word::Frame => Role::Iframe,
        Word::Video => Role::Video,
        Word::Audio => Role::Audio,
        Word::P => Role::Paragraph,
        Word::Blockquote => Role::BlockQuote,
        Word::Code => Role::Code,
        Word::Em => Role::Emphasis,
        Word::Strong => Role::Strong,
        Word::Sub => Role::Subscript,
        Word::Sup => Role::Superscript,
        Word::Ins => Role::Insertion,
        Word::Del | Word::S => Role::Deletion,
        Word::Mark => Role::Mark,
        Word::Time => Role::Time,
        Word::MathTag => Role::Math,
        _ => return None,
    })
}

/// Whether a part of a drawing can be operated or is named, for which Chrome has it in its accessibility tree.
fn is_told_in_svg(draft: &Draft<'_>, at: usize) -> bool {
    focusable(draft, at)
        || draft.marks[at].has(Marks::CLICKABLE)
        || draft.has(at, Word::AriaLabel)
        || draft.children(at).any(|child| draft.tag[child] == Word::Title)
}

fn input(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    let kind = input_type(draft, at).to_ascii_lowercase();
    let role = match kind.as_str() {
        "button" | "submit" | "reset" | "image" | "file" => Role::Button,
        "checkbox" => Role::Checkbox,
        "radio" => Role::Radio,
        "range" => Role::Slider,
        "number" => Role::SpinButton,
        "hidden" => Role::None,
        // HTML-AAM gives these none of ARIA's roles.
        "color" | "date" | "datetime-local" | "month" | "time" | "week" | "password" => Role::TextBox,
        kind => match has_datalist(draft, at) {
            (true, certainty) => return (Role::ComboBox, certainty),
            (false, _) if kind == "search" => Role::SearchBox,
            (false, _) => Role::TextBox,
        },
    };
    (role, Certainty::Certain)
}

/// Whether the list that an `<input>` names is there: without it there is nothing to choose from.
fn has_datalist(draft: &Draft<'_>, at: usize) -> (bool, Certainty) {
    match draft.attribute(at, Word::ListAttr).map(|id| draft.by_id(at, id)) {
        Some(Referred::To(list)) => (draft.tag[list] == Word::Datalist, Certainty::Certain),
        Some(Referred::Unknown) => (true, Certainty::Uncertain),
        Some(Referred::Nothing) | None => (false, Certainty::Certain),
    }
}

fn image(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    match draft.attribute(at, Word::Alt) {
        Some("") if draft.marks[at].has(Marks::CLICKABLE) => (Role::Image, Certainty::Certain),
        Some("") if !has_author_name(draft, at) && !focusable(draft, at) => (Role::None, Certainty::Certain),
        Some("") => (Role::Image, Certainty::Certain),
        _ => (Role::Image, Certainty::Certain),
    }
}

/// Whether it stands in sectioning content, where `header` and `footer` belong to the section.
fn in_section(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|a| draft.snapshot.columns.kind[*a] != NodeKind::Document).any(|a| {
        matches!(draft.tag[a], Word::Article | Word::Aside | Word::Main | Word::Nav | Word::Section)
            || matches!(
                draft.snapshot.columns.role[a],
                Role::Article | Role::Complementary | Role::Main | Role::Navigation
            )
    })
}

fn in_sectioning(draft: &Draft<'_>, at: usize) -> bool {
    draft.ancestors(at).take_while(|a| draft.snapshot.columns.kind[*a] != NodeKind::Document).any(|a| {
        matches!(draft.tag[a], Word::Article | Word::Aside | Word::Nav | Word::Section)
            || matches!(
                draft.snapshot.columns.role[a],
                Role::Article | Role::Complementary | Role::Navigation | Role::Region
            )
    })
}

fn list_item(draft: &Draft<'_>, at: usize) -> (Role, Certainty) {
    let list =
        draft.parent(at).filter(|p| matches!(draft.tag[*p], Word::Ul | Word::Ol | Word::Menu | Word::Dir));
    match list.map(|list| draft.snapshot.columns.role[list]) {
        Some(Role::None) => (Role::None, Certainty::Uncertain),
        _ => (Role::ListItem, Certainty::Certain),
    }
}

fn is_first_summary(draft: &Draft<'_>, at: usize) -> bool {
    draft.parent(at).is_some_and(|parent| {
        draft.tag[parent] == Word::Details
            && draft.children(parent).find(|child| draft.tag[*child] == Word::Summary) == Some(at)
    })
}
