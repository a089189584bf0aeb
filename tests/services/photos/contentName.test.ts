import { expect, test } from 'vitest'
import { contentName } from '../../../services/photos/contentName.ts'

test.each([
  ['holiday.exe', 'image/jpeg', 'holiday.jpg'],
  ['holiday.html', 'image/png', 'holiday.png'],
  ['holiday.jpg.exe', 'image/jpeg', 'holiday.jpg.jpg'],
  ['holiday.jpg', 'image/heic', 'holiday.heic'],
  ['holiday.7z', 'image/jpeg', 'holiday.jpg'],
  ['holiday.jpg', 'image/jpeg', 'holiday.jpg'],
  ['holiday.jpeg', 'image/jpeg', 'holiday.jpeg'],
  ['HOLIDAY.JPG', 'image/jpeg', 'HOLIDAY.JPG'],
  ['holiday.heif', 'image/heic', 'holiday.heif'],
  ['holiday', 'image/jpeg', 'holiday.jpg'],
  ['holiday.exe.', 'image/jpeg', 'holiday.exe..jpg'],
  ['.html', 'image/jpeg', '.html.jpg'],
  ['Summer 12.05.2024', 'image/jpeg', 'Summer 12.05.2024.jpg'],
  ['Åre v1.2 final', 'image/jpeg', 'Åre v1.2 final.jpg'],
  ['film.mov', 'video/quicktime', 'film.mov'],
])('%s with the content %s is downloaded as %s', (fileName, contentType, expected) => {
  expect(contentName(fileName, contentType)).toBe(expected)
})
