//! Whatever a browser answers, building never panics, and the arena is a tree.

use domtool_cdp::protocol::{
    BackendNodeId, FrameId, Text,
    dom_debugger::{EventListener, GetEventListenersReply},
    dom_snapshot::{
        Bounds, CaptureSnapshotReply, DocumentSnapshot, LayoutTree, NodeTree, Ragged, SparseFlags,
        SparseIntegers, SparseStrings, StringIndex,
    },
};
use domtool_page::{
    capture::{
        DelegatedHandler, Delegation, FieldLook, FrameBox, FrameOwner, FrameProbe, PageCapture,
        SessionCapture, ShownOnHover, Viewport,
    },
    geometry::Quad,
    identity::Registry,
    snapshot::{ListenerKinds, NodeIndex, PrivacyRules, Snapshot, build},
};
use proptest::{collection::vec, prelude::*};

const STRINGS: &[&str] = &[
    "",
    "DIV",
    "A",
    "INPUT",
    "LABEL",
    "SELECT",
    "OPTION",
    "IFRAME",
    "SLOT",
    "X-A",
    "#text",
    "#document",
    "::after",
    "::first-letter",
    "TABLE",
    "TR",
    "TD",
    "FIELDSET",
    "LEGEND",
    "id",
    "for",
    "href",
    "type",
    "password",
    "value",
    "role",
    "button",
    "aria-labelledby",
    "a a b",
    "hidden scroll",
    "visible",
    "0.01",
    "none",
    "pointer",
    "absolute",
    "fixed",
    "disc",
    "block",
    "open",
    "closed",
    "user-agent",
    "é € 𝄞 text",
    "b",
    "https://u:p@h/?token=abc#é=1&",
    "main",
    "inert",
    "data-no-ai",
    "aria-label",
];

fn string() -> impl Strategy<Value = StringIndex> {
    (-2..STRINGS.len() as i32 + 2).prop_map(StringIndex)
}

fn node() -> impl Strategy<Value = i32> {
    -2..40_i32
}

fn sparse() -> impl Strategy<Value = SparseStrings> {
    vec((node(), string()), 0..8).prop_map(|pairs| {
        let (index, value) = pairs.into_iter().unzip();
        SparseStrings { index, value }
    })
}

fn flags() -> impl Strategy<Value = SparseFlags> {
    vec(node(), 0..8).prop_map(|index| SparseFlags { index })
}

fn ragged() -> impl Strategy<Value = Ragged> {
    vec(vec(string(), 0..10), 0..40).prop_map(|rows| {
        let mut ragged = Ragged::default();
        rows.into_iter().for_each(|row| ragged.push(row));
        ragged
    })
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![-50.0..900.0_f64, Just(f64::NAN), Just(f64::INFINITY), Just(-1e300), Just(1e300), Just(0.0)]
}

fn tree() -> impl Strategy<Value = NodeTree> {
    let parents = prop_oneof![
        vec(node(), 0..40),
        // Depth first, as it should be.
        vec(0..5_i32, 1..40).prop_map(|ups| {
            let mut parents = vec![-1];
            for (at, up) in ups.iter().enumerate() {
                let mut parent = at as i32;
                for _ in 0..*up {
                    let above = parents[parent as usize];
                    parent = if above < 0 { parent } else { above };
                }
                parents.push(parent);
            }
            parents
        }),
    ];
    let columns = (
        parents,
        vec(prop_oneof![Just(1), Just(3), 0..12_i32], 0..40),
        vec(string(), 0..40),
        vec(string(), 0..40),
        vec(0..60_i32, 0..40),
        ragged(),
    );
    let sparse =
        (sparse(), sparse(), sparse(), sparse(), flags(), flags(), flags(), vec((node(), -1..4_i32), 0..5));
    (columns, sparse).prop_map(|((parent_index, node_type, node_name, node_value, ids, attributes), rest)| {
        let (
            shadow_root_type,
            text_value,
            input_value,
            pseudo_type,
            input_checked,
            option_selected,
            is_clickable,
            contents,
        ) = rest;
        let (index, value) = contents.into_iter().unzip();
        NodeTree {
            parent_index,
            node_type,
            shadow_root_type,
            node_name,
            node_value,
            backend_node_id: ids.into_iter().map(BackendNodeId).collect(),
            attributes,
            text_value,
            input_value,
            input_checked,
            option_selected,
            content_document_index: SparseIntegers { index, value },
            pseudo_type,
            is_clickable,
        }
    })
}

fn document() -> impl Strategy<Value = DocumentSnapshot> {
    let layout = (
        vec(node(), 0..40),
        ragged(),
        vec([number(), number(), number(), number()], 0..40),
        vec(string(), 0..40),
        vec(-2..60_i32, 0..40),
    );
    (tree(), layout, string(), proptest::option::of(number())).prop_map(
        |(nodes, (node_index, styles, bounds, text, paint_orders), frame_id, scroll)| DocumentSnapshot {
            nodes,
            layout: LayoutTree {
                node_index,
                styles,
                bounds: bounds.into_iter().map(Bounds).collect(),
                text,
                paint_orders,
            },
            frame_id,
            scroll_offset_x: scroll,
            content_width: scroll,
            ..DocumentSnapshot::default()
        },
    )
}

