// react-select: one choice, and several.
import { createRoot } from 'react-dom/client'
import Select from 'react-select'

const options = ['Austria', 'France', 'Germany', 'Italy'].map((label) => ({ label, value: label }))

createRoot(document.querySelector('#app')).render(
  <div>
    <Select aria-label="Country" options={options} onChange={(chosen) => (window.result.country = chosen.label)} />
    <Select aria-label="Visited" isMulti options={options} onChange={(chosen) => (window.result.visited = chosen.map((one) => one.label).join())} />
  </div>,
)
