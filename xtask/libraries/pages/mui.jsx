// MUI and MUI X: each control notes its value in `result`.
import { createRoot } from 'react-dom/client'
import { Autocomplete, FormControl, InputLabel, MenuItem, Rating, Select, Slider, Tab, Tabs, TextField } from '@mui/material'
import { LocalizationProvider, DateCalendar } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { SimpleTreeView, TreeItem } from '@mui/x-tree-view'
import dayjs from 'dayjs'

const note = (key) => (event, value) => (window.result[key] = String(value))
const cities = ['Bern', 'Basel', 'Berlin', 'Paris']

createRoot(document.querySelector('#app')).render(
  <LocalizationProvider dateAdapter={AdapterDayjs}>
    <DateCalendar defaultValue={dayjs('2026-03-10')} onChange={(day) => (window.result.day = day.format('YYYY-MM-DD'))} />
    <Slider aria-label="Volume" defaultValue={20} onChange={note('volume')} style={{ width: 300, margin: 20 }} />
    <Rating name="stars" onChange={note('stars')} />
    <FormControl style={{ width: 200 }}>
      <InputLabel id="size">Size</InputLabel>
      <Select labelId="size" label="Size" defaultValue="" onChange={(event) => (window.result.size = event.target.value)}>
        <MenuItem value="Small">Small</MenuItem>
        <MenuItem value="Large">Large</MenuItem>
      </Select>
    </FormControl>
    <Autocomplete multiple options={cities} onChange={note('cities')} renderInput={(props) => <TextField {...props} label="Cities" />} />
    <Tabs value={0} onChange={note('tab')}>
      <Tab label="Text" />
      <Tab label="Reviews" />
    </Tabs>
    <SimpleTreeView checkboxSelection multiSelect onSelectedItemsChange={note('chosen')}>
      <TreeItem itemId="Fruit" label="Fruit">
        <TreeItem itemId="Apple" label="Apple" />
        <TreeItem itemId="Pear" label="Pear" />
      </TreeItem>
    </SimpleTreeView>
  </LocalizationProvider>,
)
