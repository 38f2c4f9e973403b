// Slate: paragraphs of plain text in React.
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { createEditor, Node } from 'slate'
import { Editable, Slate, withReact } from 'slate-react'

const start = ['first line', 'second line'].map((text) => ({ type: 'paragraph', children: [{ text }] }))
const note = (value) => (window.result.text = value.map((one) => Node.string(one)).join('|'))

function Page() {
  const editor = useMemo(() => withReact(createEditor()), [])
  return (
    <Slate editor={editor} initialValue={start} onChange={note}>
      <Editable aria-label="Text" placeholder="Write here" />
    </Slate>
  )
}

note(start)
createRoot(document.querySelector('#app')).render(<Page />)
