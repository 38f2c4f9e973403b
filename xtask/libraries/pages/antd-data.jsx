// Ant Design: tabs that close, a table that sorts, a menu with a submenu, steps, slides, panels, pages.
import { createRoot } from 'react-dom/client'
import { Carousel, Cascader, Collapse, Menu, Pagination, Segmented, Steps, Switch, Table, Tabs, Tree } from 'antd'

const note = (key, value) => (window.result[key] = String(value))
const rows = Array.from({ length: 30 }, (_, i) => ({ key: i, name: `Item ${i}`, price: (i * 37) % 100 }))
const columns = [
  { title: 'Name', dataIndex: 'name' },
  { title: 'Price', dataIndex: 'price', sorter: (a, b) => a.price - b.price },
]
const tabs = ['Text', 'Reviews'].map((label) => ({ key: label, label, children: `${label} here` }))
const menu = [{ key: 'file', label: 'File', children: [{ key: 'open', label: 'Open' }, { key: 'print', label: 'Print' }] }, { key: 'help', label: 'Help' }]
const tree = [{ title: 'Fruit', key: 'Fruit', children: [{ title: 'Apple', key: 'Apple' }] }]
const cities = [{ value: 'Swiss', children: [{ value: 'Bern' }, { value: 'Basel' }] }, { value: 'Italian', children: [{ value: 'Rome' }] }]

createRoot(document.querySelector('#app')).render(
  <div style={{ width: 700 }}>
    <Tabs type="editable-card" items={tabs} onChange={(key) => note('tab', key)} onEdit={(key, what) => note(what, key)} />
    <Menu mode="horizontal" items={menu} onClick={(event) => note('menu', event.key)} />
    <Steps items={[{ title: 'Cart' }, { title: 'Address' }, { title: 'Pay' }]} onChange={(at) => note('step', at)} />
    <Segmented options={['Day', 'Week', 'Month']} onChange={(value) => note('span', value)} />
    <Switch aria-label="Updates" onChange={(on) => note('updates', on)} />
    <Cascader aria-label="City" options={cities} placeholder="City" onChange={(path) => note('city', path.join('/'))} />
    <Tree treeData={tree} onExpand={(keys) => note('expanded', keys)} onSelect={(keys) => note('chosen', keys)} />
    <Collapse items={[{ key: 'ship', label: 'Shipping', children: 'Two days' }]} onChange={(keys) => note('open', keys)} />
    <div style={{ width: 300, background: '#345', color: '#fff' }}>
      <Carousel arrows afterChange={(at) => note('slide', at)}>
        <div>Slide one</div>
        <div>Slide two</div>
      </Carousel>
    </div>
    <Table rowSelection={{ onChange: (keys) => note('rows', keys) }} columns={columns} dataSource={rows} pagination={{ pageSize: 4 }}
      onChange={(page, filters, sort) => note('table', `${page.current} ${sort.order}`)} />
    <Pagination total={90} showSizeChanger={false} onChange={(page) => note('page', page)} />
  </div>,
)
