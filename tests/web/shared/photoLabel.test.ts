import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { photoDescription, photoLabel } from '../../../web/shared/photoLabel.ts'

/** A reader far from the place where the photo was taken. */
const intl = createIntl({ locale: 'en-GB', messages, timeZone: 'Pacific/Auckland' })
const photo = { fileName: 'IMG_1.jpg', dateTaken: '2024-06-02T23:10:00' }

describe('the name of a photo', () => {
  test('has the local time of the camera, whatever the reader’s time zone', () => {
    expect(photoLabel(photo, intl)).toContain('2 June 2024 at 23:10')
  })

  test('has the file name if the date is unknown, and then needs no description', () => {
    const undated = { ...photo, dateTaken: null }
    expect(photoLabel(undated, intl)).toContain('IMG_1.jpg')
    expect(photoDescription(undated)).toBeUndefined()
    expect(photoDescription(photo)).toBe('IMG_1.jpg')
  })

  test('ends with the visible text if the picture cannot be shown', () => {
    const label = photoLabel({ ...photo, pictureProblem: 'UNREADABLE' }, intl)
    expect(label.startsWith(photoLabel(photo, intl))).toBe(true)
    expect(label).not.toBe(photoLabel(photo, intl))
  })
})
