import { afterEach, expect, test, vi } from 'vitest'
import { editorAddress } from '../../../web/shared/editorAddress.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [
    'on another site',
    'https://editor.test/prints',
    '',
    'https://editor.test/prints?productCode=PAP_910&tempSelectionId=t%2F1',
  ],
  [
    'on another site, opened from a stripped page,',
    'https://editor.test/',
    '?stripped=true',
    'https://editor.test/?productCode=PAP_910&tempSelectionId=t%2F1',
  ],
  [
    'with its own query',
    'https://editor.test/?shop=7',
    '',
    'https://editor.test/?shop=7&productCode=PAP_910&tempSelectionId=t%2F1',
  ],
  ['on this site', '/editor', '', 'https://photos.test/editor?productCode=PAP_910&tempSelectionId=t%2F1'],
  [
    'on this site, opened from a stripped page,',
    '/editor',
    '?stripped=true',
    'https://photos.test/editor?productCode=PAP_910&tempSelectionId=t%2F1&stripped=true',
  ],
])('an editor %s gets the product and selection, and stripped mode only on this site', (_, editor, search, address) => {
  vi.stubGlobal('location', new URL('https://photos.test/my-photos/photos?order=prints'))
  const content = { productCode: 'PAP_910', tempSelectionId: 't/1' }
  expect(editorAddress(editor, content, search)).toBe(address)
})
