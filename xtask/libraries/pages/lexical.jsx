// Lexical: rich text, without React.
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical'
import { registerRichText } from '@lexical/rich-text'
import { createEmptyHistoryState, registerHistory } from '@lexical/history'

const box = document.createElement('div')
box.contentEditable = 'true'
box.setAttribute('aria-label', 'Text')
box.setAttribute('role', 'textbox')
document.querySelector('#app').append(box)
const editor = createEditor({ namespace: 'task', onError: (error) => console.error(error) })
editor.setRootElement(box)
registerRichText(editor)
registerHistory(editor, createEmptyHistoryState(), 300)
const note = () => editor.read(() => (window.result.text = $getRoot().getTextContent().replaceAll('\n\n', '|')))
editor.registerUpdateListener(note)
editor.update(() => {
  for (const line of ['first line', 'second line']) $getRoot().append($createParagraphNode().append($createTextNode(line)))
})
