//! What a node listens to, by kind: what a person must do to it for something to happen.

/// A set of kinds of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hears(pub u16);

impl Hears {
    /// A click.
    pub const CLICK: Hears = Hears(1);
    /// A double click.
    pub const DOUBLE: Hears = Hears(1 << 1);
    /// A press or a release: of a mouse button, a pen, a finger.
    pub const PRESS: Hears = Hears(1 << 2);
    /// The context menu.
    pub const MENU: Hears = Hears(1 << 3);
    /// The pointer coming onto it.
    pub const HOVER: Hears = Hears(1 << 4);
    /// The pointer moving on it, or leaving it.
    pub const MOVE: Hears = Hears(1 << 5);
    /// The wheel.
    pub const WHEEL: Hears = Hears(1 << 6);
    /// Keys.
    pub const KEY: Hears = Hears(1 << 7);
    /// Something in it that is being dragged.
    pub const DRAG: Hears = Hears(1 << 8);
    /// Something dropped onto it.
    pub const DROP: Hears = Hears(1 << 9);
    /// Text put into it.
    pub const EDIT: Hears = Hears(1 << 10);

    /// What a mouse button does.
    pub const POINTED: Hears = Hears(Self::CLICK.0 | Self::DOUBLE.0 | Self::PRESS.0 | Self::MENU.0);

    /// Every kind with its word.
    pub const WORDS: &[(Hears, &str)] = &[
        (Hears::CLICK, "click"),
        (Hears::DOUBLE, "double click"),
        (Hears::PRESS, "press"),
        (Hears::MENU, "right click"),
        (Hears::HOVER, "hover"),
        (Hears::MOVE, "move"),
        (Hears::WHEEL, "wheel"),
        (Hears::KEY, "key"),
        (Hears::DRAG, "drag"),
        (Hears::DROP, "drop"),
        (Hears::EDIT, "edit"),
    ];

    /// The kind of an event; none for one that is no person's doing.
    #[must_use]
    pub fn of(event: &str) -> Hears {
        match event {
            "click" | "auxclick" => Hears::CLICK,
            "dblclick" => Hears::DOUBLE,
            "mousedown" | "mouseup" | "pointerdown" | "pointerup" | "touchstart" | "touchend" => Hears::PRESS,
            "contextmenu" => Hears::MENU,
            "mouseenter" | "mouseover" | "pointerenter" | "pointerover" => Hears::HOVER,
            "mousemove" | "pointermove" | "pointerrawupdate" | "touchmove" | "mouseleave" | "mouseout"
            | "pointerleave" | "pointerout" => Hears::MOVE,
            "wheel" | "mousewheel" => Hears::WHEEL,
            "keydown" | "keyup" | "keypress" => Hears::KEY,
            "dragstart" | "drag" | "dragend" => Hears::DRAG,
            "dragover" | "drop" => Hears::DROP,
            "input" | "change" | "beforeinput" | "paste" => Hears::EDIT,
            _ => Hears::default(),
        }
    }

    /// Whether it has one of the kinds of another set.
    #[must_use]
    pub const fn any(self, other: Hears) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn with(self, other: Hears) -> Hears {
        Hears(self.0 | other.0)
    }

    /// The words of its kinds.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS.iter().filter(move |(kind, _)| self.any(*kind)).map(|(_, word)| *word)
    }
}
