//! Lists, pickers and sliders: the list that is open, and what the page made of the choice.
