// Ant Design: each control notes its value in `result`.
import { createRoot } from 'react-dom/client'
import { DatePicker, Slider, Rate, Select, InputNumber, Tree, TimePicker } from 'antd'
import dayjs from 'dayjs'

const note = (key) => (value, text) => (window.result[key] = String(text ?? value))
const options = Array.from({ length: 500 }, (_, i) => ({ value: `Item ${i}` }))
const tree = [{ title: 'Fruit', key: 'Fruit', children: [{ title: 'Apple', key: 'Apple' }, { title: 'Pear', key: 'Pear' }] }]

createRoot(document.querySelector('#app')).render(
  <div style={{ width: 400 }}>
    <DatePicker aria-label="Day" defaultValue={dayjs('2026-03-10')} onChange={note('day')} />
    <TimePicker aria-label="Hour" onChange={note('hour')} />
    <DatePicker.RangePicker defaultValue={[dayjs('2026-03-10'), dayjs('2026-03-12')]} onChange={note('stay')} />
    <Slider ariaLabelForHandle="Volume" defaultValue={20} onChange={(value) => note('volume')(value)} />
    <Rate onChange={(value) => note('stars')(value)} />
    <Select aria-label="Items" mode="multiple" style={{ width: 300 }} options={options} onChange={(value) => note('items')(value)} />
    <InputNumber aria-label="Count" defaultValue={3} onChange={(value) => note('count')(value)} />
    <Tree checkable treeData={tree} onCheck={(keys) => note('chosen')(keys)} />
  </div>,
)
