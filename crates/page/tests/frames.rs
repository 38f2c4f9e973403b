//! Frames of other processes: merged in place, in the top viewport's coordinates, or said to be missing.

use domtool_cdp::protocol::{BackendNodeId, FrameId, LoaderId, dom_snapshot::CaptureSnapshotReply};
use domtool_page::{
    capture::{FrameDocument, FrameOwner, PageCapture, SessionCapture, UnreadFrame, Viewport},
    snapshot::{NodeIndex, PrivacyRules, Snapshot, build},
};

/// A document with one element that shows `inner` (a tag) at 20, 30, 100 by 50, with a border of 2.
fn session(frame: &str, inner: &str, size: (u32, u32), scroll: u32) -> String {
    format!(
        r##"{{"strings":["#document","HTML","BODY","{inner}","{frame}","visible","1","auto","static","none","block"],
        "documents":[{{"documentURL":-1,"title":-1,"baseURL":-1,"contentLanguage":-1,"frameId":4,
          "scrollOffsetY":{scroll},"contentWidth":{0},"contentHeight":2000,
          "nodes":{{"parentIndex":[-1,0,1,2],"nodeType":[9,1,1,1],"nodeName":[0,1,2,3],"nodeValue":[-1,-1,-1,-1],
            "backendNodeId":[1,2,3,4],"attributes":[[],[],[],[]]}},
          "layout":{{"nodeIndex":[0,1,2,3],"styles":[[],[5,6,7,7,5,8,9,10],[5,6,7,7,5,8,9,10],[5,6,7,7,5,8,9,10]],
            "bounds":[[0,0,{0},{1}],[0,0,{0},{1}],[0,0,{0},{1}],[20,30,104,54]],"text":[-1,-1,-1,-1],"paintOrders":[0,1,1,1]}}}}]}}"##,
        size.0, size.1
    )
}

fn read<'a>(json: &'a str, frame: &str, owner: Option<(&str, i32)>) -> SessionCapture<'a> {
    let snapshot: CaptureSnapshotReply<'a> = serde_json::from_str(json).unwrap();
    SessionCapture {
        snapshot,
        frames: vec![FrameDocument {
            frame: frame.into(),
            loader: LoaderId::from("l"),
            url: String::new(),
            origin: String::new(),
            absence: None,
        }],
        owner: owner.map(|(parent, backend)| FrameOwner {
            frame: frame.into(),
            parent: parent.into(),
            backend: BackendNodeId(backend),
        }),
        ..SessionCapture::default()
    }
}

fn page(sessions: Vec<SessionCapture<'_>>, unread: Vec<UnreadFrame>) -> Snapshot {
    let viewport = Viewport { width: 800.0, height: 600.0, bounds_scale: 1.0, ..Viewport::default() };
    build(
        &PageCapture {
            sessions,
            viewport,
            unread,
            secret_fields: Default::default(),
            secrets: Default::default(),
        },
        &PrivacyRules::default(),
    )
}

#[test]
fn a_process_within_a_process() {
    let (top, middle, leaf) = (
        session("top", "IFRAME", (800, 600), 0),
        session("mid", "IFRAME", (100, 50), 10),
        session("leaf", "BUTTON", (100, 50), 0),
    );
    let snapshot = page(
        vec![
            read(&top, "top", None),
            read(&middle, "mid", Some(("top", 4))),
            read(&leaf, "leaf", Some(("mid", 4))),
        ],
        Vec::new(),
    );
    assert_eq!(snapshot.gaps, []);
    assert_eq!(snapshot.frames.iter().map(|f| f.id.as_str()).collect::<Vec<_>>(), ["top", "mid", "leaf"]);
    // The same backend id in three processes.
    let button = snapshot.node(snapshot.find(&FrameId::from("leaf"), BackendNodeId(4)).unwrap());
    assert_eq!(button.tag(), "button");
    // Twice an offset of 20, 30 and a border of 2, less the scroll of the middle one; then its own place.
    let rect = button.rect().unwrap();
    assert_eq!((rect.x, rect.y), (22.0 + 22.0 + 20.0, 32.0 + 32.0 - 10.0 + 30.0));
    assert_eq!(snapshot.xpath(button.index()), "/html/body/button");
    assert_eq!(button.ancestors().filter(|a| a.tag() == "iframe").count(), 2);
}

#[test]
fn what_could_not_be_read_is_said() {
    let top = session("top", "IFRAME", (800, 600), 0);
    let owner = Some((FrameId::from("top"), BackendNodeId(4)));
    let unread = UnreadFrame { frame: "gone".into(), owner, reason: "crashed".into() };
    let snapshot = page(vec![read(&top, "top", None)], vec![unread]);
    assert_eq!(snapshot.gaps.len(), 1);
    assert_eq!(snapshot.gaps[0].node, Some(NodeIndex(3)));
    assert_eq!(snapshot.gaps[0].reason, "frame not read: crashed");
    // Nobody says why.
    let snapshot = page(vec![read(&top, "top", None)], Vec::new());
    assert_eq!(snapshot.gaps[0].node, Some(NodeIndex(3)));
    // Its owner is not there.
    let lost = session("lost", "BUTTON", (100, 50), 0);
    let top = session("top", "DIV", (800, 600), 0);
    let snapshot = page(vec![read(&top, "top", None), read(&lost, "lost", Some(("top", 99)))], Vec::new());
    assert_eq!(snapshot.gaps.len(), 1);
}
