// CodeMirror 6: an editor of code with line numbers.
import { basicSetup, EditorView } from 'codemirror'

const note = (state) => (window.result.code = state.doc.toString().replaceAll('\n', '|'))
const view = new EditorView({
  doc: 'first line\n\n  third line',
  parent: document.querySelector('#app'),
  extensions: [basicSetup, EditorView.contentAttributes.of({ 'aria-label': 'Code' }), EditorView.updateListener.of((update) => note(update.state))],
})
note(view.state)
