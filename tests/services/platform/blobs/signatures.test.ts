import { describe, expect, test } from 'vitest'
import { createBlobSignatures } from '../../../../services/platform/blobs/signatures.ts'

const base = 'http://localhost:4000/storage/blobs'
const day = 86_400_000
const album = { albumId: '018f3c1a-0000-7000-8000-00000000000a', generation: 7 }
const noon = Date.parse('2026-03-10T12:00:00Z')

function signaturesAt(now: number, secret = 'a secret') {
  return createBlobSignatures(secret, base, () => now)
}

function partsOf(url: string): { key: string; query: Record<string, string> } {
  const { pathname, searchParams } = new URL(url)
  return { key: pathname.slice('/storage/blobs/'.length), query: Object.fromEntries(searchParams) }
}

function problemOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return 'accepted'
}

describe('signed URLs', () => {
  test('are accepted, with the name of the file', () => {
    const signatures = signaturesAt(noon)
    const plain = partsOf(signatures.signedUrl('a/b.jpg'))
    expect(signatures.verify(plain.key, plain.query)).toEqual({
      fileName: null,
      expires: expect.any(Number),
      album: null,
      isConfidential: false,
    })
    const named = partsOf(signatures.signedUrl('a/b.jpg', { fileName: 'Été & 😀 "1".jpg' }))
    expect(signatures.verify(named.key, named.query)).toMatchObject({ fileName: 'Été & 😀 "1".jpg' })
  })

  test('may name an album and the generation of its links', () => {
    const { key, query } = partsOf(signaturesAt(noon).signedUrl('a/b.jpg', { album }))
    expect(signaturesAt(noon).verify(key, query)).toMatchObject({ album })
  })

  test('may say that caches must not store the bytes', () => {
    const { key, query } = partsOf(signaturesAt(noon).signedUrl('a/b.jpg', { isConfidential: true }))
    expect(signaturesAt(noon).verify(key, query)).toMatchObject({ isConfidential: true })
    const without = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'store'))
    expect(problemOf(() => signaturesAt(noon).verify(key, without))).toMatchObject({ code: 'SIGNATURE_INVALID' })
  })

  test('stay the same all day and change the next day', () => {
    const midnight = Date.parse('2026-03-10T00:00:00Z')
    const first = signaturesAt(midnight).signedUrl('a')
    expect(signaturesAt(midnight + day - 1).signedUrl('a')).toBe(first)
    expect(signaturesAt(midnight + day).signedUrl('a')).not.toBe(first)
  })

  test('are valid for at least one more day, and then expire', () => {
    const lastMoment = Date.parse('2026-03-10T23:59:59.999Z')
    const { key, query } = partsOf(signaturesAt(lastMoment).signedUrl('a'))
    expect(signaturesAt(lastMoment + day).verify(key, query)).toMatchObject({ fileName: null })
    expect(problemOf(() => signaturesAt(lastMoment + day + 1).verify(key, query))).toMatchObject({
      status: 410,
      code: 'URL_EXPIRED',
    })
  })

  const good = partsOf(signaturesAt(noon).signedUrl('anna/photo.jpg', { fileName: 'photo.jpg' }))
  const { signature = '', expires = '' } = good.query
  const shared = partsOf(signaturesAt(noon).signedUrl('anna/photo.jpg', { album })).query
  const unnamed = partsOf(signaturesAt(noon).signedUrl('anna/photo.jpg')).query
  test.each<[string, string, unknown]>([
    ['of another blob', 'ben/photo.jpg', good.query],
    ['with a later expiry', good.key, { ...good.query, expires: String(Number(expires) + 86_400) }],
    ['with the same expiry in another notation', good.key, { ...good.query, expires: `0${expires}x` }],
    ['with another name', good.key, { ...good.query, name: 'virus.exe' }],
    ['with the name removed', good.key, { expires, signature }],
    ['with a name added', good.key, { ...unnamed, name: 'photo.jpg' }],
    ['with an empty name added', good.key, { ...unnamed, name: '' }],
    ['of an album, with another generation', good.key, { ...shared, album: `${album.albumId}.8` }],
    ['of an album, without the album', good.key, { expires, signature: shared['signature'] }],
    ['with an album added', good.key, { ...unnamed, album: `${album.albumId}.7` }],
    ['without a signature', good.key, { expires, name: 'photo.jpg' }],
    ['with an empty signature', good.key, { ...good.query, signature: '' }],
    ['with a shortened signature', good.key, { ...good.query, signature: signature.slice(0, -1) }],
    ['with one character changed', good.key, { ...good.query, signature: flip(signature) }],
    ['with two signatures', good.key, { ...good.query, signature: [signature, signature] }],
    ['with two names', good.key, { ...good.query, name: ['photo.jpg', 'photo.jpg'] }],
    ['with an additional parameter', good.key, { ...good.query, admin: 'true' }],
    ['with an empty query', good.key, {}],
    ['without a query', good.key, undefined],
    ['with an expiry that is not a number', good.key, { ...good.query, expires: 'never' }],
    ['with a negative expiry', good.key, { ...good.query, expires: '-1' }],
    ['signed with another key', good.key, partsOf(signaturesAt(noon, 'another').signedUrl(good.key)).query],
    ['with part of the key moved into the name', 'anna', { ...good.query, name: '/photo.jpgphoto.jpg' }],
  ])('one %s is refused as altered', (_what, key, query) => {
    expect(problemOf(() => signaturesAt(noon).verify(key, query))).toMatchObject({
      status: 403,
      code: 'SIGNATURE_INVALID',
    })
  })

  test('that are altered and expired are reported only as altered', () => {
    const altered = { ...good.query, signature: flip(signature) }
    expect(problemOf(() => signaturesAt(noon + 10 * day).verify(good.key, altered))).toMatchObject({ status: 403 })
  })
})

function flip(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}
