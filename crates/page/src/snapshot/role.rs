//! The roles of WAI-ARIA 1.2, with the few that Chrome adds and domtool needs.

macro_rules! roles {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// What a node is to a person, see WAI-ARIA 1.2 and HTML-AAM.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Role {
            /// Nothing of its own.
            #[default]
            Generic,
            $($variant),*
        }

        impl Role {
            /// Its ARIA word (`generic` for none).
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    Role::Generic => "generic",
                    $(Role::$variant => $word),*
                }
            }

            /// The role of an ARIA word, in lower case.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Role> {
                match word {
                    "generic" => Some(Role::Generic),
                    $($word => Some(Role::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

roles! {
    Alert "alert", AlertDialog "alertdialog", Application "application", Article "article", Banner "banner",
    BlockQuote "blockquote", Button "button", Canvas "canvas", Caption "caption", Cell "cell", Checkbox "checkbox",
    Code "code", ColumnHeader "columnheader", ComboBox "combobox", Complementary "complementary", ContentInfo "contentinfo",
    Definition "definition", Deletion "deletion", Details "details", Dialog "dialog", Directory "directory", Document "document",
    Emphasis "emphasis", Feed "feed", Figure "figure", Form "form", Grid "grid", GridCell "gridcell", Group "group",
    Heading "heading", Iframe "iframe", Image "img", Insertion "insertion", LabelText "labeltext", Legend "legend", Link "link", List "list",
    ListBox "listbox", ListItem "listitem", Log "log", Main "main", Mark "mark", Marquee "marquee", Math "math", Menu "menu",
    MenuBar "menubar", MenuItem "menuitem", MenuItemCheckbox "menuitemcheckbox", MenuItemRadio "menuitemradio", Meter "meter",
    Navigation "navigation", None "none", Note "note", Option "option", Paragraph "paragraph", Presentation "presentation",
    ProgressBar "progressbar", Radio "radio", RadioGroup "radiogroup", Region "region", Row "row", RowGroup "rowgroup",
    RowHeader "rowheader", ScrollBar "scrollbar", Search "search", SearchBox "searchbox", Separator "separator", Slider "slider",
    SpinButton "spinbutton", Status "status", Strong "strong", Subscript "subscript", Suggestion "suggestion", Superscript "superscript",
    Summary "summary", Switch "switch", Tab "tab", Table "table", TabList "tablist", TabPanel "tabpanel", Term "term",
    TextBox "textbox", Time "time", Timer "timer", Toolbar "toolbar", Tooltip "tooltip", Tree "tree", TreeGrid "treegrid",
    TreeItem "treeitem", Video "video", Audio "audio",
}

impl Role {
    /// Something that is on or off.
    #[must_use]
    pub const fn is_toggle(self) -> bool {
        matches!(self, Role::Checkbox | Role::Radio | Role::Switch)
    }

    /// An item of a menu, of any kind.
    #[must_use]
    pub const fn is_menu_item(self) -> bool {
        matches!(self, Role::MenuItem | Role::MenuItemCheckbox | Role::MenuItemRadio)
    }

    /// Something with a value that a person writes or sets.
    #[must_use]
    pub const fn takes_value(self) -> bool {
        matches!(self, Role::TextBox | Role::SearchBox | Role::SpinButton | Role::Slider | Role::ComboBox)
    }

    /// A landmark (WAI-ARIA 1.2, 5.3.4), but for `region`, which is one only with a name.
    #[must_use]
    pub const fn is_landmark(self) -> bool {
        matches!(
            self,
            Role::Main
                | Role::Navigation
                | Role::Banner
                | Role::ContentInfo
                | Role::Complementary
                | Role::Search
                | Role::Form
        )
    }

    /// The role for a word of Chrome's accessibility tree; nothing for one that is none of ours.
    #[must_use]
    pub fn from_chrome(word: &str) -> Option<Role> {
        Some(match word {
            "image" | "SvgRoot" | "ImageMap" => Role::Image,
            "DisclosureTriangle" | "DisclosureTriangleGrouped" => Role::Summary,
            "IframePresentational" => Role::Iframe,
            "Figcaption" => Role::Caption,
            "DescriptionList" => Role::List,
            "DescriptionListTerm" => Role::Term,
            "DescriptionListDetail" => Role::Definition,
            // HTML-AAM has no ARIA role for these fields.
            "Date" | "DateTime" | "InputTime" | "ColorWell" => Role::TextBox,
            "MathMLMath" => Role::Math,
            "presentation" | "Presentational" => Role::None,
            word if word.starts_with("MathML") => Role::Generic,
            word if word.starts_with("doc-") || word.starts_with("graphics-") => Role::from_module(word)?,
            "Ruby" | "RubyAnnotation" => Role::Generic,
            "comment" => Role::Article,
            "sectionheader" | "sectionfooter" | "SectionHeader" | "SectionFooter" | "LayoutTable"
            | "LayoutTableRow" | "LayoutTableCell" | "Pre" | "Abbr" | "Section" | "GenericContainer" => {
                Role::Generic
            }
            word => Role::from_word(&word.to_ascii_lowercase())?,
        })
    }

    /// The role for a word of the modules for documents (DPUB-ARIA) and graphics: the one of WAI-ARIA that it is a kind of.
    #[must_use]
    pub(super) fn from_module(word: &str) -> Option<Role> {
        Some(match word {
            "doc-backlink" | "doc-biblioref" | "doc-glossref" | "doc-noteref" => Role::Link,
            "doc-subtitle" => Role::Heading,
            "doc-cover" | "graphics-symbol" => Role::Image,
            "doc-pagebreak" => Role::Separator,
            "doc-toc" | "doc-index" | "doc-pagelist" => Role::Navigation,
            "doc-notice" | "doc-tip" => Role::Note,
            "graphics-document" => Role::Document,
            "graphics-object" => Role::Group,
            word if word.starts_with("doc-") => Role::Generic,
            _ => return None,
        })
    }
}
