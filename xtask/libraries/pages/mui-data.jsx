// MUI: a table that sorts, steps, a tree, a menu, panels, pages, buttons of which one is pressed.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Accordion, AccordionDetails, AccordionSummary, Button, Menu, MenuItem, Pagination, Step, StepButton, Stepper, Switch, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel, ToggleButton, ToggleButtonGroup, Chip } from '@mui/material'
import { SimpleTreeView, TreeItem } from '@mui/x-tree-view'

const note = (key, value) => (window.result[key] = String(value))

function Actions() {
  const [at, open] = useState(null)
  const choose = (word) => () => { note('menu', word); open(null) }
  return (
    <>
      <Button onClick={(event) => open(event.currentTarget)}>Edit</Button>
      <Menu anchorEl={at} open={!!at} onClose={() => open(null)}>
        <MenuItem onClick={choose('cut')}>Cut</MenuItem>
        <MenuItem onClick={choose('copy')}>Copy</MenuItem>
      </Menu>
    </>
  )
}

function Prices() {
  const [down, turn] = useState(false)
  const rows = [['Pear', 3], ['Apple', 1], ['Plum', 2]].sort((a, b) => (down ? b[1] - a[1] : a[1] - b[1]))
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableCell>Name</TableCell>
          <TableCell sortDirection={down ? 'desc' : 'asc'}>
            <TableSortLabel active direction={down ? 'desc' : 'asc'} onClick={() => { turn(!down); note('sort', down ? 'asc' : 'desc') }}>Price</TableSortLabel>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>{rows.map(([name, price]) => <TableRow key={name}><TableCell>{name}</TableCell><TableCell>{price}</TableCell></TableRow>)}</TableBody>
    </Table>
  )
}

createRoot(document.querySelector('#app')).render(
  <div style={{ width: 700 }}>
    <Actions />
    <Prices />
    <Stepper nonLinear activeStep={0}>
      {['Cart', 'Address', 'Pay'].map((label, at) => <Step key={label}><StepButton onClick={() => note('step', at)}>{label}</StepButton></Step>)}
    </Stepper>
    <SimpleTreeView onExpandedItemsChange={(event, items) => note('expanded', items)} onSelectedItemsChange={(event, item) => note('chosen', item)}>
      <TreeItem itemId="Fruit" label="Fruit"><TreeItem itemId="Apple" label="Apple" /></TreeItem>
    </SimpleTreeView>
    <Accordion onChange={(event, open) => note('open', open)}>
      <AccordionSummary>Shipping</AccordionSummary>
      <AccordionDetails>Two days</AccordionDetails>
    </Accordion>
    <Pagination count={9} onChange={(event, page) => note('page', page)} />
    <ToggleButtonGroup exclusive value="left" onChange={(event, side) => note('side', side)}>
      <ToggleButton value="left">Left</ToggleButton>
      <ToggleButton value="right">Right</ToggleButton>
    </ToggleButtonGroup>
    <Switch slotProps={{ input: { 'aria-label': 'Updates' } }} onChange={(event) => note('updates', event.target.checked)} />
    <Chip label="Red" onDelete={() => note('deleted', 'Red')} />
  </div>,
)
