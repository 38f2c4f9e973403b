//! What a node listens to, by kind: what a person must do to it for something to happen.

/// A set of kinds of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ListenerKinds(pub u16);

impl ListenerKinds {
    /// A click.
    pub const CLICK: ListenerKinds = ListenerKinds(1);
    /// A double click.
    pub const DOUBLE: ListenerKinds = ListenerKinds(1 << 1);
    /// A press or a release: of a mouse button, a pen, a finger.
    pub const PRESS: ListenerKinds = ListenerKinds(1 << 2);
    /// The context menu.
    pub const MENU: ListenerKinds = ListenerKinds(1 << 3);
    /// The pointer coming onto it.
    pub const HOVER: ListenerKinds = ListenerKinds(1 << 4);
    /// The pointer moving on it, or leaving it.
    pub const MOVE: ListenerKinds = ListenerKinds(1 << 5);
    /// The wheel.
    pub const WHEEL: ListenerKinds = ListenerKinds(1 << 6);
    /// Keys.
    pub const KEY: ListenerKinds = ListenerKinds(1 << 7);
    /// Something in it that is being dragged.
    pub const DRAG: ListenerKinds = ListenerKinds(1 << 8);
    /// Something dropped onto it.
    pub const DROP: ListenerKinds = ListenerKinds(1 << 9);
    /// Text put into it.
    pub const EDIT: ListenerKinds = ListenerKinds(1 << 10);

    /// What a mouse button does.
    pub const POINTED: ListenerKinds =
        ListenerKinds(Self::CLICK.0 | Self::DOUBLE.0 | Self::PRESS.0 | Self::MENU.0);

    /// Every kind with its word.
    pub const WORDS: &[(ListenerKinds, &str)] = &[
        (ListenerKinds::CLICK, "click"),
        (ListenerKinds::DOUBLE, "double click"),
        (ListenerKinds::PRESS, "press"),
        (ListenerKinds::MENU, "right click"),
        (ListenerKinds::HOVER, "hover"),
        (ListenerKinds::MOVE, "move"),
        (ListenerKinds::WHEEL, "wheel"),
        (ListenerKinds::KEY, "key"),
        (ListenerKinds::DRAG, "drag"),
        (ListenerKinds::DROP, "drop"),
        (ListenerKinds::EDIT, "edit"),
    ];

    /// The kind of an event; none for one that is no person's doing.
    #[must_use]
    pub fn of(event: &str) -> ListenerKinds {
        match event {
            "click" | "auxclick" => ListenerKinds::CLICK,
            "dblclick" => ListenerKinds::DOUBLE,
            "mousedown" | "mouseup" | "pointerdown" | "pointerup" | "touchstart" | "touchend" => {
                ListenerKinds::PRESS
            }
            "contextmenu" => ListenerKinds::MENU,
            "mouseenter" | "mouseover" | "pointerenter" | "pointerover" => ListenerKinds::HOVER,
            "mousemove" | "pointermove" | "pointerrawupdate" | "touchmove" | "mouseleave" | "mouseout"
            | "pointerleave" | "pointerout" => ListenerKinds::MOVE,
            "wheel" | "mousewheel" => ListenerKinds::WHEEL,
            "keydown" | "keyup" | "keypress" => ListenerKinds::KEY,
            "dragstart" | "drag" | "dragend" => ListenerKinds::DRAG,
            "dragover" | "drop" => ListenerKinds::DROP,
            "input" | "change" | "beforeinput" | "paste" => ListenerKinds::EDIT,
            _ => ListenerKinds::default(),
        }
    }

    /// Whether it has one of the kinds of another set.
    #[must_use]
    pub const fn any(self, other: ListenerKinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn with(self, other: ListenerKinds) -> ListenerKinds {
        ListenerKinds(self.0 | other.0)
    }

    /// The words of its kinds.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS.iter().filter(move |(kind, _)| self.any(*kind)).map(|(_, word)| *word)
    }
}
