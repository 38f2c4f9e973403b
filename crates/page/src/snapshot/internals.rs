//! States that a custom element's class sets by `ElementInternals` (`internals.ariaChecked = "true"`): no attribute shows them, so they
//! are taken from Chrome's answers. Fixture: by-objects.html.

use domtool_cdp::protocol::accessibility::{AxNode, AxValue};

use super::{NodeIndex, NodeRef, Role, Snapshot, TextId, Tristate, ValueRange, value::is_scale};

/// Whether an element has a class of the page's own making.
fn is_custom(node: NodeRef<'_>) -> bool {
    node.tag().contains('-')
}

impl Snapshot {
    /// Takes the states of a custom element. What Chrome does not tell stays as it is.
    pub(super) fn take_states(&mut self, index: NodeIndex, answer: &AxNode) {
        let node = self.node(index);
        if !is_custom(node) {
            return;
        }
        let role = node.role();
        let told = |name: &str| {
            let property = answer.properties.iter().flatten().find(|property| property.name == name);
            property.map(|property| &property.value)
        };
        let flag = |name: &str| told(name)?.value.as_ref()?.as_bool();
        let mut states = node.states();
        states.checked = told("checked").and_then(tristate).or(states.checked);
        states.pressed = told("pressed").and_then(tristate).or(states.pressed);
        states.expanded = flag("expanded").or(states.expanded);
        states.selected = flag("selected").or(states.selected);
        states.disabled |= flag("disabled").unwrap_or(false);
        states.read_only |= flag("readonly").unwrap_or(false);
        states.required |= flag("required").unwrap_or(false);
        states.multiple |= flag("multiselectable").unwrap_or(false);
        states.modal |= flag("modal").unwrap_or(false);
        if role == Role::Heading {
            let level = told("level").and_then(number).filter(|level| (1.0..=9.0).contains(level));
            states.level = level.map(|level| level as u8).or(states.level);
        }
        if is_scale(role) {
            let value = answer.value.as_ref();
            self.columns.value[index.at()] =
                value.and_then(|value| self.push_value(index, value)).or(self.columns.value[index.at()]);
            let range = states.range.unwrap_or_default();
            let mut limit = |name: &str| told(name).and_then(|value| self.push_value(index, value));
            states.range = Some(ValueRange {
                min: range.min.or_else(|| limit("valuemin")),
                max: range.max.or_else(|| limit("valuemax")),
                text: range.text.or_else(|| limit("valuetext")),
            });
        }
        if states != super::States::default() {
            self.columns.states[index.at()] = Some(Box::new(states));
        }
    }

    fn push_value(&mut self, of: NodeIndex, value: &AxValue) -> Option<TextId> {
        let text = number(value).map(|number| number.to_string());
        let text = text.or_else(|| value.as_text().map(str::to_owned)).filter(|text| !text.is_empty())?;
        Some(self.columns.strings.push(self.columns.frame[of.at()], &text))
    }
}

fn number(value: &AxValue) -> Option<f64> {
    value.value.as_ref()?.as_f64()
}

fn tristate(value: &AxValue) -> Option<Tristate> {
    match value.as_text()? {
        "true" => Some(Tristate::On),
        "false" => Some(Tristate::Off),
        "mixed" => Some(Tristate::Mixed),
        _ => None,
    }
}
