import { describe, expect, test } from 'vitest'
import { withCopy } from '../../../web/build/firstViewChunks.ts'

const fileName = 'assets/first-1a.js'
const page = `<script type="module" crossorigin src="/${fileName}"></script><title>Keepsake</title>`

describe('the inline copy of the script that sends the first requests', () => {
  test('replaces the element that loads the file of the script, which is still preloaded', () => {
    const html = withCopy(page, { fileName, code: 'send("$&")' })
    expect(html).toBe(
      `<script type="module" async>send("$&")</script>\n    <link rel="modulepreload" crossorigin href="/${fileName}"><title>Keepsake</title>`,
    )
  })

  test('imports other files by addresses that do not depend on the page', () => {
    const code = 'import("./start-2b.js"); import(`./More-3c.js`); load(\'./text.json\')'
    expect(withCopy(page, { fileName, code })).toContain(
      'import("/assets/start-2b.js"); import(`/assets/More-3c.js`); load(\'./text.json\')',
    )
  })

  test('is refused if placeholders of the build are left in it, because the script would fail when it imports a file', () => {
    expect(() => withCopy(page, { fileName, code: 'load([], __VITE_PRELOAD__)' })).toThrow('not final')
  })

  test('is refused if it contains the end tag of its element, or if the page does not load the file', () => {
    expect(() => withCopy(page, { fileName, code: '"</script>"' })).toThrow('would end the element')
    expect(() => withCopy('<title>Keepsake</title>', { fileName, code: '' })).toThrow('does not load')
  })
})
