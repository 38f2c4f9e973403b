// ProseMirror: the basic schema with the setup of its examples.
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { DOMParser } from 'prosemirror-model'
import { schema } from 'prosemirror-schema-basic'
import { exampleSetup } from 'prosemirror-example-setup'

const written = (doc) => doc.textBetween(0, doc.content.size, '|')
const start = document.createElement('div')
start.innerHTML = '<p>first line</p><p>second line</p>'
const view = new EditorView(document.querySelector('#app'), {
  state: EditorState.create({ doc: DOMParser.fromSchema(schema).parse(start), plugins: exampleSetup({ schema }) }),
  attributes: { 'aria-label': 'Text' },
  dispatchTransaction(change) {
    view.updateState(view.state.apply(change))
    window.result.text = written(view.state.doc)
  },
})
window.result.text = written(view.state.doc)