/// Told of nodes that are there, twice, or not at all.
fn looks() -> Vec<FrameProbe> {
    let fields = (0..70).map(|at| FieldLook {
        node: BackendNodeId(at % 60),
        mixed: at % 2 == 0,
        invalid: Some("wrong".into()),
        text: (at % 5 == 0).then(|| "text".into()),
        files: vec!["a".into(); at as usize % 3],
        was_secret: at % 7 == 0,
    });
    vec![FrameProbe {
        frame: FrameId::from("a"),
        plain_root: false,
        origin: Some("b".to_owned()),
        focus: Some(BackendNodeId(3)),
        fields: fields.collect(),
        // Pairs that are each other's, that are missing, and that are one node.
        shown_on_hover: (0..40)
            .map(|at| ShownOnHover { shown: BackendNodeId(at), hovered: BackendNodeId(at * 7 % 40) })
            .collect(),
        faded: (0..60).step_by(5).map(BackendNodeId).collect(),
        pointed_on_hover: (0..60).step_by(3).map(BackendNodeId).collect(),
        lit_on_hover: (0..60).step_by(4).map(BackendNodeId).collect(),
        nested_hosts: (0..60).step_by(6).map(BackendNodeId).collect(),
        inked: true,
        failed: false,
    }]
}

fn session() -> impl Strategy<Value = SessionCapture<'static>> {
    let owner = proptest::option::of((0..60_i32).prop_map(|backend| FrameOwner {
        frame: FrameId::from("a"),
        parent: FrameId::from("main"),
        backend: BackendNodeId(backend),
    }));
    let listeners = vec(proptest::option::of(0..60_i32), 0..20).prop_map(|nodes| GetEventListenersReply {
        listeners: nodes
            .into_iter()
            .map(|n| EventListener {
                kind: Text::from("click"),
                backend_node_id: n.map(BackendNodeId),
                ..EventListener::default()
            })
            .collect(),
    });
    let corners = || vec((-1e4..1e4_f64, -1e4..1e4_f64), 4..5);
    let boxes = (0..60_i32, corners(), corners(), (-1.0..400.0_f64, 0.0..400.0_f64));
    let boxes = vec(boxes, 0..4).prop_map(|boxes| {
        let quad = |corners: Vec<(f64, f64)>| Quad([corners[0], corners[1], corners[2], corners[3]]);
        let measured = boxes.into_iter().map(|(backend, border, content, size)| FrameBox {
            backend: BackendNodeId(backend),
            border: quad(border),
            content: quad(content),
            size,
        });
        measured.collect()
    });
    let parts = (vec(document(), 0..4), owner, listeners, boxes);
    parts.prop_map(|(documents, owner, listeners, boxes)| SessionCapture {
        snapshot: CaptureSnapshotReply {
            documents,
            strings: STRINGS.iter().map(|s| Text::from(*s)).collect(),
        },
        delegation: Delegation {
            windows: None,
            handlers: listeners
                .listeners
                .iter()
                .filter_map(|listener| listener.backend_node_id)
                .map(|node| DelegatedHandler { node, listener_kinds: ListenerKinds::CLICK })
                .collect(),
        },
        listeners,
        looks: looks(),
        owner,
        boxes,
        ..SessionCapture::default()
    })
}

fn is_a_tree(snapshot: &Snapshot) {
    for node in snapshot.nodes() {
        assert!(node.end() > node.index() && node.end().at() <= snapshot.len());
        if let Some(parent) = node.parent() {
            assert!(parent.index() < node.index() && node.end() <= parent.end());
        }
        assert!(node.rect().is_none_or(|r| r.w >= 0.0 && r.h >= 0.0 && r.x.is_finite()));
        let _ = (node.name(), node.text(), node.value(), node.states(), snapshot.xpath(node.index()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_gives_a_tree(sessions in vec(session(), 0..4), width in number(), scale in number()) {
        let viewport = Viewport { width, height: 600.0, bounds_scale: scale, ..Viewport::default() };
        let capture = PageCapture { sessions, viewport, unread: Vec::new(), ..PageCapture::default() };
        let snapshot = build(&capture, &PrivacyRules::default());
        is_a_tree(&snapshot);
        let page = "page".into();
        let mut registry = Registry::default();
        for at in 0..snapshot.len() as u32 {
            registry.assign(&page, &snapshot, NodeIndex(at));
        }
        registry.reconcile(&page, &snapshot);
        prop_assert!(snapshot.uncertain(5).len() <= 5);
    }
}

/// A chain of elements, with a control at its end.
#[test]
fn three_thousand_levels() {
    let depth = 3_000;
    let nodes = NodeTree {
        parent_index: (-1..depth).collect(),
        node_type: std::iter::once(9).chain(std::iter::repeat_n(1, depth as usize)).collect(),
        node_name: std::iter::once(StringIndex(0))
            .chain(std::iter::repeat_n(StringIndex(1), depth as usize))
            .collect(),
        backend_node_id: (1..=depth + 1).map(BackendNodeId).collect(),
        ..NodeTree::default()
    };
    let layout = LayoutTree {
        node_index: (0..=depth).collect(),
        bounds: vec![Bounds([0.0, 0.0, 50.0, 50.0]); depth as usize + 1],
        ..LayoutTree::default()
    };
    let document = DocumentSnapshot { nodes, layout, ..DocumentSnapshot::default() };
    let session = SessionCapture {
        snapshot: CaptureSnapshotReply {
            documents: vec![document],
            strings: vec![Text::from("#document"), Text::from("DIV")],
        },
        ..SessionCapture::default()
    };
    let viewport = Viewport { width: 800.0, height: 600.0, bounds_scale: 1.0, ..Viewport::default() };
    let snapshot = build(
        &PageCapture { sessions: vec![session], viewport, ..PageCapture::default() },
        &PrivacyRules::default(),
    );
    assert_eq!(snapshot.len(), depth as usize + 1);
    assert!(snapshot.nodes().next_back().unwrap().visible());
    is_a_tree(&snapshot);
}
