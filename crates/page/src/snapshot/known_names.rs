//! The tag and attribute names that perception knows, as numbers: a pass compares them without touching text.

macro_rules! words {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// A known tag or attribute name, lower-case.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub(super) enum Word {
            /// Any other.
            #[default]
            Other,
            /// A custom element's name: it has a hyphen.
            Custom,
            /// An `on...` attribute.
            Handler,
            $($variant),*
        }

        impl Word {
            /// The word of a lower-case name.
            pub(super) fn of(name: &str) -> Word {
                match name {
                    $($word => Word::$variant,)*
                    _ if name.len() > 2 && name.starts_with("on") => Word::Handler,
                    _ if name.contains('-') => Word::Custom,
                    _ => Word::Other,
                }
            }
        }
    };
}

words! {
    // elements
    A "a", Abbr "abbr", Address "address", Area "area", Article "article", Aside "aside", Audio "audio", B "b", Base "base",
    Bdi "bdi", Bdo "bdo", Blockquote "blockquote", Body "body", Br "br", Button "button", Canvas "canvas", Caption "caption",
    Center "center", Cite "cite", Code "code", Col "col", Colgroup "colgroup", Data "data", Datalist "datalist", Dd "dd", Del "del",
    Details "details", Dfn "dfn", Dialog "dialog", Dir "dir", Div "div", Dl "dl", Dt "dt", Em "em", Embed "embed",
    Fieldset "fieldset", Figcaption "figcaption", Figure "figure", Font "font", Footer "footer", Form "form", Frame "frame", Frameset "frameset",
    H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Head "head", Header "header", Hgroup "hgroup", Hr "hr", Html "html",
    I "i", Iframe "iframe", Img "img", Input "input", Ins "ins", Kbd "kbd", Label "label", Legend "legend", Li "li", Link "link",
    Main "main", Map "map", Mark "mark", Marquee "marquee", MathTag "math", Menu "menu", Meta "meta", Meter "meter", Nav "nav", Noscript "noscript",
    Object "object", Ol "ol", Optgroup "optgroup", Option "option", Output "output", P "p", Picture "picture", Pre "pre",
    Progress "progress", Q "q", Rp "rp", Rt "rt", Ruby "ruby", S "s", Samp "samp", Script "script", Search "search", Section "section",
    Select "select", Slot "slot", Small "small", Source "source", Span "span", Strike "strike", Strong "strong", Style "style", Sub "sub",
    Summary "summary", Sup "sup", Svg "svg", Table "table", Tbody "tbody", Td "td", Template "template", Textarea "textarea",
    Tfoot "tfoot", Th "th", Thead "thead", Time "time", Title "title", Tr "tr", Track "track", U "u", Ul "ul", Use "use", Var "var",
    Video "video", Wbr "wbr", G "g", Path "path", Image "image", TextTag "text", Tspan "tspan", Desc "desc", Defs "defs", Symbol "symbol",
    Circle "circle", Rect "rect", Line "line", Polyline "polyline", Polygon "polygon", Ellipse "ellipse", ForeignObject "foreignobject", ClipPath "clippath", MaskTag "mask", Pattern "pattern", Filter "filter", MarkerTag "marker", Metadata "metadata",
    LinearGradient "lineargradient", RadialGradient "radialgradient",
    // pseudo-elements
    Before "::before", After "::after", Marker "::marker",
    // attributes
    Accept "accept", Accesskey "accesskey", Action "action", Alt "alt", Autocomplete "autocomplete", Checked "checked", Class "class", Cols "cols",
    Contenteditable "contenteditable", Controls "controls", DataCy "data-cy", DataNoAi "data-no-ai", DataTest "data-test",
    DataTestid "data-testid", DataToggle "data-toggle", DataBsToggle "data-bs-toggle", DataDismiss "data-dismiss", DataBsDismiss "data-bs-dismiss",
    DataSlide "data-slide", DataBsSlide "data-bs-slide", DataSlideTo "data-slide-to", DataBsSlideTo "data-bs-slide-to",
    Jsaction "jsaction", PhxClick "phx-click", QwikClick "on:click", Shape "shape", Coords "coords", Disabled "disabled", Draggable "draggable", For "for", Formaction "formaction",
    Headers "headers", Hidden "hidden", Href "href", Id "id", Inert "inert", ListAttr "list", Multiple "multiple", Name "name", Open "open",
    Placeholder "placeholder", AriaPlaceholder "aria-placeholder", Rules "rules", Axis "axis", Popover "popover", Poster "poster", Readonly "readonly", Required "required", Role "role", Scope "scope", Selected "selected", Size "size", Src "src",
    Spellcheck "spellcheck", Srcdoc "srcdoc", Srcset "srcset", Tabindex "tabindex", Type "type", Usemap "usemap", Value "value", XlinkHref "xlink:href",
    AriaAtomic "aria-atomic", AriaBusy "aria-busy", AriaChecked "aria-checked", AriaControls "aria-controls", AriaCurrent "aria-current", AriaDescribedby "aria-describedby",
    AriaDescription "aria-description",
    AriaDisabled "aria-disabled", AriaDropeffect "aria-dropeffect", AriaExpanded "aria-expanded", AriaFlowto "aria-flowto", AriaGrabbed "aria-grabbed",
    AriaHaspopup "aria-haspopup", AriaHidden "aria-hidden", AriaInvalid "aria-invalid", AriaKeyshortcuts "aria-keyshortcuts",
    AriaLabel "aria-label", AriaLabelledby "aria-labelledby", AriaLabeledby "aria-labeledby", AriaLevel "aria-level", AriaLive "aria-live", AriaModal "aria-modal", AriaOwns "aria-owns",
    AriaPressed "aria-pressed", AriaReadonly "aria-readonly", AriaRelevant "aria-relevant", AriaRequired "aria-required", AriaRoledescription "aria-roledescription", AriaSelected "aria-selected", AriaSetsize "aria-setsize", AriaRowcount "aria-rowcount",
    AriaValuetext "aria-valuetext", AriaValuenow "aria-valuenow", AriaDetails "aria-details", AriaErrormessage "aria-errormessage",
    AriaSort "aria-sort", AriaMultiline "aria-multiline", AriaMultiselectable "aria-multiselectable", AriaActivedescendant "aria-activedescendant",
    AriaValuemin "aria-valuemin", AriaValuemax "aria-valuemax", Popovertarget "popovertarget", Commandfor "commandfor", Command "command", Min "min", Max "max",
    ViewBox "viewbox", PreserveAspectRatio "preserveaspectratio", D "d", Points "points", X1 "x1", Y1 "y1", X2 "x2", Y2 "y2", R "r",
    X "x", Y "y",
}
