//! Any bytes, read as everything that we read, in both encodings: an error is fine, a panic is not.
#![no_main]

use domtool_cdp::{
    Encoding,
    protocol::{
        Binary, accessibility::GetPartialAxTreeReply, dom::DescribeNodeReply, dom_snapshot::CaptureSnapshotReply,
        page::{GetFrameTreeReply, JavascriptDialogOpening},
        runtime::EvaluateReply,
    },
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for encoding in [Encoding::Json, Encoding::Cbor] {
        drop(encoding.read::<CaptureSnapshotReply<'_>>(bytes));
        drop(encoding.read::<GetFrameTreeReply>(bytes));
        drop(encoding.read::<EvaluateReply>(bytes));
        drop(encoding.read::<DescribeNodeReply>(bytes));
        drop(encoding.read::<GetPartialAxTreeReply>(bytes));
        drop(encoding.read::<JavascriptDialogOpening>(bytes));
        drop(encoding.read::<Binary>(bytes));
    }
});
