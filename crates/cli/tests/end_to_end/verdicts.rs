//! One verdict a case, on every surface: the library, the command line as text and as JSON, and the protocol for hosts. Each case is a page that
//! says itself what became of it.

use domtool::{
    ActOptions, Action, Browser, ElementId, Error, LaunchOptions, ObserveOptions, Report, SessionOptions,
    Step, WaitFor,
};
use serde_json::{Value, json};

use crate::{
    home::Home,
    mcp::Host,
    witness::{Witness, html},
};

/// One case.
struct Case {
    /// Its page's address.
    page: &'static str,
    body: &'static str,
    /// The name of the element that it is about, and what is done to it.
    on: &'static str,
    act: Act,
    /// `ok`, or the code of the error.
    verdict: &'static str,
    /// An expression of the page, and what it is in the end.
    is: (&'static str, &'static str),
}

#[derive(Clone, Copy)]
enum Act {
    Click,
    ClickExpecting(&'static str),
    Fill(&'static str),
    Check,
    Select(&'static str),
    DragOnto(&'static str),
}

const TITLE: &str = "document.title";

const CASES: &[Case] = &[
    Case {
        page: "written",
        body: "<script>setTimeout(() => { document.open(); document.write(`<title>written</title>\
               <button onclick=\"document.title = 'clicked'\">Save</button>`); document.close() }, 50)</script>",
        on: "Save",
        act: Act::Click,
        verdict: "ok",
        is: (TITLE, "clicked"),
    },
    Case {
        page: "at-its-end",
        body: "<div id=a draggable=true>Block</div><div id=b style='height:90px' title=Canvas tabindex=0>Canvas</div><script>let over\n\
               a.ondragstart = event => event.dataTransfer.effectAllowed = 'copy'\nb.ondragover = () => over = true\n\
               a.ondragend = () => { if (over) { document.title = 'inserted'; b.append('Block') } }</script>",
        on: "Block",
        act: Act::DragOnto("Canvas"),
        verdict: "ok",
        is: (TITLE, "inserted"),
    },
    Case {
        page: "refused",
        body: "<div id=a draggable=true>Block</div><div id=b style='height:90px' title=Canvas tabindex=0>Canvas</div><script>\
               b.ondragover = () => {}; b.ondrop = () => document.title = 'dropped'</script>",
        on: "Block",
        act: Act::DragOnto("Canvas"),
        verdict: "NO_EFFECT",
        is: (TITLE, "refused"),
    },
    Case {
        page: "prefixed",
        body: "<input id=i aria-label=Phone><script>i.oninput = () => i.value = '+1 ' + i.value.replace(/\\D/g, '').replace(/^1/, '')</script>",
        on: "Phone",
        act: Act::Fill("2125550123"),
        verdict: "ok",
        is: ("i.value", "+1 2125550123"),
    },
    Case {
        page: "digits",
        body: "<input id=i aria-label=Amount><script>i.oninput = () => i.value = i.value.replace(/\\D/g, '')</script>",
        on: "Amount",
        act: Act::Fill("lots"),
        verdict: "VALUE_REJECTED",
        is: ("i.value", ""),
    },
    Case {
        page: "one-line",
        body: "<form onsubmit=\"document.title = 'sent'; return false\"><input id=i aria-label=Address><button>Send</button></form>",
        on: "Address",
        act: Act::Fill("12 High Street\nOxford"),
        verdict: "ok",
        is: ("document.title + ': ' + i.value", "one-line: 12 High Street Oxford"),
    },
    Case {
        page: "taken-back",
        body: "<label><input type=checkbox id=c onchange=\"setTimeout(() => c.checked = false, 400)\">Gift</label>",
        on: "Gift",
        act: Act::Check,
        verdict: "VALUE_REJECTED",
        is: ("String(c.checked)", "false"),
    },
    Case {
        page: "passes",
        body: "<button onclick=\"document.title = 'edited'\">Edit</button><div id=d role=status style='position:fixed;inset:0;background:#fff'>Saved</div>\
               <script>setTimeout(() => d.remove(), 1500)</script>",
        on: "Edit",
        act: Act::Click,
        verdict: "ok",
        is: (TITLE, "edited"),
    },
    Case {
        page: "stays",
        body: "<button onclick=\"document.title = 'edited'\">Edit</button>\
               <div role=dialog aria-label=Cookies style='position:fixed;inset:0;background:#fff'><button>Accept</button></div>",
        on: "Edit",
        act: Act::Click,
        verdict: "COVERED",
        is: (TITLE, "stays"),
    },
    Case {
        page: "copied",
        body: "<button id=b>Copy</button><script>b.onclick = () => { b.textContent = 'Copied!'; setTimeout(() => b.textContent = 'Copy', 700) }</script>",
        on: "Copy",
        act: Act::ClickExpecting("appears:Copied"),
        verdict: "ok",
        is: ("b.textContent", "Copy"),
    },
    Case {
        page: "never",
        body: "<button onclick=\"document.title = 'clicked'\">Go</button>",
        on: "Go",
        act: Act::ClickExpecting("appears:Order stored"),
        verdict: "EXPECTATION_FAILED",
        is: (TITLE, "clicked"),
    },
    Case {
        page: "options",
        body: "<select id=s aria-label=Country><option>Austria<option>Belgium</select>",
        on: "Country",
        act: Act::Select("Chile"),
        verdict: "OPTION_NOT_FOUND",
        is: ("s.value", "Austria"),
    },
];

impl Act {
    /// The words of the command line, where `ID` and `OTHER` stand for the elements.
    fn words(self) -> Vec<&'static str> {
        match self {
            Act::Click => vec!["click", "ID"],
            Act::ClickExpecting(what) => vec!["click", "ID", "--expect", what],
            Act::Fill(text) => vec!["fill", "ID", text],
            Act::Check => vec!["check", "ID"],
            Act::Select(option) => vec!["select", "ID", option],
            Act::DragOnto(_) => vec!["drag", "ID", "OTHER"],
        }
    }

    /// The name of the second element.
    fn other(self) -> Option<&'static str> {
        match self {
            Act::DragOnto(name) => Some(name),
            _ => None,
        }
    }

    /// The step of the tool `act`.
    fn step(self, id: &str, other: &str) -> Value {
        match self {
            Act::Click => json!({ "op": "click", "id": id }),
            Act::ClickExpecting(what) => json!({ "op": "click", "id": id, "expect": what }),
            Act::Fill(text) => json!({ "op": "fill", "id": id, "text": text }),
            Act::Check => json!({ "op": "check", "id": id }),
            Act::Select(option) => json!({ "op": "select", "id": id, "options": [option] }),
            Act::DragOnto(_) => json!({ "op": "drag", "id": id, "onto": other }),
        }
    }

    fn action(self, id: ElementId, other: Option<ElementId>) -> Step {
        match self {
            Act::Click => Action::click(id).into(),
            Act::ClickExpecting(what) => Action::click(id).expect(what.parse::<domtool::Expect>().unwrap()),
            Act::Fill(text) => Action::fill(id, text).into(),
            Act::Check => Action::check(id).into(),
            Act::Select(option) => Action::select(id, [option]).into(),
            Act::DragOnto(_) => Action::drag(id, other.unwrap()).into(),
        }
    }
}

/// A server with a page for each case.
fn pages() -> Witness {
    Witness::start(|seen| {
        let path = seen.target.trim_start_matches('/');
        let case = CASES.iter().find(|case| case.page == path);
        let title = format!("<!doctype html><title>{path}</title>");
        html(&case.map_or(title.clone(), |case| title + case.body))
    })
}

/// The verdict as the first word of a text.
fn first_word(text: &str) -> String {
    text.trim_start().split([' ', ':', '\n']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_surface_gives_the_same_verdict() {
    let (home, pages) = (Home::new(), pages());
    let mut host = Host::new(&home, &[]);
    let mut wrong = Vec::new();
    let library = by_the_library(&pages);
    for (case, library) in CASES.iter().zip(library) {
        let mut verdicts = vec![("library", library)];
        let url = pages.url(case.page);
        let ids = || {
            home.run(&["wait", "--text", case.on]).good();
            (home.id(case.on), case.act.other().map_or_else(String::new, |name| home.id(name)))
        };
        let mut check = |surface, verdict: String| {
            let (expression, expected) = case.is;
            let is = home.eval(expression);
            let page = if is == expected { String::new() } else { format!(", but the page has {is}") };
            verdicts.push((surface, verdict + &page));
        };
        for surface in ["text", "json", "tool"] {
            home.run(&["open", &url]).good();
            let (id, other) = ids();
            let words = case.act.words().into_iter().map(|word| match word {
                "ID" => id.as_str(),
                "OTHER" => other.as_str(),
                word => word,
            });
            let words: Vec<&str> = words.collect();
            match surface {
                "text" => {
                    let ran = home.run(&words);
                    let word = first_word(&format!("{}{}", ran.out, ran.err));
                    assert_eq!(ran.code == Some(0), word == "ok", "{ran:?}");
                    check(surface, word);
                }
                "json" => {
                    let answer = home.run(&[&words[..], &["--json"]].concat()).json();
                    let code = answer["error"]["code"].as_str().unwrap_or("ok").to_owned();
                    assert_eq!(answer["ok"] == true, code == "ok", "{answer}");
                    check(surface, code);
                }
                _ => {
                    let result = host.call("act", &json!({ "actions": [case.act.step(&id, &other)] }));
                    let word = first_word(result["content"][0]["text"].as_str().unwrap());
                    assert_eq!(result["isError"] == true, word != "ok", "{result}");
                    check(surface, if word == case.verdict { word } else { result.to_string() });
                }
            }
        }
        if verdicts.iter().any(|(_, verdict)| verdict != case.verdict) {
            wrong.push(format!("{}: {} expected: {verdicts:?}", case.page, case.verdict));
        }
    }
    host.end();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

/// The library's verdict of each case.
fn by_the_library(pages: &Witness) -> Vec<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        let session = browser.session("library", SessionOptions::default()).await.unwrap();
        let mut verdicts = Vec::new();
        for case in CASES {
            let outcome: Result<Report, Error> = async {
                session.open(&pages.url(case.page)).await?;
                let tab = session.tab()?;
                let shown = Action::wait(WaitFor::at_least(case.on, 1));
                tab.act(&shown, &ActOptions::default()).await?;
                let seen = tab.observe(&ObserveOptions::default()).await?;
                let id = |name| seen.find(name).map(|element| element.id);
                let action = case.act.action(id(case.on).unwrap(), case.act.other().and_then(id));
                tab.act(action, &ActOptions::default()).await
            }
            .await;
            verdicts.push(outcome.map_or_else(|error| error.kind().code().to_owned(), |_| "ok".to_owned()));
        }
        browser.close().await.unwrap();
        verdicts
    })
}
