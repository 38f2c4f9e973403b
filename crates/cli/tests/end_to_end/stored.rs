//! `{{secret:NAME}}` and `{{totp:NAME}}`: the page gets what they stand for, on its origin only, and no output has it. The page makes
//! the one-time code by itself, from the same key, and says what it got to its server and to everybody.

use std::fs;

use crate::{
    home::{Home, until},
    witness::{Said, Seen, Witness, html},
};

/// The first key of RFC 6238 in base 32, with a period that no test outlives, nor sees the end of more than once.
const KEY: &str = "otpauth://totp/Bank:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=6&period=3600";
const PAGE: &str = r#"<!doctype html><title>bank</title><input aria-label="Word"><input aria-label="Code"><p></p>
<iframe src="ELSEWHERE/foreign"></iframe><button onclick="say()">Say</button><script>
const [word, code] = document.querySelectorAll('input');
async function own() {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('12345678901234567890'), {name: 'HMAC', hash: 'SHA-1'}, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(4, Math.floor(Date.now() / 1000 / 3600));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  return String((mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}
async function say() {
  const same = code.value === await own();
  const text = `${word.value} and ${code.value} ${code.value.slice(0, 3)} ${code.value.slice(3)}`;
  document.title = document.querySelector('p').textContent = text;
  console.error(text);
  await fetch(`/got?same=${same}&word=${word.value}&code=${code.value}`);
}
</script>"#;

fn bank(seen: &Seen) -> Said {
    let port = seen.header("host").and_then(|host| host.rsplit(':').next()).unwrap_or_default().to_owned();
    match seen.target.as_str() {
        "/" => html(&PAGE.replace("ELSEWHERE", &format!("http://localhost:{port}"))),
        "/foreign" => html("<input aria-label='Foreign' oninput=\"fetch('/stolen?' + this.value)\">"),
        _ => html("ok"),
    }
}

#[test]
fn the_page_gets_it_and_no_output_has_it() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let witness = Witness::start(bank);
    let (word, key) = (home.path("word"), home.path("key"));
    fs::write(&word, "zqs-hunter7\n").unwrap();
    fs::write(&key, format!("{KEY}\n")).unwrap();
    let origin = witness.url("");
    let origin = origin.trim_end_matches('/');
    let secret = format!("bank@{origin}=@{}", word.display());
    let totp = format!("bank@{origin}=@{}", key.display());
    let mut said =
        vec![home.run(&["open", &witness.url(""), "--secret", &secret, "--totp", &totp, "--debug"]).good()];
    let (word, code) = (home.id("Word"), home.id("Code"));
    said.push(home.run(&["fill", &word, "{{secret:bank}}", "--debug"]).good());
    said.push(home.run(&["type", &code, "{{totp:bank}}", "--json"]).good());
    said.push(home.run(&["click", &home.id("Say")]).good());
    let got = || witness.seen().into_iter().find(|seen| seen.target.starts_with("/got?"));
    until("the page says what it got", || got().is_some());
    let got = got().unwrap().target;
    assert!(got.contains("same=true&word=zqs-hunter7&code="), "{got}");
    let code = got.rsplit('=').next().unwrap();
    assert_eq!(code.len(), 6);

    let foreign = home.id("Foreign");
    for (id, text, exit, why) in [
        (&foreign, "{{secret:bank}}", 1, "SECURITY_BLOCKED"),
        (&foreign, "{{totp:bank}}", 1, "SECURITY_BLOCKED"),
        (&word, "{{secret:nothing}}", 2, "INVALID_INPUT"),
    ] {
        let ran = home.run(&["fill", id, text, "--json"]);
        ran.failed(exit, why);
        said.push(ran);
    }
    let nowhere = home.run(&["type", "{{secret:bank}}", "--json"]);
    nowhere.failed(2, "INVALID_INPUT");
    for words in [
        &["observe"][..],
        &["observe", "--json"],
        &["read"],
        &["find", "and"],
        &["requests"],
        &["tab", "list"],
        &["sessions", "--json"],
        &["config"],
    ] {
        said.push(home.run(words));
    }
    let files = [home.log(), fs::read_to_string(home.path("s.sessions")).unwrap_or_default()];
    let grouped = format!("{} {}", &code[..3], &code[3..]);
    for text in said.iter().flat_map(|ran| [ran.out.clone(), ran.err.clone()]).chain(files) {
        for secret in ["zqs-", code, &grouped, "GEZDGNBV"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    assert!(!witness.seen().iter().any(|seen| seen.target.starts_with("/stolen")), "{:?}", witness.seen());
}

/// A page around one of another site. As soon as the inner one hears of a few letters, the outer one takes the focus.
const AROUND: &str = r#"<!doctype html><title>around</title><input aria-label="Trap" oninput="fetch('/trapped?' + this.value)">
<iframe src="INNER/inner"></iframe><script>
onmessage = () => { document.querySelector('input').focus(); fetch('/took') };
</script>"#;
const INNER: &str = r#"<!doctype html><input aria-label="Word"><script>
document.querySelector('input').oninput = (event) => { if (event.target.value.length === 3) parent.postMessage(3, '*') };
</script>"#;

#[test]
fn a_document_that_takes_the_focus_gets_no_more_than_a_letter() {
    let home = Home::new();
    let witness = Witness::start(|seen| {
        let port = seen.header("host").and_then(|host| host.rsplit(':').next()).unwrap_or_default();
        match seen.target.as_str() {
            "/" => html(&AROUND.replace("INNER", &format!("http://localhost:{port}"))),
            "/inner" => html(INNER),
            _ => html("ok"),
        }
    });
    let word = home.path("word");
    fs::write(&word, "zqs".repeat(40)).unwrap();
    let origin = witness.url("").trim_end_matches('/').replace("127.0.0.1", "localhost");
    let secret = format!("bank@{origin}=@{}", word.display());
    home.json(&["open", &witness.url(""), "--secret", &secret]);
    let ran = home.run(&["type", &home.id("Word"), "{{secret:bank}}", "--json"]);
    let error = ran.failed(1, "NOT_ACTIONABLE");
    assert_ne!(error["dispatched"], "no", "{error}");
    witness.asked("/took");
    let trapped =
        witness.seen().into_iter().filter_map(|seen| seen.target.strip_prefix("/trapped?").map(str::len));
    assert!(trapped.max().unwrap_or_default() <= 1, "{:?}", witness.seen());
}
