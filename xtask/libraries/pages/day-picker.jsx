// react-day-picker and react-datepicker, each with its calendar in the page.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { DayPicker } from 'react-day-picker'
import DatePicker from 'react-datepicker'
import 'react-day-picker/style.css'
import 'react-datepicker/dist/react-datepicker.css'

const written = (day) => day && `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`
const note = (key, value) => (window.result[key] = String(value))

function Days() {
  const [day, choose] = useState(new Date(2026, 2, 10))
  const [stay, book] = useState(undefined)
  const [date, set] = useState(new Date(2026, 2, 10))
  return (
    <>
      <section aria-label="Day"><DayPicker mode="single" selected={day} defaultMonth={day} onSelect={(day) => { choose(day); note('day', written(day)) }} /></section>
      <section aria-label="Stay"><DayPicker mode="range" selected={stay} defaultMonth={new Date(2026, 2, 1)} showOutsideDays onSelect={(stay) => { book(stay); note('stay', `${written(stay?.from)} ${written(stay?.to)}`) }} /></section>
      <section aria-label="Date"><DatePicker inline selected={date} onChange={(date) => { set(date); note('date', written(date)) }} /></section>
    </>
  )
}

createRoot(document.querySelector('#app')).render(<Days />)
