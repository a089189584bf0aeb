import { afterEach, describe, expect, test } from 'vitest'
import { languageNames } from '../../../schema/rules/languageNames.ts'
import { stepOf } from '../../../web/pages/library/preview/gestures.ts'
import { readingDistance, readingKey } from '../../../web/shared/direction.ts'

afterEach(() => {
  document.documentElement.dir = ''
})

describe('a page', () => {
  test.each([
    ['ltr', 'ArrowRight', 1, 'previous'],
    ['rtl', 'ArrowLeft', -1, 'next'],
  ])('of the direction %s has its next photo at %s', (direction, forward, distance, step) => {
    document.documentElement.dir = direction
    expect(readingKey(forward)).toBe('ArrowRight')
    expect(readingKey('ArrowDown')).toBe('ArrowDown')
    expect(readingDistance(1)).toBe(distance)
    // The finger moves to the right.
    expect(stepOf(1)).toBe(step)
  })
})

test('languages have their own names, with the country only if two locales have the same language', () => {
  const names = languageNames(['en-GB', 'nl-NL', 'nl-BE', 'fr-FR', 'da-DK']).map(({ name }) => name)
  expect(names).toEqual(['English', 'Nederlands (Nederland)', 'Nederlands (België)', 'Français', 'Dansk'])
})
