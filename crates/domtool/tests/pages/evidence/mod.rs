//! Verdicts rest on what was witnessed: each row is a page on which a conclusion from silence was wrong once. Pages are in
//! `fixtures/evidence`; the page's own record, or the server's, is the truth.

mod anew;
mod behind;
mod by_place;
mod carriers;
mod choices;
mod history;
mod kept_texts;
mod many;
mod meanwhile;
mod perceived;
mod pointing;
mod poison;
mod requests;
mod silent;
mod taken_over;
mod talks;
mod texts;
mod witness;
