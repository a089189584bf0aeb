import { describe, expect, test } from 'vitest'
import { attachment, plainFileName } from '../../../services/platform/contentDisposition.ts'

describe('the name of a download', () => {
  test.each([
    ['photo.jpg', `attachment; filename="photo.jpg"; filename*=UTF-8''photo.jpg`],
    [
      'Été à Évian.jpg',
      `attachment; filename="Ete a Evian.jpg"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20%C3%89vian.jpg`,
    ],
    ['say "cheese".jpg', `attachment; filename="say _cheese_.jpg"; filename*=UTF-8''say%20%22cheese%22.jpg`],
    ['100%20.jpg', `attachment; filename="100_20.jpg"; filename*=UTF-8''100%2520.jpg`],
    ["it's (1)*.jpg", `attachment; filename="it's (1)*.jpg"; filename*=UTF-8''it%27s%20%281%29%2A.jpg`],
    ['😀.jpg', `attachment; filename="download.jpg"; filename*=UTF-8''%F0%9F%98%80.jpg`],
  ])('%s', (name, header) => {
    expect(attachment(name)).toBe(header)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\anna\\photo.jpg', 'photo.jpg'],
    ['..', 'download'],
    ['', 'download'],
    ['a/', 'download'],
    ['a\r\nSet-Cookie: b=c', 'aSet-Cookie: b=c'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['\ud800.jpg', '\ufffd.jpg'],
  ])('%j is made harmless', (name, expected) => {
    expect(plainFileName(name)).toBe(expected)
    expect(attachment(name)).toMatch(/^[\x20-\x7e]+$/)
  })

  test('a long name keeps its extension', () => {
    const name = plainFileName(`${'😀'.repeat(500)}.jpeg`)
    expect(Array.from(name)).toHaveLength(200)
    expect(name.endsWith('😀.jpeg')).toBe(true)
  })
})
