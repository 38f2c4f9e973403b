//! Workers and worklets of a page run as they do without us.

use super::support::on;

/// What starts one, and gives true once it runs.
const KINDS: [(&str, &str); 6] = [
    (
        "worker",
        "new Promise(done => new Worker(script('postMessage(true)')).onmessage = event => done(event.data))",
    ),
    (
        "worker of a worker",
        "new Promise(done => new Worker(script('new Worker(URL.createObjectURL(new Blob([`postMessage(true)`])))\
         .onmessage = event => postMessage(event.data)')).onmessage = event => done(event.data))",
    ),
    (
        "shared worker",
        "new Promise(done => new SharedWorker(script('onconnect = event => event.ports[0].postMessage(true)'))\
         .port.onmessage = event => done(event.data))",
    ),
    (
        "audio worklet",
        "new OfflineAudioContext(1, 128, 44100).audioWorklet.addModule(script('')).then(() => true)",
    ),
    ("paint worklet", "CSS.paintWorklet.addModule(script('')).then(() => true)"),
    (
        "service worker",
        "navigator.serviceWorker.register('/worker.js').then(kept => new Promise(done => {
           const worker = kept.installing ?? kept.waiting ?? kept.active;
           const look = () => worker.state === 'activated' && done(true);
           worker.onstatechange = look;
           look();
         }))",
    ),
];

#[test]
fn each_kind_runs() {
    on("navigation-two.html", async |page| {
        page.js(
            "window.script = text => URL.createObjectURL(new Blob([text], {type: 'text/javascript'})), 0",
        )
        .await;
        for (kind, start) in KINDS {
            assert_eq!(page.js(start).await, "true", "{kind}");
        }
    });
}
