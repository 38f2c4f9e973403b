//! What got the input: documents written anew, presses that act or redraw at once, drags that end without a drop, browser dialogs.
