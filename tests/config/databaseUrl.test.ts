import { describe, expect, test } from 'vitest'
import { databaseUrl, hostUrls } from '../../config/databaseUrl.ts'

describe('a database URL', () => {
  test.each([
    ['one host', 'postgres://a:5432/db', ['postgres://a:5432/db']],
    [
      'several hosts',
      'postgres://me:se%2Ccret@a:5432,b:5433,[::1]/db?sslmode=require',
      [
        'postgres://me:se%2Ccret@a:5432/db?sslmode=require',
        'postgres://me:se%2Ccret@b:5433/db?sslmode=require',
        'postgres://me:se%2Ccret@[::1]/db?sslmode=require',
      ],
    ],
    [
      'the wish for a primary',
      'postgresql://a,b/db?target_session_attrs=read-write&connect_timeout=3',
      ['postgresql://a/db?connect_timeout=3', 'postgresql://b/db?connect_timeout=3'],
    ],
    ['only the wish for a primary', 'postgres://a/db?target_session_attrs=primary', ['postgres://a/db']],
    ['a parameter before the wish', 'postgres://a/db?x=1&target_session_attrs=any', ['postgres://a/db?x=1']],
  ])('with %s has a URL for each host', (_what, text, urls) => {
    expect(hostUrls(text)).toEqual(urls)
    expect(databaseUrl.safeParse(text).success).toBe(true)
  })

  test.each(['', 'db', 'mysql://a/db', 'postgres://a:port/db', 'postgres://a,b:99999/db', 'postgres://a b/db'])(
    'is not %j',
    (text) => {
      expect(databaseUrl.safeParse(text).success).toBe(false)
    },
  )
})
